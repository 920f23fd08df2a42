import type { ColumnMap, ImportField } from './import.ts';

/** Names, in the address of a list or of an import screen, the import that is gone on with. */
export const UNFINISHED = 'importar';

/** The rows that are to become records: neither left out by somebody nor emptied by an erasure. */
export const wantedOf = ({ total, puladas = 0, apagadas = 0 }: Pick<Analysis, 'total' | 'puladas' | 'apagadas'>): number =>
  total - puladas - apagadas;

/** The result of an import's trial, as the wire carries it. */
export interface Analysis {
  importacaoId: number | string;
  nome: string;
  estado: string;
  colunas: ColumnMap[];
  campos: ImportField[];
  /** the first rows of the sheet, among which the heading is chosen */
  inicio?: { linha: number; celulas: string[] }[];
  cabecalho?: number | null;
  /** the sheets of the workbook to choose from, and the one that was read */
  abas?: string[];
  aba?: string | null;
  total: number;
  validos: number;
  existentes: number;
  falhasTotal?: number;
  gravados?: number;
  /** of an applied import: records made, changed, and found as they are in the sheet; rows that did not go in */
  incluidos?: number;
  atualizados?: number;
  iguais?: number;
  foraTotal?: number;
  falhas: Fault[];
  /** faults that several rows have, each told once */
  grupos?: FaultGroup[];
  /** rows that somebody left out */
  puladas?: number;
  /** rows that an erasure of personal data has emptied */
  apagadas?: number;
  /** what the company remembers of files with these titles */
  lembrado?: { por: string; em: string; trocas: number } | null;
  /** about sound rows, of which they prevent nothing: what a person who typed them would have to confirm */
  avisos?: { linha: number; mensagem: string }[];
  /** rows with warnings */
  avisosTotal?: number;
  modo?: Mode | null;
  /** false: the sheet is so long that hooks and constraints are checked only when it is applied; null: the judgement did not end */
  ensaiada?: boolean | null;
  /** unknown names, of which the import itself makes records */
  criaveis?: (UnknownNames & { criar: boolean })[];
  /** unknown names whose records need more than a name: their form, `module/slug` */
  inseriveis?: (UnknownNames & { cadastro: string })[];
  ignoraOpcionais?: boolean;
  podeIgnorarOpcionais?: boolean;
  /** the message of the last action: the rows that an undo could not take back */
  mensagem: string | null;
}

/** The names of a field that no record has: how many, and the first of them. */
interface UnknownNames {
  campo: string;
  rotulo: string;
  singular: string;
  total: number;
  nomes: string[];
}

export interface Fault {
  linha: number;
  /** what the row is about: the label of its record */
  nome?: string | null;
  coluna: string | null;
  campo: string | null;
  valor: unknown;
  mensagem: string;
  tipo?: FaultGroup['tipo'];
  sugestao?: string;
}

/** Equal faults of several rows. */
export interface FaultGroup {
  campo: string | null;
  coluna: string | null;
  mensagem: string;
  tipo: 'inexistente' | 'confirmar' | null;
  sugestao: string | null;
  total: number;
  /** different values among the rows */
  valores: number;
  valor: string;
  /** the field may be left empty */
  opcional: boolean;
  /** the first rows */
  linhas: { linha: number; nome: string | null }[];
}

export type Mode = 'inserir' | 'inserirOuAtualizar';

export interface Equal {
  campo: string;
  de: string;
  para: string;
}

/** Changes that the screen asks for before the batch is judged again. */
export interface Changes {
  aba?: string;
  cabecalho?: number;
  mapa?: Record<string, string | null>;
  celulas?: { linha: number; campo: string; valor: string }[];
  iguais?: Equal[];
  criar?: string[];
  criarNomes?: { campo: string; nome: string }[];
  pular?: { campo: string; mensagem: string }[];
  confirmar?: { mensagem: string; linha?: number }[];
  retomar?: boolean;
  esquecer?: boolean;
  modo?: Mode;
  ignoraOpcionaisObrigatorios?: boolean;
}

/** Long work goes on as a task; the import's number leads to its result. */
export interface Handed {
  tarefaId: number | string;
  importacaoId: number | string;
}

/** A past import, as the list shows it. */
export interface PastImport {
  importacaoId: number;
  /** null: another user's file, of which no row is a record yet */
  nome: string | null;
  estado: 'analisando' | 'analisada' | 'aplicando' | 'aplicada' | 'desfazendo' | 'desfeita' | 'falhou';
  total: number;
  validos: number;
  puladas: number;
  apagadas: number;
  gravados: number;
  falhasTotal: number;
  /** null also when it is another user's */
  mensagem: string | null;
  criadaEm: string;
  usuarioNome: string;
  minha: boolean;
}
