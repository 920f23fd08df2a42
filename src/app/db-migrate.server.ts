import { migrate } from '#kit/db/migrate.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { MIGRATIONS } from './declared.server.ts';
import { openDatabase } from './open-database.server.ts';

/** `npm run db:migrate`: applies what is pending, under a lock. */
const opened = await openDatabase(readConfig(process.env));
try {
  const applied = await migrate(opened.db, MIGRATIONS);
  console.log(applied.length === 0 ? 'Nenhuma migração pendente.' : `Aplicadas: ${applied.join(', ')}`);
} finally {
  await opened.close();
}
