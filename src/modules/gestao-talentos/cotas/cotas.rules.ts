/** Percentages and limits of the law stand here as data: a bill may change them (PL 6461/2019 for apprentices). */

/** Lei 8.213/1991, art. 93: from so many employees of the whole company on, the percentage of people with a disability. */
const FAIXAS_PCD = [
  { desde: 100, percentual: 2 },
  { desde: 201, percentual: 3 },
  { desde: 501, percentual: 4 },
  { desde: 1_001, percentual: 5 },
] as const;

/** CLT, art. 429: apprentices per establishment, over the employees in functions that demand training. */
export const APRENDIZES = { minimo: 5, maximo: 15, menorBase: 7 } as const;

/** Per cent of a base, a fraction counting as one; whole numbers, so that 5 % of 100 is 5 and not 5.000000001. */
const paraCima = (base: number, percentual: number): number => Math.ceil((base * percentual) / 100);

/** The percentage for a base; 0 below the first step. */
const percentualPcd = (base: number): number => FAIXAS_PCD.findLast(({ desde }) => base >= desde)?.percentual ?? 0;

/** How a quota stands. */
export interface Cota {
  base: number;
  percentual: number;
  exigidos: number;
  presentes: number;
  /** how many are still missing; 0 when the quota is met */
  faltam: number;
  /** how many are above the most that the law allows; 0 where it sets no ceiling */
  excedem: number;
}

const cota = (
  base: number,
  percentual: number,
  exigidos: number,
  presentes: number,
  maximo = Number.POSITIVE_INFINITY,
): Cota => ({
  base,
  percentual,
  exigidos,
  presentes,
  faltam: Math.max(0, exigidos - presentes),
  excedem: Math.max(0, presentes - maximo),
});

/** People with a disability or rehabilitated, over the employees of the whole company; apprentices count on neither side. */
export function cotaPcd(base: number, presentes: number): Cota {
  const percentual = percentualPcd(base);
  return cota(base, percentual, paraCima(base, percentual), presentes);
}

/** Apprentices of one establishment; with fewer than seven employees in such functions it owes none. */
export function cotaAprendizes(base: number, presentes: number): Cota & { maximo: number } {
  const obrigado = base >= APRENDIZES.menorBase;
  const exigidos = obrigado ? paraCima(base, APRENDIZES.minimo) : 0;
  // The ceiling is never below what the floor asks for.
  const maximo = Math.max(exigidos, Math.floor((base * APRENDIZES.maximo) / 100));
  if (!obrigado) return { ...cota(base, 0, exigidos, presentes), maximo };
  return { ...cota(base, APRENDIZES.minimo, exigidos, presentes, maximo), maximo };
}

/** A what-if: assumed admissions and dismissals. */
export interface Hipotese {
  admissoes: number;
  desligamentos: number;
  /** of the admitted and the dismissed, how many count for the quota */
  admissoesDaCota: number;
  desligamentosDaCota: number;
}

export const SEM_HIPOTESE: Hipotese = { admissoes: 0, desligamentos: 0, admissoesDaCota: 0, desligamentosDaCota: 0 };

const naoNegativo = (value: number) => Math.max(0, value);

/**
 * Base and people after the what-if. Whoever counts for the disability quota is also an employee; an apprentice is not part of
 * the base.
 */
export function aplicaHipotese(
  { base, presentes }: Pick<Cota, 'base' | 'presentes'>,
  { admissoes, desligamentos, admissoesDaCota, desligamentosDaCota }: Hipotese,
  tipo: 'pcd' | 'aprendiz',
): { base: number; presentes: number } {
  const daBase = tipo === 'pcd' ? admissoesDaCota - desligamentosDaCota : 0;
  return {
    base: naoNegativo(base + admissoes - desligamentos + daBase),
    presentes: naoNegativo(presentes + admissoesDaCota - desligamentosDaCota),
  };
}

/**
 * Major groups of the CBO whose functions require no professional training (Decreto 9.579/2018, art. 52); all other groups do.
 */
export const FORA_DA_BASE: Readonly<Record<string, string>> = {
  '0': 'Forças armadas, policiais e bombeiros militares',
  '1': 'Cargo de direção, de gerência ou de confiança',
  '2': 'Função que exige nível superior',
  '3': 'Função que exige habilitação técnica de nível médio',
};

export const MOTIVOS_DA_BASE = {
  demanda: 'Função que demanda formação profissional',
  semCbo: 'Faixa salarial sem CBO',
} as const;
