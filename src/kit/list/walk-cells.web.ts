import type { KeyboardEvent } from 'react';

/** The arrows lead along the row and to the same column of its neighbours. */
export function walk(event: KeyboardEvent): void {
  const here = event.target as HTMLElement;
  const row = here.closest('tr');
  const cells = [...(row?.querySelectorAll<HTMLElement>('[data-row-link], [data-editable]') ?? [])];
  const place = cells.indexOf(here);
  const inRow = (other: Element | null | undefined) =>
    other?.querySelector<HTMLElement>(here.dataset.editable ? `[data-editable="${here.dataset.editable}"]` : '[data-row-link]');
  const ways: Readonly<Record<string, () => HTMLElement | null | undefined>> = {
    ArrowRight: () => cells[place + 1],
    ArrowLeft: () => cells[place - 1],
    ArrowDown: () => inRow(row?.nextElementSibling),
    ArrowUp: () => inRow(row?.previousElementSibling),
  };
  const to = Object.hasOwn(ways, event.key) ? ways[event.key]?.() : undefined;
  if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  to.focus();
}
