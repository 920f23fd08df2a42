/**
 * What people are promised about their answers.
 *
 * - `I`: who answered what is seen by whoever may see the results.
 * - `C`: the system knows, and shows results of groups alone.
 * - `A`: after the round has closed nobody can know, not even whoever administers the database.
 */
export const modos = { I: 'Identificado', C: 'Confidencial', A: 'Anônimo' } as const;
export type Modo = keyof typeof modos;

/** `P`: nobody answers for now; `A`: people answer; `F`: closed, its answers being put together; `D`: its results stand. */
export const estadosDaRodada = { P: 'Pausada', A: 'Aberta', F: 'Encerrando', D: 'Encerrada' } as const;
export type EstadoDaRodada = keyof typeof estadosDaRodada;

/** `N`: not begun; `P`: begun, known only where answers are not anonymous; `R`: sent. */
export const estadosDaParticipacao = { N: 'Não respondida', P: 'Parcialmente respondida', R: 'Respondida' } as const;
export type EstadoDaParticipacao = keyof typeof estadosDaParticipacao;

/** Something by which results are grouped and filtered. The value of each person is taken when the round opens and stays. */
export interface Dimensao {
  campo: string;
  rotulo: string;
  /** `module/slug` of the registry whose ids the values are; or the labels of codes */
  registro?: string;
  opcoes?: Readonly<Record<string, string>>;
}

/** The smallest group whose results are shown when nobody says another one, and the least that may be said. */
export const MINIMO_USUAL = 5;
export const MENOR_MINIMO = 3;
