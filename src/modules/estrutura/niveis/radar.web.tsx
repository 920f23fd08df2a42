import { Chart } from '#kit/chart/chart.web.tsx';
import { type SerieRadar, temRadar } from './matriz.ts';

const ALTURA = 400;

/** The levels that a band requires beside those of a talent; nothing when either has none. */
export function RadarDeCompetencias({ serie, talento, faixa }: { serie: SerieRadar; talento: string; faixa: string }) {
  if (!temRadar(serie)) return null;
  return (
    <Chart
      kind="radar"
      title="Radar de competências"
      categoryLabel="Competência"
      height={ALTURA}
      max={serie.ordemMaxima}
      categories={serie.labels}
      series={[
        { name: faixa, data: serie.competenciasFaixaSalarial },
        { name: talento, data: serie.competenciasColaborador },
      ]}
    />
  );
}
