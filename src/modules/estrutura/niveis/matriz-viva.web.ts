import type { LinhaDaMatriz } from './matriz.ts';

/** A line as the form holds it. */
export interface ItemDoFormulario {
  competencia: { id: number; nome: string };
  competenciaPeso: number | null;
  nivelCompetenciaId: number | null;
  comentario: string | null;
}

/** What one row of the matrix shows and does. */
export interface LinhaViva {
  linha: LinhaDaMatriz;
  /** absent: the competency is not configured */
  item?: ItemDoFormulario;
  /** place of the item in the form's list */
  index: number;
  /** what is wrong with the row */
  falta?: string;
  change(patch: Partial<ItemDoFormulario> | null): void;
}
