import { Button } from '@mantine/core';
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

/** Rows that are answered page by page; `more` reads the next page, while there is one. */
export function usePages<Row>({ path, query, perPage }: Pick<Props<Row>, 'path' | 'query' | 'perPage'>) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['pagina-a-pagina', path, query],
    queryFn: ({ signal, pageParam }) =>
      api.get<Row[]>(path, { ...query, pagina: pageParam }, { silent: true, quiet: true, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length),
  });
  return { rows: data?.pages.flat(), isError, isFetching, refetch, more: hasNextPage ? () => void fetchNextPage() : undefined };
}

/** Below the rows that are shown: the way to further ones. */
export const ShowMore = ({ more, isFetching }: Pick<ReturnType<typeof usePages>, 'more' | 'isFetching'>) =>
  more && (
    <Button variant="default" loading={isFetching} onClick={more} mt="md" mx="auto" display="block">
      Mostrar mais
    </Button>
  );

/** Who was asked by name, and has mostly answered: further pages below the first one. */
export function AnsweredList<Row extends { id: number }>({ columns, empty, ...asked }: Props<Row>) {
  const { rows, isError, isFetching, refetch, more } = usePages<Row>(asked);
  if (isError) return <Fault message="Não foi possível carregar as respostas." onRetry={refetch} isBusy={isFetching} />;
  if (!rows) return <Waiting height={200} />;
  if (rows.length === 0) return <Empty {...empty} />;
  return (
    <>
      <PlainTable caption="Respostas" cards rows={rows} keyOf={({ id }) => id} columns={columns} />
      <ShowMore {...{ more, isFetching }} />
    </>
  );
}
