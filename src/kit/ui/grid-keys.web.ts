import { type KeyboardEvent, useEffect, useRef } from 'react';

const FOCUSABLE = 'input:not(:disabled), button:not(:disabled)';

/** The keys of a table that is a grid: it is one stop of the Tab key, and arrows walk through its ticks and buttons. */
export function useGridKeys() {
  const table = useRef<HTMLTableElement>(null);
  // Where the focus was last; its first control at the beginning.
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    const all = [...(table.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const stop = all.find((one) => one === last.current) ?? all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
  });
  const onFocus = ({ target }: { target: Element }) => {
    if (!(target instanceof HTMLElement) || target === last.current) return;
    for (const one of table.current?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? []) one.tabIndex = -1;
    last.current = target;
    target.tabIndex = 0;
  };
  return { ref: table, onKeyDown: walk, onFocus };
}

const STEPS: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Arrows move the focus to the next tick or button of the grid, in its column or its row. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const [rows, cells] = STEPS[event.key] ?? [0, 0];
  const cell = (event.target as HTMLElement).closest<HTMLTableCellElement>('td, th');
  const row = cell?.closest('tr');
  if (!cell || !row || (rows === 0 && cells === 0)) return;
  event.preventDefault();
  const all = [...event.currentTarget.rows];
  let [y, x] = [all.indexOf(row), cell.cellIndex];
  for (;;) {
    y += rows;
    x += cells;
    const there = all[y]?.cells;
    if (!there || x < 0 || x >= (cells === 0 ? 99 : there.length)) return;
    const focusable = there[x]?.querySelector<HTMLElement>(FOCUSABLE);
    if (focusable) {
      focusable.focus();
      return;
    }
  }
}
