import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import type { Hooks } from './hooks.server.ts';
import { createReading } from './read.server.ts';
import { createListReading } from './read-list.server.ts';
import type { AccessTo } from './references.server.ts';
import { type OwnerOf, plainTitle, type TitleOf } from './refused-writes.server.ts';
import { createSaving } from './save.server.ts';
import { createTransitions } from './transition.server.ts';

export type { Record_ } from '#kit/registry/record.ts';
export { UNASKED, type Unasked } from './doubts.server.ts';
export { type Doubts, type Hooks, hooksFor } from './hooks.server.ts';
export type { Group } from './read.server.ts';
export type { Page } from './read-list.server.ts';

export type Store = ReturnType<typeof createStore>;

interface StoreOptions {
  /** which records of other registries somebody may refer to */
  accessTo: AccessTo;
  /** the titles of registries by table, for refusals of the database */
  titleOf?: TitleOf;
  /** the registry of a table, for what a record is used by */
  ownerOf?: OwnerOf;
}

/** The one place that handles table, child rows, links, company scope, `versao`, audit and search of a registry. */
export function createStore(
  registry: AnyRegistry,
  lookup: Lookup,
  hooks: Hooks,
  { accessTo, titleOf = plainTitle, ownerOf = () => undefined }: StoreOptions,
) {
  const declared = { registry, lookup, hooks };
  const reading = createReading(declared);
  const lists = createListReading(declared, reading);
  const { takeLock, tell, ...saving } = createSaving({ ...declared, titleOf, accessTo }, reading);
  const { transition, preview, asTask } = createTransitions({
    registry,
    hooks,
    takeLock,
    readWhole: reading.readWhole,
    seen: reading.seen,
    tell: (tx, acting, before, name) => tell(tx, acting, before.id, before, name),
  });
  const { read, readWhole, readAlong, show } = reading;
  return {
    registry,
    lookup,
    hooks,
    ownerOf,
    ...lists,
    read,
    readWhole,
    readAlong,
    show,
    ...saving,
    transition,
    preview,
    asTask,
  };
}
