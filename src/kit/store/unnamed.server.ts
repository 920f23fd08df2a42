import type { Database } from '#kit/db/database.server.ts';
import { primaryKeyName } from '#kit/db/schema.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { type Job, type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import { quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { tablesOf } from '#kit/registry/tables.server.ts';

interface Mixed {
  table: string;
  key: string;
  index: string;
}

/** The tables whose rows lead to nobody: those with `trail: 'none'`, and the keys of their forms. */
const mixedOf = (registries: readonly AnyRegistry[], lookup: Lookup): Mixed[] => [
  { table: 'envios_anonimos', key: 'chave', index: 'envios_anonimos_pkey' },
  ...registries
    .filter(({ trail }) => trail === 'none')
    .flatMap((registry) => tablesOf(registry, lookup))
    .map((table) => ({ table: table.name, key: table.primaryKey?.[0] ?? 'id', index: primaryKeyName(table) })),
];

/**
 * PostgreSQL keeps with each row the transaction that wrote it, and stores rows in the order of their arrival. So one transaction
 * rewrites all rows, in the order of their random ids; when no row came since the last time, nothing is done. Before PostgreSQL
 * 17 only the owner of a table may reorder it: there the order stays.
 */
async function mix(db: Database, { table, key, index }: Mixed): Promise<void> {
  const name = quote(table);
  const several = await db.one({ text: `select 1 as several from ${name} having count(distinct xmin::text) > 1` });
  if (!several) return;
  await db.session(async (client) => {
    await client.query('set statement_timeout = 0');
    await client.query(`update ${name} set ${quote(key)} = ${quote(key)}`);
    await client.query(`cluster ${name} using ${quote(index)}`).catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error;
    });
    await client.query('reset statement_timeout');
  });
}

export const mixJobs = (db: Database, registries: readonly AnyRegistry[], lookup: Lookup) =>
  ({
    'anonimos.misturar': titled('Misturar registros anônimos', ({ signal }: Partial<Pick<Job, 'signal'>>) =>
      faultsLast(signal, async (part) => {
        for (const one of mixedOf(registries, lookup)) await part(() => mix(db, one));
      }),
    ),
  }) satisfies TitledJobs;

export const mixTimes: readonly Recurring[] = [{ tipo: 'anonimos.misturar', dailyAt: '02:40' }];
