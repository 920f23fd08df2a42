import { guardsOf } from '#kit/fields/sensitive.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { ListQuery } from './list-query.ts';
import { guardOf, type Narrowing } from './wide.server.ts';

/** The fields whose values the choice and the order of a list's records tell, whichever of its columns are shown: to read it is to read them. */
export function toldBy(
  { fields, search }: Pick<AnyRegistry, 'fields' | 'search'>,
  { where, sort, busca }: ListQuery,
  narrowing?: Narrowing,
): string[] {
  const guard = guardOf(narrowing);
  return [
    ...[...where, ...sort].map(({ field }) => field),
    ...(/\d/.test(busca) ? search : []),
    ...(guard === undefined
      ? []
      : Object.entries(fields).flatMap(([name, field]) => (guardsOf(field).some((one) => one === guard) ? [name] : []))),
  ];
}
