import type { FastifyInstance } from 'fastify';
import { type DoorKeeper, serveDoor } from '#kit/door/doors.server.ts';
import type { AnyModuleServer, Services } from './module.server.ts';

/** Serves the doors of a module; one that nobody answers at, and an answer without a door, do not start. */
export function serveDoors(
  app: FastifyInstance,
  { declaration, doors }: AnyModuleServer,
  services: Services,
  keeper: DoorKeeper,
): void {
  const declared = declaration.doors ?? {};
  const answers = doors?.(services) ?? {};
  for (const name of new Set([...Object.keys(declared), ...Object.keys(answers)])) {
    const [door, answer] = [declared[name], answers[name]];
    if (!door || !answer) throw new Error(`${declaration.id}: the door ${name} is ${door ? 'not answered' : 'not declared'}`);
    serveDoor(app, declaration.title, door, answer, keeper);
  }
}
