/** ENU-034: in which role somebody evaluates somebody. */
export const papeis = { U: 'Autoavaliação', L: 'Líder', P: 'Par', A: 'Subordinado', R: 'Avaliador' } as const;
export type Papel = keyof typeof papeis;

/** The same of several people. */
export const varios: Readonly<Record<Papel, string>> = {
  U: 'Autoavaliações',
  L: 'Líderes',
  P: 'Pares',
  A: 'Subordinados',
  R: 'Avaliadores',
};

/** ENU-032: 1.0 knows evaluators and self-evaluations, 2.0 the other roles too. */
export const tiposDeAvaliacao = { '1.0': '1.0', '2.0': '2.0' } as const;

/** Who evaluates in an evaluation 2.0. ENU-033 gives only the code 0; the other codes are ours. */
export const formatos = { '0': 'Livre', '90': '90°', '180': '180°', '360': '360°' } as const;

/** The roles that an evaluation has, by its type and format. */
export function papeisDe({
  tipo,
  formato,
  permiteAutoAvaliacao,
}: {
  tipo: string;
  formato: string | null;
  permiteAutoAvaliacao: boolean;
}): Papel[] {
  const outros: Papel[] =
    tipo === '1.0'
      ? ['R']
      : formato === '90' || formato === '180'
        ? ['L']
        : formato === '360'
          ? ['L', 'P', 'A']
          : ['L', 'P', 'A', 'R'];
  return permiteAutoAvaliacao ? ['U', ...outros] : outros;
}
