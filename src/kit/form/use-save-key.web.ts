import { useEffect } from 'react';

/** Ctrl+S, or ⌘S, calls `save`; without one the keys are the browser's. A dialog over the form has them to itself. */
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
