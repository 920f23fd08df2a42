/** The filter of the dashboard, judged. */
export interface FiltroCargosSalarios {
  dataBase: string;
  dataInicio: string;
  dataFim: string;
  areasIds: number[] | null;
  soAreas: boolean;
  estabelecimentosIds: number[] | null;
}
