import { fieldOf, isReference } from '#kit/fields/field.ts';
import { guardedOf, guardsOf } from '#kit/fields/sensitive.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import type { ListQuery } from './list-query.ts';
import { guardOf, type Narrowing } from './wide.server.ts';

/**
 * Labels of the guarded fields, of those that `can` allows to read, whose values the choice and the order of a list's records tell, whichever of its
 * columns are shown: to read it is to read them.
 */
export function toldBy(
  registry: AnyRegistry,
  lookup: Lookup,
  { where, sort, busca }: ListQuery,
  can: (authority: string) => boolean,
  narrowing?: Narrowing,
): string[] {
  const { fields } = registry;
  const guard = guardOf(narrowing);
  const searched = searchedIn(registry, lookup);
  const asked = [...where, ...sort].map(({ field }) => field);
  const narrowed = Object.keys(fields).filter((name) => guardsOf(fieldOf(registry, name)).some((one) => one === guard));
  return [
    ...guardedOf(fields, [...asked, ...narrowed], can),
    ...(/\d/.test(busca) ? guardedOf(searched.fields, searched.search, can) : []),
  ];
}

/** The registry whose fields a search goes through: its own, or that of the record that each of its own is about. */
function searchedIn(registry: AnyRegistry, lookup: Lookup): AnyRegistry {
  const { searchOf } = registry;
  const named = searchOf === undefined ? undefined : fieldOf(registry, searchOf);
  return named && isReference(named) ? lookup(named.target) : registry;
}
