import type { Caixa, Eixo, Limites } from './ninebox.rules.ts';
import type { Sinal } from './vies.ts';

/** Somebody as the grid shows them. */
export interface PessoaNoQuadro {
  /** the row of `avaliados_desempenho` */
  avaliadoId: number;
  colaboradorId: number;
  nome: string;
  foto: { id: number } | null;
  cargo: string | null;
  area: string | null;
  desempenho: number;
  potencial: number;
  caixa: Caixa;
  /** the box by the notes alone */
  calculada: Caixa;
  /** the number of the last move; 0: never moved */
  passo: number;
}

export interface CaixaDoQuadro {
  nomeclatura: string;
  descricao: string;
  quantidade: number;
  selecionado: boolean;
  /** empty while the grid holds more people than are sent with it */
  colaboradorIds: number[];
}

export interface AreaDoQuadro {
  fatia: string;
  nome: string;
  temFilhas: boolean;
  /** how many stand in each box */
  caixas: number[];
}

/** CALL-310 */
export type QuadroNineBox = { readonly [C in `box${Caixa}`]: CaixaDoQuadro } & Limites & {
    id: number;
    nome: string;
    data: string;
    situacao: 'E' | 'F';
    descricaoResultado: string | null;
    avaliacoes: { id: number; nome: string; concluida: boolean }[];
    vertical: Eixo;
    /** why there is nothing to show; null: there is */
    vazio: string | null;
    total: number;
    semResultado: number;
    movidas: number;
    /** means of those shown */
    percentualPotencial: number | null;
    percentualDesempenho: number | null;
    areas: AreaDoQuadro[];
    /** the slice that is shown */
    area: string | null;
    /** null: too many to be sent with the grid; the list has them */
    pessoas: PessoaNoQuadro[] | null;
    podeCalibrar: boolean;
    podeEditar: boolean;
    ultimo: number;
  };

export interface GestorNoQuadro {
  id: number | null;
  nome: string;
  pessoas: number;
  desempenho: number;
  potencial: number;
  caixas: number[];
  sinais: (Sinal & { eixo: Eixo })[];
}

/** How each manager's people are distributed, against everybody. */
export interface GestoresDoQuadro {
  todos: Omit<GestorNoQuadro, 'id' | 'nome' | 'sinais'>;
  gestores: GestorNoQuadro[];
  /** further ones, who are not listed */
  outros: number;
}

export interface Movimento {
  id: number;
  colaboradorId: number;
  nome: string;
  de: Caixa;
  para: Caixa;
  calculada: Caixa;
  desempenho: number;
  potencial: number;
  motivo: string;
  quem: string;
  quando: string;
}

export interface RadarDoAvaliado {
  nome: string;
  avaliacao: string;
  labels: string[];
  exigido: (number | null)[];
  obtido: (number | null)[];
  auto: (number | null)[];
  lacunas: { nome: string; exigido: number; obtido: number; lacuna: number }[];
}
