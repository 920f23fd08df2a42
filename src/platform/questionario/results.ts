import { formatNumber } from '#kit/br/number.ts';
import type { Aspecto, Pergunta } from './definition.ts';
import type { Indice, Resultado, ResultadoDaPergunta, Valor } from './result.ts';
import type { Dimensao, EstadoDaRodada, Modo } from './round.ts';

/** A value of a dimension; in a tree with what stands above it. */
export interface ValorDaDimensao {
  id: number;
  nome: string;
  acima: number | null;
}

export interface DimensaoDosResultados extends Pick<Dimensao, 'campo' | 'rotulo'> {
  arvore: boolean;
  valores: readonly ValorDaDimensao[];
}

/** One group beside others: its indexes, without the answers. */
export interface Grupo {
  id: number;
  nome: string;
  /** how deep it stands in its tree */
  nivel: number;
  /** null: withheld */
  resultado: Pick<Resultado, 'pessoas' | 'geral' | 'aspectos'> | null;
}

export type ResumoDaPergunta = Pick<ResultadoDaPergunta, 'id' | 'favoravel' | 'media' | 'resultado' | 'nps' | 'deCincoEmCinco'>;

/** The same by question, for files: ten thousand groups of two hundred questions are too much for a screen, and for the memory. */
export interface GrupoPorPergunta extends Grupo {
  resultado: ResumoDoGrupo | null;
}

export interface ResumoDoGrupo extends NonNullable<Grupo['resultado']> {
  perguntas: readonly ResumoDaPergunta[];
}

export interface RodadaDosResultados {
  id: number;
  /** the record that asked */
  donoId: number;
  titulo: string;
  modo: Modo;
  minimo: number;
  estado: EstadoDaRodada;
  ate: string | null;
  /** of the questions: an edit of what was asked begins the next one */
  versao: number;
}

export interface PerguntaDosResultados extends Pick<Pergunta, 'id' | 'texto' | 'tipo' | 'aspectoId'> {
  /** it has texts to read */
  comenta: boolean;
}

/** The chosen values of each dimension, by its `campo`; `so`: without what stands below them. */
export type Filtros = Readonly<Record<string, { ids: readonly number[]; so: boolean }>>;

export interface Resultados {
  rodada: RodadaDosResultados;
  /** people who were asked, within the filter; null: withheld, as it is of any part of those whose answers are not identified */
  convidados: number | null;
  perguntas: readonly PerguntaDosResultados[];
  aspectos: readonly Aspecto[];
  dimensoes: readonly DimensaoDosResultados[];
  /** false: people still answer, and nothing is told before the round is closed */
  pronto: boolean;
  /** of everybody whom the filter leaves; null: withheld */
  total: Resultado | null;
  /** the dimension by which `grupos` are */
  por: string | null;
  grupos: readonly Grupo[];
  /** the other rounds of the same questions, newest first */
  outras: readonly RodadaDosResultados[];
}

export interface ResultadosPorPergunta extends Omit<Resultados, 'grupos'> {
  /** told one after the other, and once */
  grupos: AsyncIterable<GrupoPorPergunta> | Iterable<GrupoPorPergunta>;
}

/** The same group in an earlier round. */
export interface Comparacao {
  rodada: RodadaDosResultados;
  total: Resultado | null;
  grupos: readonly Grupo[];
}

/** One of the times that the same questions were asked; null: withheld, or not asked. */
export interface Vez {
  rodada: RodadaDosResultados;
  pessoas: number | null;
  geral: Indice;
  nps: Valor | null;
}

export interface ComentariosDaPergunta {
  perguntaId: number;
  /** null: too few, or too few people; withheld */
  textos: readonly { texto: string; nome?: string | null }[] | null;
  total: number;
  /** there may be a few more texts than are told */
  soAlguns?: boolean;
}

/** Why something is not shown: one sentence for every reason, since the reason would tell, too. */
export const NAO_MOSTRADO =
  'Não mostrado para proteger quem respondeu: o grupo é pequeno, ou dele se calcularia um grupo pequeno.';

/** Comments need a few people more than numbers do, since they tell more. */
export const TEXTOS_A_MAIS = 3;
export const TEXTOS_POR_PAGINA = 20;

/**
 * How many of `todos` texts are told where only some were asked: the fewest that are told at all and whole groups of the minimum, from a
 * beginning between 0 and the minimum that nobody knows, so that one text more seldom shows, and never for sure where there is no other.
 */
export const textosMostrados = (todos: number, minimo: number, comeco: number): number =>
  minimo + TEXTOS_A_MAIS + Math.max(0, Math.floor((todos - minimo - TEXTOS_A_MAIS - comeco) / minimo)) * minimo;

/** What is said of a question whose numbers go in steps (`deCincoEmCinco`), and why. */
export const ARREDONDADOS = 'números arredondados de 5 em 5 (as médias, a 5% da escala)';
export const PARA_NAO_REVELAR = `${ARREDONDADOS}, para não revelar a quantas pessoas a pergunta apareceu`;

/** Digits of a mean, on screens and in files. */
export const CASAS_DA_MEDIA = 1;

/** A number with its bound, as screens and files write it: '≤ 20%'. */
export function saidValue({ valor, limite }: Valor, unit: '%' | '', decimals = 0): string {
  const number = `${formatNumber(valor, decimals).replace('-', '−')}${unit}`;
  return limite === undefined ? number : `${limite === 'min' ? '≥' : '≤'} ${number}`;
}
