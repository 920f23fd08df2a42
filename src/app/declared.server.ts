import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { program } from '#kit/acting/world.ts';
import type { TableSpec } from '#kit/db/schema.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { guardedOf } from '#kit/fields/sensitive.ts';
import { arquivosRegistry } from '#kit/files/files.server.ts';
import { lookupOver } from '#kit/module/module.server.ts';
import { type Authority, authoritiesOf, messagesOf } from '#kit/module/module.ts';
import { SHARE_VIEWS } from '#kit/query/saved-view.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { tablesOf } from '#kit/registry/tables.server.ts';
import { trailName } from '#kit/report/report.ts';
import { nomeiaCadastros } from '#platform/audit/log.registry.ts';
import { declareRights } from '#platform/authority/access.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { readyProfilesOf } from '#platform/authority/perfis-prontos.ts';
import { modules } from './modules.server.ts';

/** Values derived from the declarations alone: version, authorities, tables. */
export const VERSION = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
  .version;
export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** The tables on which the application's role has fewer rights: the trail only grows, and the owner writes migrations. */
export const RIGHTS = {
  appendOnly: ['auditoria', 'auditoria_guardados', 'movimentos_nine_box'],
  readOnly: ['migracoes'],
} as const;

// The first registry of a table gives its title; a view has one in the trail if reading it leaves a line.
const registries = modules.flatMap((module) => module.registries).reverse();
nomeiaCadastros(
  Object.fromEntries(
    [...registries.filter(({ view }) => view), ...registries.filter(({ view }) => !view)].map(({ table, title }) => [
      table,
      title,
    ]),
  ),
);

// The trail also records who read guarded columns in which report.
nomeiaCadastros(
  Object.fromEntries(
    modules
      .flatMap(({ reports }) => reports)
      .filter(({ row }) => guardedOf(row as Fields, Object.keys(row as Fields), program).length > 0)
      .map((report) => [trailName(report), `Relatório: ${report.title}`]),
  ),
);

export const lookup = lookupOver(modules, { arquivos: arquivosRegistry });

const general = (name: string, sentence: string): [string, Authority] => [
  name,
  { sentence, group: 'Geral', part: 'own', resource: sentence, onlyWith: [] },
];

/** Every authority that a profile may hold, with its description. */
export const authorities: ReadonlyMap<string, Authority> = new Map([
  general(ALL_COMPANIES, 'Ver todas as empresas'),
  general(SHARE_VIEWS, 'Compartilhar visões de listas com a empresa'),
  general('ROLE_CAD_INFO_PESSOAL', 'Atualizar os próprios dados'),
  ...authoritiesOf(modules),
]);
declareRights(authorities);

/** The profiles that are offered ready to be used. */
export const readyProfiles = readyProfilesOf(modules, authorities);

/** Every message that the program sends. */
export const messages = messagesOf(modules);

/** Every declared table, each once. */
export function declaredTables(): TableSpec[] {
  const byName = new Map<string, TableSpec>();
  for (const module of modules)
    for (const registry of module.registries)
      for (const table of tablesOf(registry, lookup)) if (!byName.has(table.name)) byName.set(table.name, table);
  return [...byName.values()];
}

/** For tests that go over them: the registries that satisfy the condition, each with its path `module/slug`. */
export const registriesWith = (has: (registry: AnyRegistry) => unknown): (readonly [path: string, registry: AnyRegistry])[] =>
  modules.flatMap((module) =>
    module.registries.filter(has).map((registry: AnyRegistry) => [`${module.id}/${registry.id}`, registry] as const),
  );
