import type { Traducao } from '#platform/questionario/definition.ts';
import type { Texto } from '#platform/questionario/translations.ts';

/** What the sheet of evaluations says in Portuguese, and what of it somebody has translated. */
export interface TraducoesDasCompetencias {
  textos: Texto[];
  traducoes: Traducao[];
  podeEditar: boolean;
}

/** Most texts that are saved at once. */
export const MAIS_TEXTOS = 500;
