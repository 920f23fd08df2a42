/** The filter of the dashboard, judged. */
export interface FiltroTalento {
  dataInicio: string;
  dataFim: string;
  areasIds: number[] | null;
  soAreas: boolean;
  estabelecimentosIds: number[] | null;
  metaTurnover: number | null;
  metaAbsenteismo: number | null;
}
