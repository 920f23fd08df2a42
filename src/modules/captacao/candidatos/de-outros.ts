/**
 * What people do not read of their own record: what HR keeps for itself, what only says how the record is kept, and what the program found by the
 * CPF, since whoever typed somebody else's would learn of them by it. The CPF itself stands in the account.
 */
export const DE_OUTROS: ReadonlySet<string> = new Set([
  'observacaoRH',
  'motivoBloqueio',
  'bloqueado',
  'bloqueadoAte',
  'etiquetas',
  'acoes',
  'versao',
  'cpf',
  'jaFoiColaborador',
  'talento',
  'contaNoPortal',
  'mesmoCpf',
]);
