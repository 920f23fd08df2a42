import { Modal } from '@mantine/core';
import { useState } from 'react';
import { ImportPanel } from './import-panel.web.tsx';
import type { AnyRegistry } from './registry.ts';

interface Props {
  path: string;
  registry: AnyRegistry;
  onClose: () => void;
}

/** The import of a list, over it. */
export function ImportDialog({ path, registry, onClose }: Props) {
  const [isWide, setWide] = useState(true);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Importar ${registry.title}`}
      size={isWide ? '64rem' : 'lg'}
      closeOnClickOutside={false}
    >
      <ImportPanel path={path} registry={registry} onClose={onClose} onWide={setWide} />
    </Modal>
  );
}
