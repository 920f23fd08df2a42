import { useState } from 'react';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { ImportPanel } from './panel.web.tsx';

interface Props {
  path: string;
  registry: AnyRegistry;
  /** an import that is gone on with */
  unfinished?: number | undefined;
  onClose: () => void;
}

/** The import of a list, over it. */
export function ImportDialog({ onClose, ...props }: Props) {
  const [isWide, setWide] = useState(true);
  return (
    <Dialog
      onClose={onClose}
      title={`Importar ${props.registry.title}`}
      size={isWide ? '64rem' : 'lg'}
      closeOnClickOutside={false}
    >
      <ImportPanel {...props} onClose={onClose} onWide={setWide} />
    </Dialog>
  );
}
