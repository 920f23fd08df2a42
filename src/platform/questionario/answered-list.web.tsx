import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface Props<Row> {
  /** the address of the rows, answered page by page (`pagina`) */
  path: string;
  query: Readonly<Record<string, string | number | boolean | undefined>>;
  /** lines of a full page */
  perPage: number;
  columns: ComponentProps<typeof PlainTable<Row>>['columns'];
  empty: ComponentProps<typeof Empty>;
}

/** Who was asked by name, and has mostly answered: further pages below the first one. */
export function AnsweredList<Row extends { id: number }>({ path, query, perPage, columns, empty }: Props<Row>) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['respostas-com-nome', path, query],
    queryFn: ({ signal, pageParam }) =>
      api.get<Row[]>(path, { ...query, pagina: pageParam }, { silent: true, quiet: true, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length),
  });
  if (isError) return <Fault message="Não foi possível carregar as respostas." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={200} />;
  const rows = data.pages.flat();
  if (rows.length === 0) return <Empty {...empty} />;
  return (
    <Stack gap="md">
      <PlainTable caption="Respostas" cards rows={rows} keyOf={({ id }) => id} columns={columns} />
      {hasNextPage && (
        <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()} style={{ alignSelf: 'center' }}>
          Mostrar mais
        </Button>
      )}
    </Stack>
  );
}
