import { useEffect } from 'react';

/**
 * Ctrl+S, or ⌘S, calls `save`; without `save` the browser handles the keys. While a dialog is over the form, only the dialog gets
 * them.
 */
export function useSaveKey(save: (() => unknown) | undefined): void {
  useEffect(() => {
    if (!save) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!document.querySelector('[aria-modal="true"]')) save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
