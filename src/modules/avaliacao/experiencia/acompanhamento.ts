import { A_AVALIAR } from '#modules/gestao-talentos/public.ts';
import type { Definicao, Resposta } from '#platform/questionario/definition.ts';

/** Whether the questions about somebody were asked and answered. */
export const respostasDoAcompanhamento = {
  N: 'Não perguntado',
  E: 'Espera resposta',
  P: 'Parcialmente respondida',
  R: 'Respondida',
  S: 'Sem resposta',
} as const;

/** Whether a period in this situation is still to be judged. */
export const aAvaliar = (situacao: string): boolean => A_AVALIAR.some((uma) => uma === situacao);

interface Nomeado {
  id: number;
  nome: string;
}

/** One questionnaire about somebody on trial, in one period. */
export interface QuestionarioDoTalento {
  /** the participation; null: nobody was asked */
  id: number | null;
  /** the model; null: the period has none, or several and none was chosen */
  questionarioId: number | null;
  titulo: string | null;
  periodo: Nomeado;
  dias: number;
  termino: string;
  situacao: string;
  resposta: keyof typeof respostasDoAcompanhamento;
  /** who is asked, or who has answered */
  avaliador: string | null;
  /** the acting user is asked */
  minha: boolean;
  respondidaEm: string | null;
  percentual: number | null;
  minimo: number | null;
  resultado: string | null;
  parecer: string | null;
  contratoAte: string | null;
  avaliacaoId: number | null;
}

/** CALL-231: somebody on trial with their questionnaires. */
export interface TalentoEmExperiencia {
  colaborador: Nomeado;
  area: string | null;
  cargo: string | null;
  dataAdmissao: string;
  /** the talent who answers for the area */
  lider: Nomeado | null;
  questionarios: QuestionarioDoTalento[];
}

/** CALL-232: what is asked about somebody, and what was answered. */
export interface QuestionarioRespondido {
  /** the participation; null: nobody was asked */
  id: number | null;
  questionarioId: number;
  titulo: string;
  colaborador: Nomeado;
  periodo: Nomeado;
  avaliador: string | null;
  respondidaEm: string | null;
  percentual: number | null;
  minimo: number | null;
  aspectos: { nome: string; percentual: number }[];
  definicao: Definicao;
  /** null: not answered */
  respostas: Resposta[] | null;
}
