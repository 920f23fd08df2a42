import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fieldText } from '#kit/fields/field-text.ts';
import { type ListColumn, namingColumn } from '#kit/query/list-column.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';

/** Columns that a list never drops: too few would say nothing. */
const LEAST_COLUMNS = 3;

/**
 * The columns that the window has room for. Those that say least on this page go first, the name and the state never; columns
 * that somebody chose all stay, and the list scrolls.
 */
export function useFitting(registry: AnyRegistry, columns: readonly ListColumn[], rows: readonly RecordRow[], isWhole: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const [dropped, setDropped] = useState({ count: 0, width: 0 });
  const names = columns.map(({ name }) => name).join();
  const leaving = useMemo(() => {
    const kept = [namingColumn(registry, columns), registry.lifecycle?.field];
    const said = ({ name, field }: ListColumn) => rows.filter((row) => fieldText(field, row[name]) !== '').length;
    return columns
      .filter(({ name, field }) => !kept.includes(name) && !field.activity && !field.tones)
      .map((column, place) => ({ name: column.name, place, said: said(column) }))
      .toSorted((a, b) => a.said - b.said || b.place - a.place)
      .map(({ name }) => name);
  }, [registry, columns, rows]);
  // Another page, or other columns, begin with all of them again.
  useLayoutEffect(() => setDropped({ count: 0, width: scroller.current?.clientWidth ?? 0 }), [names, rows]);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || isWhole) return;
    const fit = () =>
      setDropped((was) => {
        if (box.clientWidth > was.width && was.count > 0) return { count: 0, width: box.clientWidth };
        const isTight = box.scrollWidth > box.clientWidth + 1 && columns.length - was.count > LEAST_COLUMNS;
        return isTight && was.count < leaving.length ? { count: was.count + 1, width: box.clientWidth } : was;
      });
    fit();
    if (typeof ResizeObserver === 'undefined') return;
    const watching = new ResizeObserver(fit);
    watching.observe(box);
    return () => watching.disconnect();
  }, [columns.length, leaving, isWhole, dropped]);
  const gone = new Set(isWhole ? [] : leaving.slice(0, dropped.count));
  return { scroller, columns: columns.filter(({ name }) => !gone.has(name)), gone: columns.filter(({ name }) => gone.has(name)) };
}
