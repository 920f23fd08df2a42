import type { World } from '#kit/acting/world.ts';
import type { Field, Fields } from './field.ts';

/** A company's titles: field → title, undefined for a field that it does not use. Other fields keep their label. */
export type Called = (settings: World['settings']) => Readonly<Record<string, string | undefined>>;

/** The fields with the company's titles, marked `named` or `unused`. */
export function fieldsIn({ fields, called }: { fields: Fields; called?: Called }, settings: World['settings']): Fields {
  if (!called) return fields;
  const known = Object.entries(called(settings)).flatMap(([name, title]): [string, Field][] => {
    const field = fields[name];
    return field ? [[name, title === undefined ? { ...field, unused: true } : { ...field, label: title, named: true }]] : [];
  });
  return { ...fields, ...Object.fromEntries(known) };
}
