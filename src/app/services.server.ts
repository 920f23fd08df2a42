import type { Database } from '#kit/db/database.server.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { withSlices } from '#kit/indicator/slice.server.ts';
import { createJobs, type Jobs, type JobsOptions } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { fieldsAt } from '#kit/registry/names.server.ts';
import { withGuardedUses } from '#kit/store/guarded-uses.server.ts';
import type { AccessTo } from '#kit/store/references.server.ts';
import { type OwnerOf, type TitleOf, UNNAMED } from '#kit/store/refused-writes.server.ts';
import { withSharedRecords } from '#kit/store/shared-records.server.ts';
import { createStore, type Hooks, type Store } from '#kit/store/store.server.ts';
import { logHooks } from '#platform/audit/log-hooks.server.ts';
import { usuariosHooks } from '#platform/authority/authority.server.ts';
import { perfisHooks } from '#platform/authority/perfis.server.ts';
import { empresasHooks } from '#platform/empresa/empresa.server.ts';
import { type ColaboreConfig, createColabore } from '#platform/integracao/colabore.server.ts';
import { lixeiraHooks } from '#platform/lixeira/lixeira.server.ts';
import { caixaSaidaHooks } from '#platform/mail/mail-hooks.server.ts';
import { modelosMensagensHooks } from '#platform/mensagens/modelos-mensagens.server.ts';
import { withMessages } from '#platform/mensagens/transition-messages.server.ts';
import { noticiasHooks } from '#platform/noticias/noticias.server.ts';
import { tarefasHooks } from '#platform/tarefas/tarefas-hooks.server.ts';
import { authorities, lookup, messages } from './declared.server.ts';
import { moduleServers } from './modules.server.ts';

export interface AppServices extends Services {
  jobs: Jobs;
  stores: ReadonlyMap<string, Store>;
}

/** What a CPF opens, as the modules say. */
export const openedByCpf = moduleServers.flatMap(({ openedByCpf: opened }) => opened ?? []);

/** The CPFs that records show in part to whoever may not see documents. */
const MASKED_CPFS = moduleServers.flatMap(({ declaration }) =>
  declaration.registries.flatMap(({ fields }) => Object.values(fields).filter(({ kind, masked }) => kind === 'cpf' && masked)),
);

/** What the modules do when somebody may enter with a CPF by another way than their records know. */
export const cpfEntered = moduleServers.flatMap(({ cpfEntered: follows }) => follows ?? []);

/** Who follows a change of somebody's own account in the external area. */
export const accountFollowers = moduleServers.flatMap(({ accountChanged }) => accountChanged ?? []);

/** The dashboards whose slices open lists. */
export const slices = moduleServers.flatMap((module) => module.slices ?? []);

/** Hooks that the platform adds to its own registries, whichever module declares them. */
const platformHooks = (
  stores: ReadonlyMap<string, Store>,
  address: (path: string) => string,
): Readonly<Record<string, Hooks>> => ({
  'utilitario/caixa-saida': caixaSaidaHooks(moduleServers.flatMap(({ outboxLimits }) => outboxLimits ?? [])),
  'utilitario/empresas': empresasHooks,
  'utilitario/log': logHooks,
  'utilitario/lixeira': lixeiraHooks(stores),
  'utilitario/modelos-mensagens': modelosMensagensHooks(messages),
  'utilitario/noticias': noticiasHooks,
  'utilitario/perfis': perfisHooks(authorities),
  'utilitario/tarefas': tarefasHooks,
  'utilitario/usuarios': usuariosHooks(
    {
      opened: openedByCpf,
      cpfs: MASKED_CPFS,
      keptAlone: moduleServers.flatMap(({ keptAlone }) => keptAlone ?? []),
      addresses: moduleServers.flatMap(({ addressesOfCpf }) => addressesOfCpf ?? []),
      entered: cpfEntered,
    },
    address,
  ),
});

/** Stores of every registry, by `module/slug`, and the services for modules' routes. */
export function createServices(
  db: Database,
  { publicAddress, colabore = {}, ...tasks }: JobsOptions & { publicAddress?: string; colabore?: ColaboreConfig } = {},
): AppServices {
  const stores = new Map<string, Store>();
  const address = (path: string) => new URL(path, publicAddress ?? 'http://127.0.0.1:3000').href;
  const ownHooks = platformHooks(stores, address);
  // The registry of a table, also of its child lists and links.
  const registries = moduleServers
    .flatMap(({ declaration }) =>
      declaration.registries.map((registry) => ({ registry, path: `${declaration.id}/${registry.id}` })),
    )
    .sort((a, b) => b.registry.table.length - a.registry.table.length);
  const registryOf = (table = '') =>
    registries.find(({ registry }) => table === registry.table || table.startsWith(`${registry.table}_`));
  const ownerOf: OwnerOf = (table) => {
    const found = registryOf(table);
    return (
      found && {
        title: found.registry.title,
        isNamedTo: (acting) => acting.can(found.registry.authority),
        ofCompanies: found.registry.scope === 'empresa' ? found.registry.table : undefined,
        isOpenTo: (acting, columns) =>
          acting.can(found.registry.authority) &&
          stores.get(found.path)?.hooks.where?.(acting) === undefined &&
          !columns.some((column) => fieldsAt(found.registry, table, column).some((field) => isHidden(field, acting.can))),
      }
    );
  };
  const titleOf: TitleOf = (table, acting) => {
    const owner = table === undefined ? undefined : ownerOf(table);
    return owner?.isNamedTo(acting) ? owner.title : UNNAMED;
  };
  const followers = moduleServers.flatMap(({ follows = {} }) => Object.entries(follows));
  const removalFollowers = moduleServers.flatMap(({ followsRemovals = {} }) => Object.entries(followsRemovals));
  for (const [path] of [...followers, ...removalFollowers]) lookup(path);
  const hooksOf = (path: string, hooks: Hooks = {}): Hooks => {
    const saved = followers.flatMap(([followed, follow]) => (followed === path ? follow : []));
    const removed = removalFollowers.flatMap(([followed, follow]) => (followed === path ? follow : []));
    return {
      ...hooks,
      ...(saved.length > 0 && {
        async afterSave(tx, save) {
          for (const one of [hooks.afterSave, ...saved]) await one?.(tx, save);
        },
      }),
      ...(removed.length > 0 && {
        async followRemoval(tx, removal) {
          const told: string[] = [];
          for (const one of [hooks.followRemoval, ...removed]) told.push(...((await one?.(tx, removal)) ?? []));
          return told;
        },
      }),
    };
  };
  const all = registries.map(({ registry }) => registry);
  const accessTo: AccessTo = (target, acting) => stores.get(target)?.hooks.where?.(acting);
  for (const server of moduleServers)
    for (const registry of server.declaration.registries) {
      const path = `${server.declaration.id}/${registry.id}`;
      const named = hooksOf(path, server.hooks?.[registry.id] ?? ownHooks[path]);
      // The house's own registries, such as profiles, judge whom they reach.
      const own = withGuardedUses(path, all, path in ownHooks ? named : withSharedRecords(registry, named));
      const hooks = withSlices(path, own, slices);
      stores.set(path, createStore(registry, lookup, withMessages(registry, hooks), { titleOf, ownerOf, accessTo }));
    }
  const store = (path: string) => {
    const found = stores.get(path);
    if (!found) throw new Error(`no registry is called ${path}`);
    return found;
  };
  return {
    db,
    lookup,
    store,
    stores,
    jobs: createJobs(db, tasks),
    address,
    colabore: createColabore(colabore),
  };
}
