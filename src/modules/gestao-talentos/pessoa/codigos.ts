/** Codes that talents and candidates share (document 1 §3). Where the spec gives a code without its label, the label is ours. */

export const sexos = { M: 'Masculino', F: 'Feminino' } as const;

/** 01 to 10 of the spec; the order begins as the marital table of eSocial does. */
export const estadosCivis = {
  '01': 'Solteiro(a)',
  '02': 'Casado(a)',
  '03': 'Divorciado(a)',
  '04': 'Separado(a) judicialmente',
  '05': 'Viúvo(a)',
  '06': 'União estável',
  '07': 'Separado(a) de fato',
  '08': 'Desquitado(a)',
  '09': 'Outro',
  '10': 'Não informado',
} as const;

/** RAIS codes, in the order of the spec. */
export const etniasRacas = {
  '2': 'Branca',
  '4': 'Preta',
  '6': 'Amarela',
  '8': 'Parda',
  '1': 'Indígena',
  '9': 'Não informada',
} as const;

/**
 * RUL-051: 'not informed' is offered only where it is the present value. The rule is about forms: imports and the API still
 * accept the code, by which another system reports that somebody was never asked (eSocial has it too).
 */
export const racasOferecidas = (atual: unknown) =>
  Object.fromEntries(Object.entries(etniasRacas).filter(([codigo]) => codigo !== '9' || atual === '9'));

export const deficiencias = {
  N: 'Nenhuma',
  F: 'Física',
  A: 'Auditiva',
  V: 'Visual',
  I: 'Intelectual',
  M: 'Mental',
  U: 'Múltipla',
  R: 'Reabilitado',
} as const;

/** The kinds that eSocial lists separately; 'Múltipla' combines them. */
export const tiposDeficiencia = { F: 'Física', A: 'Auditiva', V: 'Visual', I: 'Intelectual', M: 'Mental' } as const;

export const nacionalidades = { B: 'Brasileira', N: 'Brasileira por naturalização', E: 'Estrangeira' } as const;

/** Kinds of dependant of eSocial (table 07). */
export const parentescos = {
  '01': 'Cônjuge',
  '02': 'Companheiro(a) com filho ou união estável',
  '03': 'Filho(a) ou enteado(a)',
  '04': 'Filho(a) ou enteado(a) universitário(a) ou em escola técnica',
  '06': 'Irmão(ã), neto(a) ou bisneto(a) sob guarda',
  '07': 'Irmão(ã), neto(a) ou bisneto(a) universitário(a) sob guarda',
  '09': 'Pais, avós e bisavós',
  '10': 'Menor pobre sob guarda judicial',
  '11': 'Pessoa absolutamente incapaz sob tutela ou curatela',
  '12': 'Ex-cônjuge',
  '99': 'Agregado ou outros',
} as const;

export const categoriasHabilitacao = {
  ACC: 'ACC',
  A: 'A',
  B: 'B',
  C: 'C',
  D: 'D',
  E: 'E',
  AB: 'AB',
  AC: 'AC',
  AD: 'AD',
  AE: 'AE',
} as const;

export const tiposFormacao = {
  TECNICO: 'Técnico',
  GRADUACAO: 'Graduação',
  MESTRADO: 'Mestrado',
  ESPECIALIZACAO: 'Especialização',
  DOUTORADO: 'Doutorado',
  POS_DOUTORADO: 'Pós-Doutorado',
} as const;

export const situacoesFormacao = { COMPLETO: 'Completo', EM_ANDAMENTO: 'Em andamento', INCOMPLETO: 'Incompleto' } as const;

export const niveisIdioma = { BASICO: 'Básico', INTERMEDIARIO: 'Intermediário', AVANCADO: 'Avançado' } as const;

export const tiposTreinamento = {
  Bootcamp: 'Bootcamp',
  Conferencia: 'Conferência',
  Congresso: 'Congresso',
  Curso: 'Curso',
  Forum: 'Fórum',
  Seminario: 'Seminário',
  Simposio: 'Simpósio',
  Workshop: 'Workshop',
} as const;

export const motivosEstabilidade = {
  CIPA: 'Membro da CIPA',
  ACIDENTE: 'Acidente de trabalho',
  GESTANTE: 'Gestante',
  SINDICAL: 'Dirigente sindical',
  PRE_APOSENTADORIA: 'Pré-aposentadoria',
  ACORDO: 'Acordo ou convenção coletiva',
  OUTRO: 'Outro',
} as const;
