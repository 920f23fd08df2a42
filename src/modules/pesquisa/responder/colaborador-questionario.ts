import type { Definicao, Resposta } from '#platform/questionario/definition.ts';
import type { Modo } from '#platform/questionario/round.ts';

export const MINHAS = '/pesquisa/colaborador-questionario';
/** Answers that carry a name: the list of them, and one person's. */
export const RESPOSTAS = '/pesquisa/colaborador-respostas';

/** So many are answered at once, the others page by page. */
export const POR_VEZ = 500;

/** ENT-085: somebody who is asked a questionnaire or an interview. */
export interface ColaboradorQuestionario {
  id: number;
  /** null: it is an interview */
  questionario: { id: number; nome: string } | null;
  colaborador: { id: number; nome: string };
  titulo: string;
  /** whether its survey, or interview, is still active */
  ativa: boolean;
  /** whom it is about */
  sobre: string | null;
  /** false: another module asks it */
  pesquisa: boolean;
  modo: Modo;
  ate: string | null;
  aberta: boolean;
  /** null: not told to this reader, because only groups are told of */
  respondida: boolean | null;
  respondidoParcialmente: boolean | null;
  minha: boolean;
}

/** RUL-423 */
export const tituloDaSolicitacao = ({ titulo, ativa }: Pick<ColaboradorQuestionario, 'titulo' | 'ativa'>): string =>
  ativa ? titulo : `${titulo} (INATIVA)`;

/** The answers that somebody gave by name. */
export interface RespostasDadas {
  titulo: string;
  colaborador: string;
  minha: boolean;
  definicao: Definicao;
  respostas: Resposta[];
}

/** Where somebody answers what waits for them. */
export const enderecoDaResposta = ({ id, questionario }: Pick<ColaboradorQuestionario, 'id' | 'questionario'>): string =>
  questionario ? `${MINHAS}/${questionario.id}` : `/pesquisa/responder/${id}`;
