import { Chart } from '#kit/chart/chart.web.tsx';
import { type SerieRadar, temRadar } from './matriz.ts';

const ALTURA = 400;

/** What a band asks for beside what a talent has; nothing at all while one of them says nothing. */
export function RadarDeCompetencias({ serie, talento, faixa }: { serie: SerieRadar; talento: string; faixa: string }) {
  if (!temRadar(serie)) return null;
  return (
    <Chart
      kind="radar"
      title="Competências"
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
