import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countSentence } from '#kit/br/text.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Pages } from '#kit/ui/pages.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import classes from '#kit/ui/table.module.css';
import { ListCards } from './list-cards.web.tsx';
import type { RowsProps } from './list-cell.web.tsx';
import { ListTable } from './list-table.web.tsx';
import type { PageOf } from './page-of.web.ts';
import { TipArea } from './tip-area.web.tsx';

interface Props extends Omit<RowsProps, 'rows'> {
  list: UseQueryResult<PageOf>;
  /** counted from 0 */
  page: number;
  onPage: (page: number) => void;
  /** false: its columns are not known yet, or its rows are not those of the view that it begins with */
  isReady?: boolean;
  /** shown when nothing was found */
  empty: ReactNode;
  /** the actions on the selected rows */
  bulk?: ReactNode;
  /** beside the pages */
  foot?: ReactNode;
}

/** A list in its frame: a table, cards on a phone, and the states of loading, failure and an empty result. */
export function ListCard({ list, page, onPage, empty, bulk, foot, isReady = true, ...table }: Props) {
  const Shown = usePhone() ? ListCards : ListTable;
  const rows = list.data?.content ?? [];
  return (
    <TipArea>
      <section className={classes.card} aria-label={table.registry.title} aria-busy={list.isFetching}>
        {(list.isPending || (!isReady && !list.isError)) && <Placeholder />}
        {list.isError && (
          <Fault message="Não foi possível carregar os registros." isBusy={list.isFetching} onRetry={list.refetch} />
        )}
        {list.isSuccess && isReady && rows.length === 0 && empty}
        {rows.length > 0 && isReady && (
          <div className={list.isPlaceholderData ? classes.busy : undefined}>
            <Shown {...table} rows={rows} />
          </div>
        )}
        {bulk}
        {list.isSuccess && isReady && (
          <div className={classes.foot}>
            <span role="status">{countSentence(list.data.totalElements, list.data)}</span>
            <Pages total={list.data.totalPages} page={page} onChange={onPage} />
            {foot}
          </div>
        )}
      </section>
    </TipArea>
  );
}

function Placeholder() {
  return (
    <Stack gap={8} p="sm" aria-hidden>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} h={28} />
      ))}
    </Stack>
  );
}
