import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import { check } from '#kit/form/check.ts';
import { unsayable } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';
import { blankInput } from './import.ts';

/** Whether a name is enough to make a record of this registry, and this person may make it. */
export function canMake({ registry }: Store, acting: Acting): boolean {
  if (registry.readOnly || registry.scope !== 'empresa' || !acting.can(`${registry.authority}_EDITAR`)) return false;
  const input = { ...blankInput(registry), [registry.label]: 'Nome' };
  return !unsayable(registry, acting.can) && check(registry, input, worldOf(acting)).ok;
}
