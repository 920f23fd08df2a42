import { Button, Group, Stack, Text } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatNumber } from '#kit/br/number.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import type { PessoaNoQuadro, RadarDoAvaliado } from './ninebox.ts';
import { NINE_BOX } from './quadro.web.ts';

const ALTURA = 400;

/** The competencies of somebody on the grid: required, by themselves and by the others; below, what is missing most. */
export function RadarDialog({ pessoa, onClose }: { pessoa: PessoaNoQuadro; onClose: () => void }) {
  const { empresaId } = useActing();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['ninebox', empresaId, 'radar', pessoa.avaliadoId],
    queryFn: () => api.get<RadarDoAvaliado>(`${NINE_BOX}/chart/cncc/${pessoa.avaliadoId}`, {}, { quiet: true }),
    retry: false,
  });
  const series = data
    ? [
        { name: 'Exigido', data: data.exigido },
        { name: 'Obtido', data: data.obtido },
        { name: 'Autoavaliação', data: data.auto },
      ].filter((serie) => serie.data.some((valor) => valor !== null))
    : [];
  return (
    <Dialog onClose={onClose} title={pessoa.nome} size="xl">
      {isError && <Fault message="Não foi possível carregar o radar." onRetry={refetch} isBusy={isFetching} />}
      {!data && !isError && <Waiting height={ALTURA} />}
      {data && data.labels.length === 0 && (
        <Empty message="Nenhuma competência foi avaliada." why="O desempenho desta pessoa não guarda notas por competência." />
      )}
      {data && data.labels.length > 0 && (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {data.avaliacao}. Desempenho {formatNumber(pessoa.desempenho, 1)}, potencial {formatNumber(pessoa.potencial, 1)}.
          </Text>
          <Chart
            kind="radar"
            title="Radar de competências"
            categoryLabel="Competência"
            height={ALTURA}
            max={100}
            decimals={1}
            categories={data.labels}
            series={series}
          />
          {data.lacunas.length > 0 && (
            <PlainTable
              caption="Competências abaixo do exigido"
              minWidth={420}
              rows={data.lacunas}
              keyOf={({ nome }) => nome}
              columns={[
                { title: 'Abaixo do exigido', cell: ({ nome }) => nome },
                { title: 'Exigido', figures: true, cell: ({ exigido }) => formatNumber(exigido, 1) },
                { title: 'Obtido', figures: true, cell: ({ obtido }) => formatNumber(obtido, 1) },
                { title: 'Falta', figures: true, cell: ({ lacuna }) => formatNumber(lacuna, 1) },
              ]}
            />
          )}
          <Group justify="flex-end">
            <Button
              component={Link}
              to={`/avaliacao/pdi/${pessoa.colaboradorId}`}
              variant="default"
              leftSection={<IconTargetArrow size={18} aria-hidden="true" />}
            >
              Abrir o PDI
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
