/** Classes of leave and the codes that a leave of each class carries (document 2 §3); the order of the codes is that of S-2230. */
export const classes = {
  ACIDENTE_DOENCA: 'Acidente ou doença',
  CESSAO_REQUISICAO: 'Cessão ou requisição',
  FERIAS_RECESSO: 'Férias ou recesso',
  MANDATO_ELETIVO: 'Mandato eletivo',
  MANDATO_SINDICAL: 'Mandato sindical',
  NAO_SUPORTADO: 'Não suportado',
  SIMPLES: 'Simples',
} as const;

export const tiposDeAcidente = { ATROPELAMENTO: 'Atropelamento', COLISAO: 'Colisão', OUTROS: 'Outros' } as const;

export const papeisDaCessao = {
  CEDENTE: 'Cedente',
  CESSIONARIO: 'Cessionário',
  CEDENTE_E_CESSIONARIO: 'Cedente e cessionário',
} as const;

export const pagadores = {
  EMPREGADOR: 'Empregador',
  SINDICATO: 'Sindicato',
  EMPREGADOR_E_SINDICATO: 'Empregador e sindicato',
} as const;

export const situacoesDaIntegracao = { AGUARDANDO: 'Aguardando', COM_ERRO: 'Com erro', SEM_ERRO: 'Sem erro' } as const;

export type Classe = keyof typeof classes;
export type SituacaoDaIntegracao = keyof typeof situacoesDaIntegracao;

/** Fields of a leave that only some classes have. */
export type CampoDaClasse =
  | 'tipoAcidente'
  | 'cid'
  | 'atestados'
  | 'cnpj'
  | 'papelCessao'
  | 'onus'
  | 'optouRemuneracaoCargo'
  | 'periodoAquisitivoIni'
  | 'periodoAquisitivoFim';

const campos: Readonly<Record<Classe, readonly CampoDaClasse[]>> = {
  ACIDENTE_DOENCA: ['tipoAcidente', 'cid', 'atestados'],
  CESSAO_REQUISICAO: ['cnpj', 'papelCessao'],
  FERIAS_RECESSO: ['periodoAquisitivoIni', 'periodoAquisitivoFim'],
  MANDATO_ELETIVO: ['cnpj', 'onus', 'optouRemuneracaoCargo'],
  MANDATO_SINDICAL: ['cnpj', 'onus'],
  NAO_SUPORTADO: [],
  SIMPLES: ['cid', 'atestados'],
};

/** A body of the API may send any text as the class. */
const de = (mapa: typeof campos, classe: Classe | null): readonly CampoDaClasse[] =>
  classe !== null && Object.hasOwn(mapa, classe) ? mapa[classe] : [];

const exigidos: Readonly<Record<Classe, readonly CampoDaClasse[]>> = {
  ACIDENTE_DOENCA: [],
  CESSAO_REQUISICAO: ['cnpj', 'papelCessao'],
  FERIAS_RECESSO: [],
  MANDATO_ELETIVO: ['cnpj', 'onus', 'optouRemuneracaoCargo'],
  MANDATO_SINDICAL: ['cnpj', 'onus'],
  NAO_SUPORTADO: [],
  SIMPLES: [],
};

export const camposDaClasse: readonly CampoDaClasse[] = [...new Set(Object.values(campos).flat())];

/**
 * Whether a field belongs to a class. Without a class every field does: the server finds the class by the reason and judges
 * again, so that a caller of the API need not send it.
 */
export const cabe = (campo: CampoDaClasse, classe: Classe | null | undefined): boolean =>
  classe === undefined || de(campos, classe).includes(campo);

export const exige = (campo: CampoDaClasse, classe: Classe | null | undefined): boolean =>
  classe !== undefined && de(exigidos, classe).includes(campo);

/** Waiting for the personnel system, or refused by it. */
export const pendente = (situacao: SituacaoDaIntegracao | null): boolean => situacao === 'AGUARDANDO' || situacao === 'COM_ERRO';
