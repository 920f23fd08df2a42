import { type ReactNode, useState } from 'react';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { later } from '#kit/ui/later.web.tsx';

const ImportDialog = later(() => import('./dialog.web.tsx').then((m) => m.ImportDialog));

/** What opens the import of a registry's sheets, and the dialog; `onEnd` loads again what shows the records. */
export function useImportDialog(
  path: string,
  registry: AnyRegistry,
  onEnd: () => unknown,
): [open: () => void, dialog: ReactNode] {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onEnd();
  };
  return [() => setOpen(true), isOpen && <ImportDialog path={path} registry={registry} onClose={close} />];
}
