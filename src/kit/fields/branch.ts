import type { Fields } from './field.ts';

/** Before the ids of a filter by a tree: these records alone, not those below them. */
const ONLY = 'so:';

/** The records chosen in a filter by references: '12,13', or 'so:12,13'. */
export function chosenIn(text: string): { parts: string[]; only: boolean } {
  const only = text.startsWith(ONLY);
  return { parts: (only ? text.slice(ONLY.length) : text).split(',').filter(Boolean), only };
}

export const ONLY_THESE = 'Sem o que fica abaixo';

export const chosenText = (parts: readonly (number | string)[], only: boolean): string =>
  parts.length === 0 ? '' : `${only ? ONLY : ''}${parts.join(',')}`;

/** The records of a filter by a tree, in words. */
export const saysBranch = (names: string, only: boolean): string => (only ? `só ${names}` : `${names} e abaixo`);

/** The switch of a form that leaves out what stands below the records of the field. */
export const narrowingOf = (fields: Fields, name: string): string | undefined =>
  Object.keys(fields).find((key) => fields[key]?.narrows === name);
