import { Button, Grid, Paper } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDate, formatMonth } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import type { Slices } from '#kit/chart/chart-data.ts';
import { api } from '#kit/client/client.web.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import classes from './home.module.css';

interface Area {
  /** null: the people of the parent area itself */
  id: number | null;
  /** the key of the list behind it */
  fatia: string;
  nome: string;
  quantidade: number;
  temFilhas: boolean;
}

const quiet = { quiet: true, silent: true } as const;

interface Props {
  empresaId: number | undefined;
}

const headcount = (empresaId: number | undefined, areaId?: number) =>
  queryOptions({
    queryKey: ['quadro-por-area', empresaId, areaId],
    queryFn: () =>
      api.get<{ dia: string; lista: string | null; itens: Area[] }>('/api/geral/indicadores/quadro-por-area', { areaId }, quiet),
  });

const movement = (empresaId: number | undefined) =>
  queryOptions({
    queryKey: ['movimentacao', empresaId],
    queryFn: () => api.get<MovementData>('/api/geral/indicadores/movimentacao', {}, quiet),
  });

/** What both figures show at first. */
export const figures = (empresaId: number | undefined) => [headcount(empresaId), movement(empresaId)] as const;

/** Two figures on talents. */
export function Indicators({ empresaId }: Props) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Headcount empresaId={empresaId} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Movement empresaId={empresaId} />
      </Grid.Col>
    </Grid>
  );
}

const Failed = ({ onRetry, isBusy }: { onRetry: () => unknown; isBusy: boolean }) => (
  <Paper className={classes.failed}>
    <Fault message="Não foi possível carregar o gráfico." isBusy={isBusy} onRetry={onRetry} />
  </Paper>
);

/** Headcount by area; a bar opens its child areas. */
function Headcount({ empresaId }: Props) {
  const visit = useNavigate();
  const [way, setWay] = useState<readonly Area[]>([]);
  const areaId = way.at(-1)?.id ?? undefined;
  const { data, isPending, isError, isFetching, refetch } = useQuery(headcount(empresaId, areaId));
  if (isError) return <Failed isBusy={isFetching} onRetry={refetch} />;
  const areas = data?.itens ?? [];
  const listOf = (area: Area | undefined) =>
    data?.lista && area
      ? { to: behind(data.lista, `inicio/quadro/0/${area.fatia}`), name: `${area.nome}: ${people(area.quantidade)}` }
      : null;
  const slices: Slices = {
    link: (index) => listOf(areas[index]),
    down: {
      label: 'Áreas filhas',
      can: (index) => areas[index]?.temFilhas === true,
      go: (index) => setWay([...way, ...areas.slice(index, index + 1)]),
    },
    visit: (to) => void visit(to),
  };
  const whole = listOf(way.at(-1));
  return (
    <Chart
      kind="bar"
      plain
      title={way.length === 0 ? 'Colaboradores por área' : `Colaboradores por área: ${way.map(({ nome }) => nome).join(' > ')}`}
      isLoading={isPending}
      emptyHint="As áreas aparecem aqui quando houver talentos nelas."
      categoryLabel="Área"
      categories={areas.map(({ nome }) => nome)}
      series={[{ name: 'Colaboradores', data: areas.map(({ quantidade }) => quantidade) }]}
      period={data && `em ${formatDate(data.dia)}`}
      slices={slices}
      actions={
        way.length > 0 ? (
          <>
            {whole && (
              <Button size="xs" variant="default" component={Link} to={whole.to}>
                {`Ver ${people(way.at(-1)?.quantidade ?? 0)}`}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowUp size={14} aria-hidden="true" />}
              onClick={() => setWay(way.slice(0, -1))}
            >
              Área mãe
            </Button>
          </>
        ) : null
      }
    />
  );
}

const people = (n: number) => counted(n, 'talento', 'talentos');
const behind = (list: string, fatia: string) => `/${list}?${new URLSearchParams({ fatia })}`;

interface MovementData {
  lista: string | null;
  meses: string[];
  admissoes: number[];
  desligamentos: number[];
}

/** Admissions and dismissals by month. */
function Movement({ empresaId }: Props) {
  const visit = useNavigate();
  const { data, isPending, isError, isFetching, refetch } = useQuery(movement(empresaId));
  if (isError) return <Failed isBusy={isFetching} onRetry={refetch} />;
  const months = data?.meses ?? [];
  return (
    <Chart
      kind="line"
      plain
      title="Admissões e desligamentos por mês"
      period={data && months.length > 0 ? `de ${formatMonth(months[0] ?? '')} a ${formatMonth(months.at(-1) ?? '')}` : undefined}
      slices={{
        link: (index, series) => {
          const count = (series === 0 ? data?.admissoes : data?.desligamentos)?.[index] ?? 0;
          if (!data?.lista || count === 0) return null;
          const name = `${formatMonth(months[index] ?? '')}, ${series === 0 ? 'admissões' : 'desligamentos'}: ${people(count)}`;
          return { to: behind(data.lista, `inicio/movimentacao/${series}/${months[index]}`), name };
        },
        visit: (to) => void visit(to),
      }}
      isLoading={isPending}
      emptyHint="Os últimos doze meses aparecem aqui quando alguém for admitido ou desligado."
      categoryLabel="Mês"
      categories={months.map(formatMonth)}
      series={[
        { name: 'Admissões', data: data?.admissoes ?? [] },
        { name: 'Desligamentos', data: data?.desligamentos ?? [] },
      ]}
    />
  );
}
