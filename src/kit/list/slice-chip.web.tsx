import { CloseButton } from '@mantine/core';
import { IconChartPie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import classes from './list-filters.module.css';

const quiet = { quiet: true, silent: true } as const;

/** Says from which slice of a chart the rows of a list come. */
export function SliceChip({ slice, onRemove }: { slice: string; onRemove: () => void }) {
  const { data } = useQuery({
    queryKey: ['fatia', slice],
    queryFn: ({ signal }) => api.get<{ texto: string }>('fatias', { fatia: slice }, { ...quiet, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const words = data?.texto ?? 'Fatia de um gráfico';
  return (
    <div className={classes.chip}>
      <IconChartPie size={16} stroke={1.8} aria-hidden className={classes.chipIcon} />
      <span className={classes.sliceText} title={words}>
        {words}
      </span>
      <CloseButton
        size={24}
        iconSize={14}
        className="vinculo-no-print"
        aria-label={`Retirar o filtro ${words}`}
        onClick={onRemove}
      />
    </div>
  );
}
