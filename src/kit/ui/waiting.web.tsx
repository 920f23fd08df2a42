import { Loader, Skeleton } from '@mantine/core';

/** Something is on its way: its outline where the height is known, else a sign that turns. */
export function Waiting({ height }: { height?: number }) {
  const told = { role: 'status', 'aria-label': 'Carregando...' };
  return height === undefined ? <Loader {...told} /> : <Skeleton h={height} {...told} />;
}
