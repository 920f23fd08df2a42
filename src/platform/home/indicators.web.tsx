import { Button, Grid, Paper } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMonth } from '#kit/br/date.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import classes from './home.module.css';

interface Area {
  /** null: the people of the parent area itself */
  id: number | null;
  nome: string;
  quantidade: number;
  temFilhas: boolean;
}

const quiet = { quiet: true, silent: true } as const;

interface Props {
  empresaId: number | undefined;
}

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
  const [way, setWay] = useState<readonly Area[]>([]);
  const areaId = way.at(-1)?.id ?? undefined;
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['quadro-por-area', empresaId, areaId],
    queryFn: () => api.get<{ itens: Area[] }>('/api/geral/indicadores/quadro-por-area', { areaId }, quiet),
  });
  if (isError) return <Failed isBusy={isFetching} onRetry={refetch} />;
  const areas = data?.itens ?? [];
  const drill = (index: number) => {
    const area = areas[index];
    if (!area) return;
    if (area.temFilhas) setWay([...way, area]);
    else toast.info('Área Organizacional não possui área filha.');
  };
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
      onSlice={drill}
      actions={
        way.length > 0 ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowUp size={14} aria-hidden="true" />}
            onClick={() => setWay(way.slice(0, -1))}
          >
            Área mãe
          </Button>
        ) : null
      }
    />
  );
}

interface MovementData {
  meses: string[];
  admissoes: number[];
  desligamentos: number[];
}

/** Admissions and dismissals by month. */
function Movement({ empresaId }: Props) {
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['movimentacao', empresaId],
    queryFn: () => api.get<MovementData>('/api/geral/indicadores/movimentacao', {}, quiet),
  });
  if (isError) return <Failed isBusy={isFetching} onRetry={refetch} />;
  return (
    <Chart
      kind="line"
      plain
      title="Admissões e desligamentos por mês"
      isLoading={isPending}
      emptyHint="Os últimos doze meses aparecem aqui quando alguém for admitido ou desligado."
      categoryLabel="Mês"
      categories={(data?.meses ?? []).map(formatMonth)}
      series={[
        { name: 'Admissões', data: data?.admissoes ?? [] },
        { name: 'Desligamentos', data: data?.desligamentos ?? [] },
      ]}
    />
  );
}
