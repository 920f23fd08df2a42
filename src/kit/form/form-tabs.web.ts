import type { AnyForm, Section } from './form.ts';

/** The tabs of a form; what the declaration put into none stands in the first. A form without tabs is one, called `title`. */
export function formTabs(form: AnyForm, title: string): Section[] {
  const names = Object.keys(form.fields);
  const [first, ...rest] = (form.sections ?? []) as readonly Section[];
  if (!first) return [{ title, fields: names }];
  const placed = new Set([first, ...rest].flatMap(({ fields }) => fields));
  return [{ ...first, fields: [...first.fields, ...names.filter((name) => !placed.has(name))] }, ...rest];
}
