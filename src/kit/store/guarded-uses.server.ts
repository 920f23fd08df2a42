import type { Fields, Guard } from '#kit/fields/field.ts';
import { guardsOf } from '#kit/fields/sensitive.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Hooks } from './hooks.server.ts';

/** It says whom somebody sees, not what of them. */
const OF_PEOPLE: Guard = 'ROLE_VER_TODAS_AREAS';

/** The authorities of guarded fields that refer to the registry `path`, also in rows. */
function guardsTo(path: string, registries: readonly AnyRegistry[]): Set<Guard> {
  const within = (fields: Fields): Guard[] =>
    Object.values(fields).flatMap((field) => [
      ...(field.target === path ? guardsOf(field).filter((guard) => guard !== OF_PEOPLE) : []),
      ...(field.kind === 'rows' ? within(field.fields) : []),
    ]);
  return new Set(registries.flatMap(({ fields }) => within(fields)));
}

/** The same whether or not it is used. */
export const notSeeingUses = (): Refusal =>
  new Refusal('NAO_AUTORIZADO', 'Só quem vê onde este registro é usado pode excluí-lo.', 403);

/**
 * A record that guarded fields name, such as the reason of a leave, is removed by whoever sees these fields: that it is in use would tell
 * others what they hold, one record after the other.
 */
export function withGuardedUses(path: string, registries: readonly AnyRegistry[], hooks: Hooks): Hooks {
  const guards = [...guardsTo(path, registries)];
  if (guards.length === 0) return hooks;
  return {
    ...hooks,
    refuses: (record, acting, deed, takesBack) =>
      deed === 'remove' && !guards.every(acting.can) ? notSeeingUses() : hooks.refuses?.(record, acting, deed, takesBack),
  };
}
