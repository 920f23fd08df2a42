import type { field } from './field.ts';
import { ref } from './reference.ts';

const MiB = 1024 * 1024;
const FILES = 'arquivos';

/** A stored file: `{id, nome, tamanho, tipo}` on the wire. */
export const file = (label: string, maxBytes = 10 * MiB) => ({ ...ref(label, FILES), ...traits('file', maxBytes) });

/** A stored picture. */
export const image = (label: string, maxBytes = 5 * MiB) => ({
  ...ref(label, FILES),
  ...traits('image', maxBytes),
  accept: ['image/png', 'image/jpeg', 'image/webp'],
});

const traits = (kind: 'file' | 'image', maxBytes: number) =>
  ({ kind, maxBytes }) as const satisfies Partial<ReturnType<typeof field>>;
