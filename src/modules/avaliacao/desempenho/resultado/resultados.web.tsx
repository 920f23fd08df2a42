import { Anchor, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { dizPercentual } from '../questionarios.ts';
import type { ResultadoResumido } from '../resultado-na-tela.ts';

const TITULO = 'Resultados das Avaliações';
const FALHA = 'Não foi possível carregar os resultados.';

const useResultados = (avaliacaoDesempenhoId: number | undefined) =>
  useQuery({
    queryKey: ['resultados-das-avaliacoes', avaliacaoDesempenhoId],
    queryFn: ({ signal }) =>
      api.get<ResultadoResumido[]>('avaliacao/resultados', { avaliacaoDesempenhoId }, { silent: true, quiet: true, signal }),
  });

/** On the page of an evaluation: what each evaluated came to. */
export function ResultadosDaAvaliacao({ record: { id, anonima } }: PanelProps) {
  const { data, isError, isFetching, refetch } = useResultados(id);
  if (isError) return <Fault message={FALHA} onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={160} />;
  if (data.length === 0)
    return (
      <Empty
        message="Ainda não há resultados."
        why={
          anonima === true
            ? 'Os de uma avaliação anônima aparecem quando ela é concluída.'
            : 'Aparecem quando os avaliadores respondem.'
        }
      />
    );
  return <Tabela linhas={data} deOutros />;
}

/** `/avaliacao/resultados`: one's own results, and those of the people whom one leads; `?avaliacao=` of one evaluation. */
export function ResultadosDasAvaliacoes() {
  const { moduleTitle } = useActing();
  const [avaliacao] = useAddress('avaliacao');
  const avaliacaoDesempenhoId = /^\d{1,15}$/.test(avaliacao) ? Number(avaliacao) : undefined;
  const { data, isError, isFetching, refetch } = useResultados(avaliacaoDesempenhoId);
  const meus = data?.filter(({ visao }) => visao === 'avaliado') ?? [];
  const outros = data?.filter(({ visao }) => visao !== 'avaliado') ?? [];
  return (
    <Page title={TITULO} breadcrumbs={[{ label: moduleTitle('avaliacao') }, { label: TITULO }]}>
      {isError ? (
        <Paper>
          <Fault message={FALHA} onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : !data ? (
        <Waiting height={240} />
      ) : data.length === 0 ? (
        <Paper>
          <Empty
            message="Ainda não há resultados que você possa ver."
            why="O seu resultado, e o de quem você lidera, aparecem quando a avaliação é concluída."
          />
        </Paper>
      ) : (
        <Stack>
          {meus.length > 0 && (
            <Section title="Os seus resultados">
              <Tabela linhas={meus} deOutros={false} />
            </Section>
          )}
          {outros.length > 0 && (
            <Section title={avaliacaoDesempenhoId === undefined ? 'De outras pessoas' : (outros[0]?.avaliacao.titulo ?? '')}>
              <Tabela linhas={outros} deOutros />
            </Section>
          )}
        </Stack>
      )}
    </Page>
  );
}

const Tabela = ({ linhas, deOutros }: { linhas: readonly ResultadoResumido[]; deOutros: boolean }) => (
  <PlainTable
    caption={deOutros ? 'Resultados de outras pessoas' : 'Os seus resultados'}
    cards
    rows={linhas}
    keyOf={({ id }) => id}
    columns={[
      {
        title: deOutros ? 'Talento' : 'Avaliação',
        isHeading: true,
        cell: ({ id, avaliacao, colaborador }) => (
          <Anchor component={Link} to={`/avaliacao/resultados/${id}`} inherit>
            {deOutros ? colaborador.nome : avaliacao.titulo}
          </Anchor>
        ),
      },
      {
        title: deOutros ? 'Avaliação' : 'Término',
        cell: ({ avaliacao }) => (deOutros ? avaliacao.titulo : formatDate(avaliacao.dataFim)),
      },
      { title: 'Desempenho', figures: true, cell: ({ desempenho }) => dizPercentual(desempenho) },
      { title: 'Potencial', figures: true, cell: ({ potencial }) => dizPercentual(potencial) },
      ...(linhas.some(({ metas }) => metas !== null)
        ? [{ title: 'Metas', figures: true, cell: ({ metas }: ResultadoResumido) => dizPercentual(metas) }]
        : []),
      { title: 'Performance', figures: true, cell: ({ performance }) => dizPercentual(performance) },
      {
        title: 'Ciência',
        cell: ({ cienteEm, avaliacao }) =>
          cienteEm ? <Pill tone="good">Dada</Pill> : avaliacao.situacao === 'C' ? <Pill tone="waiting">Pendente</Pill> : '–',
      },
    ]}
  />
);
