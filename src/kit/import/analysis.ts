/** What the trial of an import found, as the wire tells it. */
export interface Analysis {
  importacaoId: number | string;
  nome: string;
  estado: string;
  colunas: { coluna: string; campo: string | null }[];
  campos: { nome: string; rotulo: string; obrigatorio: boolean }[];
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
  falhas: Fault[];
  modo?: Mode | null;
  /** false: hooks and constraints are asked at the import alone, for the sheet is long */
  ensaiada?: boolean | null;
  criaveis?: { campo: string; rotulo: string; singular: string; total: number; nomes: string[]; criar: boolean }[];
  ignoraOpcionais?: boolean;
  podeIgnorarOpcionais?: boolean;
  /** what the last deed on it left to say: the rows that an undoing could not take back */
  mensagem: string | null;
}

export interface Fault {
  linha: number;
  coluna: string | null;
  campo: string | null;
  valor: unknown;
  mensagem: string;
  sugestao?: string;
}

export type Mode = 'inserir' | 'inserirOuAtualizar';

export interface Equal {
  campo: string;
  de: string;
  para: string;
}

/** What the screen asks to be changed before the batch is judged again. */
export interface Changes {
  aba?: string;
  cabecalho?: number;
  mapa?: Record<string, string | null>;
  celulas?: { linha: number; campo: string; valor: string }[];
  iguais?: Equal[];
  criar?: string[];
  modo?: Mode;
  ignoraOpcionaisObrigatorios?: boolean;
}

/** What takes long goes on as a task; its result is asked for by the import's number. */
export interface Handed {
  tarefaId: number | string;
  importacaoId: number | string;
}

/** An import of the past, as the list tells it. */
export interface PastImport {
  importacaoId: number;
  nome: string;
  estado: 'analisando' | 'analisada' | 'aplicando' | 'aplicada' | 'desfazendo' | 'desfeita' | 'falhou';
  total: number;
  validos: number;
  gravados: number;
  falhasTotal: number;
  mensagem: string | null;
  criadaEm: string;
  usuarioNome: string;
  minha: boolean;
}
