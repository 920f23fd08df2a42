import { loggable } from '#kit/db/loggable.server.ts';
import { MigrationError } from '#kit/db/migrate.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { migrateDatabase } from './migrate-database.server.ts';
import { openDatabase } from './open-database.server.ts';

/** `npm run db:migrate`: applies what is pending, under a lock. */
const opened = await openDatabase(readConfig(process.env));
try {
  const applied = await migrateDatabase(opened);
  console.log(applied.length === 0 ? 'Nenhuma migração pendente.' : `Aplicadas: ${applied.join(', ')}`);
} catch (error) {
  console.error(error instanceof MigrationError ? error.message : loggable(error));
  process.exitCode = 1;
} finally {
  await opened.close();
}
