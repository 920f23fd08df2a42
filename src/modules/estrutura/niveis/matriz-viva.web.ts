import type { LinhaDaMatriz } from './matriz.ts';

/** A line in the form's state. */
export interface ItemDoFormulario {
  competencia: { id: number; nome: string };
  competenciaPeso: number | null;
  nivelCompetenciaId: number | null;
  comentario: string | null;
}

/** The state and actions of one row of the matrix. */
export interface LinhaViva {
  linha: LinhaDaMatriz;
  /** absent: the competency is not configured */
  item?: ItemDoFormulario;
  /** place of the item in the form's list */
  index: number;
  /** the fault of the row */
  falta?: string;
  change(patch: Partial<ItemDoFormulario> | null): void;
}
