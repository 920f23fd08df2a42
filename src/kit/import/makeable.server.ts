import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import { check } from '#kit/form/check.ts';
import { unsayable } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';
import { blankInput } from './import.ts';

/** Whether this person may make a record of this registry with its form. */
export const mayInsert = ({ registry }: Store, { can }: Acting): boolean =>
  !registry.readOnly && can(`${registry.authority}_EDITAR`) && !unsayable(registry, can);

/** Whether a name is enough to make a record of this registry, and this person may make it. */
export function canMake(store: Store, acting: Acting): boolean {
  const { registry } = store;
  if (registry.scope !== 'empresa' || !mayInsert(store, acting)) return false;
  return check(registry, { ...blankInput(registry), [registry.label]: 'Nome' }, worldOf(acting)).ok;
}
