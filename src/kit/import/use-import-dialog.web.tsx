import { type ReactNode, useState } from 'react';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { later } from '#kit/ui/later.web.tsx';

const ImportDialog = later(() => import('./dialog.web.tsx').then((m) => m.ImportDialog));

/**
 * What opens the import of a registry's sheets, and the dialog; `onEnd` loads again what shows the records. With `unfinished`, the
 * dialog is open at once, with that import.
 */
export function useImportDialog(
  path: string,
  registry: AnyRegistry,
  onEnd: () => unknown,
  unfinished?: number,
): [open: () => void, dialog: ReactNode] {
  const [first, setFirst] = useState(unfinished);
  const [isOpen, setOpen] = useState(first !== undefined);
  const close = () => {
    setOpen(false);
    setFirst(undefined);
    onEnd();
  };
  return [() => setOpen(true), isOpen && <ImportDialog path={path} registry={registry} unfinished={first} onClose={close} />];
}
