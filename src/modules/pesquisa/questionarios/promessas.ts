import { promessaDe } from '#platform/questionario/asked.ts';
import { MINIMO_USUAL, type Modo, modos } from '#platform/questionario/round.ts';

/** The promise in a mail and beside the form: its name, and what it means. */
export const prometido = (modo: Modo, minimo: number | null): string =>
  `${modos[modo]}: ${promessaDe(modo, minimo ?? MINIMO_USUAL)}`;
