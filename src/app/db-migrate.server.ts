import { readConfig } from '#platform/config.server.ts';
import { command } from './command-error.server.ts';
import { migrateDatabase } from './migrate-database.server.ts';
import { openDatabase } from './open-database.server.ts';

/** `npm run db:migrate`: applies what is pending, under a lock. */
command(async () => {
  const opened = await openDatabase(readConfig(process.env));
  try {
    const applied = await migrateDatabase(opened);
    console.log(applied.length === 0 ? 'Nenhuma migração pendente.' : `Aplicadas: ${applied.join(', ')}`);
  } finally {
    await opened.close();
  }
});
