import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDownload, IconEyeOff, IconHourglass, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { type Comparacao, NAO_MOSTRADO, type Resultados } from './results.ts';
import { ResultsEvolution } from './results-evolution.web.tsx';
import { ResultsFigures } from './results-figures.web.tsx';
import { ResultsFilter } from './results-filter.web.tsx';
import { ResultsMap } from './results-map.web.tsx';
import { ResultsQuestions } from './results-questions.web.tsx';
import { modos } from './round.ts';

interface Props {
  /** where the records that ask are served: `pesquisa/questionarios` */
  path: string;
  id: number;
}

/** The names of the address that are the server's: the grouping and the filters. */
const askedIn = (search: URLSearchParams) =>
  Object.fromEntries([...search].filter(([name, value]) => (name === 'por' || name.startsWith('f.')) && value !== ''));

/** The results of a round; grouping, filters and the compared round stand in the address. */
export function Results({ path, id }: Props) {
  const [search] = useSearchParams();
  const asked = askedIn(search);
  const com = search.get('com') ?? '';
  const root = `${path}/${id}/resultados`;
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['resultados', root, asked],
    queryFn: () => api.get<Resultados>(root, asked, { quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const other = useQuery({
    queryKey: ['resultados', root, asked, com],
    queryFn: () => api.get<Comparacao>(`${root}/comparacao/${com}`, asked, { quiet: true }),
    enabled: com !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (isError) return <Fault message="Não foi possível carregar os resultados." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <ScreenLoading />;
  const antes = com === '' ? undefined : other.data;
  return (
    <Stack gap="md">
      <Head {...{ data, root, asked }} />
      {data.pronto ? (
        <>
          <ResultsFilter data={data} />
          <Shown {...{ data, antes, root }} />
        </>
      ) : (
        <Empty
          icon={<IconHourglass size={24} stroke={1.6} />}
          message="Os resultados aparecem quando a rodada se encerra."
          why="Antes disso nada é mostrado a ninguém: cada nova resposta mudaria os números e diria de quem ela é."
        />
      )}
    </Stack>
  );
}

function Head({ data: { rodada, pronto }, root, asked }: { data: Resultados; root: string; asked: Record<string, string> }) {
  const save = (formato: string) => void api.blob(`${root}/arquivo/${formato}?${new URLSearchParams(asked)}`).catch(() => null);
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        <Pill tone={rodada.modo === 'I' ? 'waiting' : 'good'}>{modos[rodada.modo]}</Pill>
        <Text size="sm" c="dimmed">
          {[
            rodada.ate && `até ${formatDate(rodada.ate)}`,
            rodada.modo !== 'I' && `grupos de ${rodada.minimo} pessoas ou mais`,
            `versão ${rodada.versao} das perguntas`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {pronto && (
        <Group gap="xs" className="vinculo-no-print">
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden="true" />}
            onClick={() => save('pdf')}
          >
            PDF
          </Button>
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <Button variant="default" leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}>
                Exportar
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => save('xlsx')}>Planilha (XLSX)</Menu.Item>
              <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </Group>
  );
}

function Shown({ data, antes, root }: { data: Resultados; antes: Comparacao | undefined; root: string }) {
  const { total, rodada } = data;
  return (
    <>
      {total ? (
        <ResultsFigures {...{ data, total, antes }} />
      ) : (
        <Empty
          icon={<IconEyeOff size={24} stroke={1.6} />}
          message={rodada.modo === 'I' ? 'Ninguém respondeu ainda.' : 'Estes resultados não aparecem.'}
          why={rodada.modo === 'I' ? undefined : NAO_MOSTRADO}
        />
      )}
      {total && data.outras.length > 0 && <ResultsEvolution root={root} />}
      {data.grupos.some(({ resultado }) => resultado !== null) && <ResultsMap {...{ data, antes }} />}
      {total && <ResultsQuestions {...{ data, total, antes, root }} />}
    </>
  );
}
