import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fieldText } from '#kit/fields/field-text.ts';
import { type ListColumn, namingColumn } from '#kit/query/list-column.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';

/** Columns that a list never drops: too few would say nothing. */
const LEAST_COLUMNS = 3;

/** How many columns make room, and for what they did: other rows or columns begin with all of them again. */
interface Dropped {
  rows: readonly RecordRow[];
  names: string;
  count: number;
  width: number;
}

/** Its content is wider than the box. */
const isTight = (box: HTMLElement) => box.scrollWidth > box.clientWidth + 1;

/** How many of these places of a row must go, one after the other, until the table has room. It is left as it was: to draw it again for each would cost more. */
function inTheWay(box: HTMLElement, places: readonly number[]): number {
  const hidden: HTMLElement[] = [];
  let count = 0;
  for (const place of places) {
    if (!isTight(box)) break;
    for (const { cells } of box.querySelector('table')?.rows ?? []) {
      const cell = cells[place];
      if (!cell) continue;
      cell.style.display = 'none';
      hidden.push(cell);
    }
    count++;
  }
  for (const { style } of hidden) style.removeProperty('display');
  return count;
}

interface Fitting {
  registry: AnyRegistry;
  columns: readonly ListColumn[];
  rows: readonly RecordRow[];
  /** cells of a row before its columns */
  before: number;
  /** all columns stay */
  isWhole: boolean;
}

/**
 * The columns that the window has room for. Those that say least on this page go first, the name and the state never; columns
 * that somebody chose all stay, and the list scrolls.
 */
export function useFitting({ registry, columns, rows, before, isWhole }: Fitting) {
  const scroller = useRef<HTMLDivElement>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
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
  const { count, width } = dropped?.rows === rows && dropped.names === names ? dropped : { count: 0, width: 0 };
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || isWhole) return;
    const drop = (next: number) => setDropped({ rows, names, count: next, width: box.clientWidth });
    const fit = () => {
      if (box.clientWidth > width && count > 0) return drop(0);
      const shown = names.split(',').filter((name) => !leaving.slice(0, count).includes(name));
      const mayLeave = leaving.slice(count, Math.max(count, columns.length - LEAST_COLUMNS));
      const more = inTheWay(
        box,
        mayLeave.map((name) => before + shown.indexOf(name)),
      );
      if (more > 0) drop(count + more);
    };
    fit();
    if (typeof ResizeObserver === 'undefined') return;
    const watching = new ResizeObserver(fit);
    watching.observe(box);
    return () => watching.disconnect();
  }, [columns.length, leaving, isWhole, rows, names, before, count, width]);
  const gone = new Set(isWhole ? [] : leaving.slice(0, count));
  return { scroller, columns: columns.filter(({ name }) => !gone.has(name)), gone: columns.filter(({ name }) => gone.has(name)) };
}
