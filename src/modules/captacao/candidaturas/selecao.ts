/** What the board of a selection tells its screens. */
export interface VagaEmSelecao {
  id: number;
  descricao: string;
  situacao: 'A' | 'S' | 'E' | 'C';
  status: 'I' | 'A' | 'R';
  area: string | null;
  quantidade: number;
  preenchidas: number;
  emSelecao: number;
}

export interface EtapaDaSelecao {
  /** null: those who only applied */
  id: number | null;
  nome: string;
  total: number;
}

export interface Selecao {
  vaga: VagaEmSelecao;
  etapas: EtapaDaSelecao[];
  encerradas: { N: number; D: number; C: number };
  /** the number of the last step: another one means that somebody has moved */
  ultimo: number;
}

export interface CandidatoNaSelecao {
  id: number;
  versao: number;
  candidato: { id: number; nome: string };
  foto: { id: number } | null;
  cidade: string | null;
  etapa: number | null;
  situacao: 'A' | 'N' | 'D' | 'C';
  origem: 'P' | 'R' | 'I';
  inscritaEm: string;
  etapaDesde: string;
  respostaAte: string | null;
  apto: 'I' | 'S' | 'N';
  /** these three are null for who may not open them */
  pareceres: number | null;
  anotacoes: number | null;
  entrevista: { data: string; hora: string } | null;
  acoes: readonly string[];
}

/** In the address and on the wire, the column of those who only applied. */
export const INSCRITOS = 0;

/** Whom a request adds to a selection, or moves in it, at once. */
export const MAXIMO_DE_CANDIDATOS = 500;
/** Whom one comparison shows. */
export const MAXIMO_DE_FINALISTAS = 5;
