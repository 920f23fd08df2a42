import { useState } from 'react';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { ImportPanel } from './panel.web.tsx';

interface Props {
  path: string;
  registry: AnyRegistry;
  onClose: () => void;
}

/** The import of a list, over it. */
export function ImportDialog({ path, registry, onClose }: Props) {
  const [isWide, setWide] = useState(true);
  return (
    <Dialog onClose={onClose} title={`Importar ${registry.title}`} size={isWide ? '64rem' : 'lg'} closeOnClickOutside={false}>
      <ImportPanel path={path} registry={registry} onClose={onClose} onWide={setWide} />
    </Dialog>
  );
}
