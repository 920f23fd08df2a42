import type { KeyboardEvent, MouseEvent } from 'react';
import { walk } from './walk-cells.web.ts';

/** What acts by itself inside a row. */
const ACTS = 'a, button, input, label, textarea, [role="menu"], [data-open]';
/** Longest time between the clicks of a double click, which opens an editable cell. */
const DOUBLE_CLICK = 260;

const linkIn = (row: Element) => row.querySelector<HTMLAnchorElement>('a[data-row-link]');

/** Whether the click is meant for the row: not for what acts inside it, and not the end of marking text. */
const isForRow = ({ target }: MouseEvent) =>
  target instanceof Element && !target.closest(ACTS) && (getSelection()?.isCollapsed ?? true);

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Follows the row's own link, with the keys that open it elsewhere. */
function follow(row: Element, { ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  linkIn(row)?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

/** The whole row leads where its link leads; for the keyboard the link itself does, and the arrows walk from it. */
export const rowLink = {
  onClick(event: MouseEvent<HTMLElement>) {
    const row = event.currentTarget;
    clearTimeout(waiting);
    if (!isForRow(event) || event.detail > 1) return;
    const isEditable = (event.target as Element).closest('[data-editable]') !== null;
    if (!isEditable) return follow(row, event);
    waiting = setTimeout(() => (getSelection()?.isCollapsed ?? true) && follow(row, event), DOUBLE_CLICK);
  },
  onAuxClick(event: MouseEvent<HTMLElement>) {
    const link = linkIn(event.currentTarget);
    if (event.button === 1 && link && isForRow(event)) window.open(link.href, '_blank', 'noopener');
  },
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!(event.target as Element).matches('[data-row-link]')) return;
    if (event.key === 'F2') event.currentTarget.querySelector<HTMLElement>('[data-editable]')?.focus();
    else walk(event);
  },
};
