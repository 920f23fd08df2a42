/** The filter of the dashboard, judged. */
export interface FiltroDesempenho {
  dataInicio: string;
  dataFim: string;
  areasIds: number[] | null;
  soAreas: boolean;
  estabelecimentosIds: number[] | null;
}
