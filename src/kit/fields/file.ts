import { field } from './field.ts';
import { ref, several } from './reference.ts';

const MiB = 1024 * 1024;
const FILES = 'arquivos';

/** A stored file: `{id, nome, tamanho, tipo}` on the wire. */
export const file = (label: string, maxBytes = 10 * MiB) =>
  field('file', label, ref(label, FILES).schema, { target: FILES, maxBytes });

/** Several stored files, in the order of the screen: `[{id, nome, tamanho, tipo}]` on the wire. */
export const files = (
  label: string,
  { min = 1, max = 20, maxBytes = 10 * MiB }: { min?: number; max?: number; maxBytes?: number } = {},
) => field('files', label, several(label, min, max), { target: FILES, min, max, maxBytes });

/** A stored picture. */
export const image = (label: string, maxBytes = 5 * MiB) =>
  field('image', label, ref(label, FILES).schema, {
    target: FILES,
    maxBytes,
    accept: ['image/png', 'image/jpeg', 'image/webp'],
  });
