import { IconChartPie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import { OriginChip } from './origin-chip.web.tsx';

const quiet = { quiet: true, silent: true } as const;

/** Says from which slice of a chart the rows of a list come. */
export function SliceChip({ slice, onRemove }: { slice: string; onRemove: () => void }) {
  const { data } = useQuery({
    queryKey: ['fatia', slice],
    queryFn: ({ signal }) => api.get<{ texto: string }>('fatias', { fatia: slice }, { ...quiet, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <OriginChip icon={IconChartPie} words={data?.texto ?? 'Fatia de um gráfico'} onRemove={onRemove} />;
}
