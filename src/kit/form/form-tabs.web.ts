import type { AnyForm, Section } from './form.ts';

/** The tabs of a form; fields without a tab go into the first one. A form without tabs has one, with `title` as its title. */
export function formTabs(form: AnyForm, title: string): Section[] {
  const names = Object.keys(form.fields);
  const [first, ...rest] = (form.sections ?? []) as readonly Section[];
  if (!first) return [{ title, fields: names }];
  const placed = new Set([first, ...rest].flatMap(({ fields }) => fields));
  return [{ ...first, fields: [...first.fields, ...names.filter((name) => !placed.has(name))] }, ...rest];
}
