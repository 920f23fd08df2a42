import { useQuery } from '@tanstack/react-query';
import { counted } from '#kit/br/text.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { api } from '#kit/client/client.web.ts';
import type { Vez } from './results.ts';

/** How favourable answers were each time that the same questions were asked. */
export function ResultsEvolution({ root }: { root: string }) {
  const { data = [] } = useQuery({
    queryKey: ['resultados', root, 'evolucao'],
    queryFn: () => api.get<Vez[]>(`${root}/evolucao`, {}, { quiet: true, silent: true }),
    retry: false,
  });
  const told = data.filter(({ pessoas }) => pessoas !== null);
  // One point is no line.
  if (told.length < 2) return null;
  const lines = [
    { name: 'Favorabilidade (%)', data: told.map(({ geral }) => geral.favoravel) },
    { name: 'NPS', data: told.map(({ nps }) => nps?.valor ?? null) },
  ];
  return (
    <Chart
      plain
      title="Evolução"
      kind="line"
      period={`as últimas ${counted(told.length, 'vez', 'vezes')}`}
      hint="Todas as respostas de cada vez que as mesmas perguntas foram feitas, sem filtros."
      categoryLabel="Questionário"
      categories={told.map(({ rodada }) => rodada.titulo)}
      series={[
        ...lines.filter(({ data: points }) => points.some((point) => point !== null)),
        { name: 'Respostas', data: told.map(({ pessoas }) => pessoas), drawn: false },
      ]}
    />
  );
}
