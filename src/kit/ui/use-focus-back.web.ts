import { useEffect, useState } from 'react';

/** What opened a menu's entry: the entry itself goes with its menu. */
const lasting = (element: Element | null): Element | null => {
  const menu = element?.closest('[role=menu]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : element;
};

/**
 * For a dialog that is drawn open: when it goes, the focus returns to what opened it, or to the heading of the page when that is gone too. Without it
 * whoever uses the keyboard would begin again at the top.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => lasting(document.activeElement));
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
        (isThere ? opener : document.querySelector<HTMLElement>('h1'))?.focus();
      });
    },
    [opener],
  );
}
