/** The filter of the dashboards of recruitment, judged. */
export interface FiltroVagas {
  dataInicio: string;
  dataFim: string;
  areasIds: number[] | null;
  soAreas: boolean;
  estabelecimentosIds: number[] | null;
  cargosIds: number[] | null;
}
