import { readFileSync } from 'node:fs';

export type Weight = 400 | 600;

const names: Record<Weight, string> = { 400: 'Inter-Regular', 600: 'Inter-SemiBold' };
const loaded = new Map<Weight, Buffer>();

/** Inter, as everything on paper is set in it. */
export function fontFile(weight: Weight): Buffer {
  let bytes = loaded.get(weight);
  if (!bytes) {
    bytes = readFileSync(new URL(`fonts/${names[weight]}.ttf`, import.meta.url));
    loaded.set(weight, bytes);
  }
  return bytes;
}
