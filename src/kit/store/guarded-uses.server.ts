import type { Fields, Guard } from '#kit/fields/field.ts';
import { guardsOf } from '#kit/fields/sensitive.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Hooks } from './hooks.server.ts';

/** The authorities of guarded fields that refer to the registry `path`, also in rows. */
function guardsTo(path: string, registries: readonly AnyRegistry[]): Set<Guard> {
  const within = (fields: Fields): Guard[] =>
    Object.values(fields).flatMap((field) => [
      ...(field.target === path ? guardsOf(field) : []),
      ...(field.kind === 'rows' ? within(field.fields) : []),
    ]);
  return new Set(registries.flatMap(({ fields }) => within(fields)));
}

/**
 * A record that guarded fields name, such as the reason of a leave, is removed by whoever sees these fields: that it is in use would tell
 * others what they hold, one record after the other.
 */
export function withGuardedUses(path: string, registry: AnyRegistry, registries: readonly AnyRegistry[], hooks: Hooks): Hooks {
  const guards = [...guardsTo(path, registries)];
  if (guards.length === 0) return hooks;
  return {
    ...hooks,
    refuses: (record, acting, deed) =>
      deed === 'remove' && !guards.every(acting.can)
        ? new Refusal('NAO_AUTORIZADO', `Só quem vê onde ${registry.title} são usados pode excluí-los.`, 403)
        : hooks.refuses?.(record, acting, deed),
  };
}
