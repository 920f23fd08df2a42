import { Anchor, Paper, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { ShowMore, usePages } from '#platform/questionario/answered-list.web.tsx';
import { Filtro, useFiltro } from '../filtro.web.tsx';
import { dizPercentual, POR_VEZ } from '../questionarios.ts';
import type { ResultadoResumido } from '../resultado-na-tela.ts';

const TITULO = 'Resultados das Avaliações';
const FALHA = 'Não foi possível carregar os resultados.';

interface Pedidos {
  avaliacaoDesempenhoId?: number | undefined;
  meus?: boolean;
  busca?: string | undefined;
}

const useResultados = (query: Pedidos) =>
  usePages<ResultadoResumido>({ path: 'avaliacao/resultados', query: { ...query }, perPage: POR_VEZ });

/** On the page of an evaluation: what each evaluated came to. */
export function ResultadosDaAvaliacao({ record: { id, anonima } }: PanelProps) {
  const filtro = useFiltro();
  return (
    <DeOutros
      query={{ avaliacaoDesempenhoId: id, busca: filtro.busca }}
      filter={<Filtro filtro={filtro} placeholder="Avaliado" deUma />}
      empty={
        <Empty
          message="Ainda não há resultados."
          why={
            anonima === true
              ? 'Os de uma avaliação anônima aparecem quando ela é concluída.'
              : 'Aparecem quando os avaliadores respondem.'
          }
        />
      }
    />
  );
}

/** `/avaliacao/resultados`: one's own results, and those of the people whom one leads; `?avaliacao=` of one evaluation. */
export function ResultadosDasAvaliacoes() {
  const { moduleTitle } = useActing();
  const filtro = useFiltro();
  const { avaliacaoDesempenhoId, busca } = filtro;
  const { rows, isError, isFetching, refetch, more } = useResultados({ meus: true });
  const meus = rows ?? [];
  return (
    <Page title={TITULO} breadcrumbs={[{ label: moduleTitle('avaliacao') }, { label: TITULO }]}>
      <Stack>
        {isError && <Fault message={FALHA} onRetry={refetch} isBusy={isFetching} />}
        {meus.length > 0 && (
          <Section title="Os seus resultados">
            <Tabela linhas={meus} deOutros={false} />
            <ShowMore {...{ more, isFetching }} />
          </Section>
        )}
        <DeOutros
          query={{ avaliacaoDesempenhoId, busca, meus: false }}
          filter={<Filtro filtro={filtro} placeholder="Avaliado" />}
          title="De outras pessoas"
          empty={
            rows?.length !== 0 ? null : (
              <Paper>
                <Empty
                  message="Ainda não há resultados que você possa ver."
                  why="O seu resultado, e o de quem você lidera, aparecem quando a avaliação é concluída."
                />
              </Paper>
            )
          }
        />
      </Stack>
    </Page>
  );
}

interface DeOutrosProps {
  query: Pedidos;
  filter: ReactNode;
  title?: string;
  /** what stands there while nobody has a result */
  empty: ReactNode;
}

function DeOutros({ query, filter, title, empty }: DeOutrosProps) {
  const { rows, isError, isFetching, refetch, more } = useResultados(query);
  // Once there is something to look through, the filter stays while what it asks for is read.
  const isFiltered = query.busca !== undefined || (title !== undefined && query.avaliacaoDesempenhoId !== undefined);
  const [hasFilter, setHasFilter] = useState(isFiltered);
  if (rows && rows.length > 0 && !hasFilter) setHasFilter(true);
  if (isError) return <Fault message={FALHA} onRetry={refetch} isBusy={isFetching} />;
  if (!hasFilter) return rows ? empty : <Waiting height={240} />;
  const list = (
    <>
      {filter}
      {!rows ? (
        <Waiting height={240} />
      ) : rows.length === 0 ? (
        <Empty message={isFiltered ? 'Nenhum resultado com este filtro.' : 'Ainda não há resultados.'} />
      ) : (
        <Tabela linhas={rows} deOutros />
      )}
      <ShowMore {...{ more, isFetching }} />
    </>
  );
  return title === undefined ? list : <Section title={title}>{list}</Section>;
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
