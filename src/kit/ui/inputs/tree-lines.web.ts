import { fold } from '#kit/br/text.ts';
import type { Option } from './picker.web.tsx';

/** An option with the one above it. */
export interface TreeOption extends Option<number> {
  above: number | null;
}

/** The options by what stands above them; those whose parent is not among them stand at the top. */
export type Forest = ReadonlyMap<number | null, readonly TreeOption[]>;

export function forestOf(options: readonly TreeOption[]): Forest {
  const known = new Set(options.map(({ value }) => value));
  return Map.groupBy(options, ({ above }) => (above !== null && known.has(above) ? above : null));
}

/** Small trees are unfolded whole; of a larger one, the top and what leads to the chosen records. */
const SMALL = 40;

export function unfoldedAtFirst(options: readonly TreeOption[], chosen: readonly number[]): Set<number> {
  if (options.length <= SMALL) return new Set(options.map(({ value }) => value));
  const byId = new Map(options.map((option) => [option.value, option]));
  const open = new Set(
    forestOf(options)
      .get(null)
      ?.map(({ value }) => value),
  );
  for (const one of chosen)
    for (let above = byId.get(one)?.above ?? null; above !== null && !open.has(above); above = byId.get(above)?.above ?? null)
      open.add(above);
  return open;
}

/** What a search shows: the options with all its words, and what stands above them. */
function soughtIn(forest: Forest, search: string): { found: ReadonlySet<number>; shown: ReadonlySet<number> } {
  const words = fold(search).split(' ').filter(Boolean);
  const [found, shown] = [new Set<number>(), new Set<number>()];
  const walk = (above: number | null, path: readonly number[]) => {
    for (const { value, label } of forest.get(above) ?? []) {
      const text = fold(label);
      if (words.every((word) => text.includes(word))) {
        found.add(value);
        for (const one of [...path, value]) shown.add(one);
      }
      walk(value, [...path, value]);
    }
  };
  walk(null, []);
  return { found, shown };
}

/** The lines of a tree as it is folded; of a search, what it finds below what stands above. */
export function linesOf(forest: Forest, open: ReadonlySet<number>, search: string): Option<number>[] {
  const sought = search.trim() === '' ? undefined : soughtIn(forest, search);
  const lines: Option<number>[] = [];
  const walk = (above: number | null, level: number) => {
    const here = (forest.get(above) ?? []).filter(({ value }) => !sought || sought.shown.has(value));
    for (const [index, { above: _above, ...option }] of here.entries()) {
      const below = forest.get(option.value) ?? [];
      const isParent = sought ? below.some(({ value }) => sought.shown.has(value)) : below.length > 0;
      const isOpen = isParent && (sought !== undefined || open.has(option.value));
      lines.push({
        ...option,
        branch: {
          level,
          position: index + 1,
          siblings: here.length,
          ...(isParent ? { open: isOpen } : {}),
          ...(sought && !sought.found.has(option.value) ? { isAbove: true } : {}),
        },
      });
      if (isOpen) walk(option.value, level + 1);
    }
  };
  walk(null, 1);
  return lines;
}
