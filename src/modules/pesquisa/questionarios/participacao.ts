import type { Valor } from '#platform/questionario/result.ts';
import type { EstadoDaRodada } from '#platform/questionario/round.ts';

/** How many have answered a questionnaire, in all and by a dimension; never who, where that was not promised. */
export interface ParticipacaoDoQuestionario {
  estado: EstadoDaRodada;
  convidados: number;
  respondidas: number;
  /** begun and not sent; null where nobody knows */
  iniciadas: number | null;
  grupos: { nome: string; convidados: number; taxa: Valor }[];
  /** smaller groups are counted with others */
  juntas: boolean;
  /** by which groups are told */
  dimensoes: { campo: string; rotulo: string }[];
  ultimoLembrete: string | null;
}
