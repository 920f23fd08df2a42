import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diff } from '#kit/db/schema-diff.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { command } from './command-error.server.ts';
import { declaredTables, MIGRATIONS } from './declared.server.ts';
import { migrateDatabase } from './migrate-database.server.ts';
import { openDatabase } from './open-database.server.ts';

/**
 * `npm run db:diff [name]`: writes the next numbered migration with what the declarations need and the migrated database lacks.
 */
command(async () => {
  const opened = await openDatabase(readConfig(process.env));
  try {
    await migrateDatabase(opened);
    const statements = await opened.asOwner((owner) => diff(owner, declaredTables()));
    if (statements.length === 0) console.log('O banco de dados já está como as declarações pedem.');
    else {
      const last = Math.max(0, ...readdirSync(MIGRATIONS).map((file) => Number.parseInt(file, 10) || 0));
      const name = `${String(last + 1).padStart(4, '0')}-${(process.argv[2] ?? 'cadastros').replace(/[^a-z0-9-]/g, '-')}.sql`;
      writeFileSync(
        join(MIGRATIONS, name),
        `${statements.map((statement) => (statement.trimEnd().endsWith(';') || statement.startsWith('--') ? statement : `${statement};`)).join('\n\n')}\n`,
      );
      console.log(`Escrita a migração ${name} (${statements.length} comandos). Confira, e aplique com npm run db:migrate.`);
    }
  } finally {
    await opened.close();
  }
});
