import type { TipoCompetencia } from './tipo-competencia.ts';

/** A level as a column of the matrix. */
export interface NivelDaMatriz {
  id: number;
  descricao: string;
  ordem: number;
  percentual: number | null;
}

/** A competency as a row of the matrix; without a level it is not configured. */
export interface LinhaDaMatriz {
  dataKey: string;
  competencia: { id: number; nome: string };
  competenciaTipo: TipoCompetencia;
  competenciaObservacao: string | null;
  competenciaPeso: number | null;
  solicitarComentario: boolean;
  nivelCompetenciaId: number | null;
  nivelCompetenciaOrdem: number | null;
  /** the level that the band requires, beside a talent's own */
  nivelCompetenciaIndicacaoId: number | null;
  nivelCompetencia: { id: number; descricao: string } | null;
  ordem: number | null;
  percentual: number | null;
  comentario: string | null;
  /** percentage in the talent's latest evaluation that shows it; null: none does */
  performance: number | null;
  criteria: { id: number; descricao: string }[];
  comportamentos: { id: number; descricao: string }[];
  /** false: the position has dropped it since */
  doCargo: boolean;
}

/** A dated configuration with everything that its screen shows. */
export interface Matriz {
  id: number | null;
  versao: number | null;
  data: string;
  faixaSalarial: { id: number; nome: string } | null;
  niveisCompetencias: NivelDaMatriz[];
  configsNiveisCompetencias: LinhaDaMatriz[];
  exibiNivelCompetenciaExigido: boolean;
  considerarPercentualMinimo: boolean;
  ordemMaxima: number;
  exibirPerformance: boolean;
}

/** The series of the radar: one value a label, in the order of the labels. */
export interface SerieRadar {
  labels: string[];
  competenciasColaborador: number[];
  competenciasFaixaSalarial: number[];
  ordemMaxima: number;
}

/** Hidden when either side has nothing to compare. */
export const temRadar = ({ competenciasColaborador, competenciasFaixaSalarial }: SerieRadar): boolean =>
  competenciasColaborador.length > 0 && competenciasFaixaSalarial.length > 0;
