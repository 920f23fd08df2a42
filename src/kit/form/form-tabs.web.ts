import type { AnyRegistry, Section } from '#kit/registry/registry.ts';

/** The tabs of a form; what the declaration put into none stands in the first. */
export function formTabs(registry: AnyRegistry): Section[] {
  const names = Object.keys(registry.fields);
  const [first, ...rest] = (registry.sections ?? []) as readonly Section[];
  if (!first) return [{ title: registry.singular, fields: names }];
  const placed = new Set([first, ...rest].flatMap(({ fields }) => fields));
  return [{ ...first, fields: [...first.fields, ...names.filter((name) => !placed.has(name))] }, ...rest];
}
