import type { FastifyInstance } from 'fastify';
import { type DoorAnswer, type DoorKeeper, serveDoor } from '#kit/door/doors.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import type { AnyModuleServer, Services } from './module.server.ts';

/**
 * Serves the doors of a module, which save their forms or are answered by the module. A door with neither, or an answer without a
 * door, is an error at start.
 */
export function serveDoors(
  app: FastifyInstance,
  { declaration, doors }: AnyModuleServer,
  services: Services,
  keeper: DoorKeeper,
): void {
  const declared = declaration.doors ?? {};
  const answers = doors?.(services) ?? {};
  for (const name of new Set([...Object.keys(declared), ...Object.keys(answers)])) {
    const door = declared[name];
    const answer = answers[name] ?? (door?.saves === undefined ? undefined : saverInto(services.store(door.saves)));
    if (!door || !answer) throw new Error(`${declaration.id}: the door ${name} is ${door ? 'not answered' : 'not declared'}`);
    serveDoor(app, declaration.title, door, answer, keeper);
  }
}

const saverInto =
  (store: Store): DoorAnswer =>
  ({ values, save }) =>
    save(store, values);
