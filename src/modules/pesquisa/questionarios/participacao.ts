import type { EstadoDaRodada } from '#platform/questionario/round.ts';

/** How many have answered a questionnaire, in all and by a dimension; never who, where that was not promised. */
export interface ParticipacaoDoQuestionario {
  estado: EstadoDaRodada;
  convidados: number;
  respondidas: number;
  /** begun and not sent; null where nobody knows */
  iniciadas: number | null;
  grupos: { nome: string; convidados: number; respondidas: number }[];
  /** some groups are too small to be told */
  ocultos: boolean;
  dimensoes: { campo: string; rotulo: string }[];
  ultimoLembrete: string | null;
}
