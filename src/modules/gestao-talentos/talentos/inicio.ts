type Copiado = Readonly<Record<string, unknown>>;

export const enderecoDaReadmissao = (id: number) => `/gestao-talentos/talentos/new?copiarDe=${id}`;

/** Data of the person are carried over; these fields belong to the ended employment alone. */
const doVinculo = [
  'matricula',
  'vinculo',
  'codigoAC',
  'dataAdmissao',
  'dataDesligamento',
  'historicos',
  'estabilidades',
  'foto',
] as const;
/** Fields that a copy of somebody else's record leaves out, because only one person can have them. */
const daPessoa = ['cpf', 'matricula', 'codigoAC', 'dataDesligamento', 'foto'] as const;

const sem = (record: Copiado, fora: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !fora.includes(name)));

const PRIMEIRO_HISTORICO = [{ motivo: 'C' }];

/**
 * The initial values: a hire has its first entry; a rehire the person's data too; a copy of somebody who works here everything
 * that two people may share.
 */
export function inicioDoTalento(copiado?: Copiado): Record<string, unknown> {
  if (!copiado) return { historicos: PRIMEIRO_HISTORICO };
  return copiado.situacao === 'D' ? { ...sem(copiado, doVinculo), historicos: PRIMEIRO_HISTORICO } : sem(copiado, daPessoa);
}
