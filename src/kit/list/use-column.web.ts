import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { PageOf } from './page-of.web.ts';

/** So many rows before the end of what is loaded the next page is asked for. */
const AHEAD = 12;

/**
 * The rows of a board's column, of which only those on the screen are drawn; the next page is fetched as somebody scrolls towards it.
 * `height` is what a card is taken to measure, in pixels, until it is drawn.
 */
export function useColumn<Row extends { id: number }>(pages: UseInfiniteQueryResult<InfiniteData<PageOf<Row>>>, height: number) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const rows = data?.pages.flatMap(({ content }) => content) ?? [];
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (place) => rows[place]?.id ?? place,
    overscan: 6,
  });
  const items = shown.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= rows.length - AHEAD) void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { rows, scroller, shown, items };
}
