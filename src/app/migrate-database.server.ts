import type { Queryable } from '#kit/db/database.server.ts';
import { MigrationError, migrate } from '#kit/db/migrate.server.ts';
import { resetSettings } from '#kit/db/role-settings.server.ts';
import { MIGRATIONS, RIGHTS } from './declared.server.ts';
import { briefly, type Opened } from './open-database.server.ts';

const nameOf = async (db: Queryable) => (await db.one<{ me: string }>({ text: 'select current_user as me' }))?.me ?? '';

/** Applies the missing migrations as the owner of the tables, and grants the application's role its rights. */
export async function migrateDatabase(opened: Opened, log: (message: string) => void = () => {}): Promise<string[]> {
  // The embedded database has done so already. Open connections keep their former settings.
  if (!opened.isEmbedded)
    await briefly(opened.connection, async (db) => {
      const me = await nameOf(db);
      await db.session((client) => resetSettings(client, me, log));
    });
  const role = await nameOf(opened.db);
  return opened
    .asOwner((owner) => migrate(owner, MIGRATIONS, { log, rights: { ...RIGHTS, role } }))
    .catch((error: unknown) => {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if (code !== '42501') throw error;
      throw new MigrationError(
        'O usuário de DATABASE_URL não pode criar nem mudar tabelas. Informe em DATABASE_OWNER_URL o usuário dono delas, ou aplique antes as migrações com ele (npm run db:migrate).',
        { cause: error },
      );
    });
}

/** A sentence about rights that the program's role should not have, or null. */
export async function unguarded(db: Queryable): Promise<string | null> {
  const found = await db.one<{ trail: boolean; objects: boolean }>({
    text: `select has_function_privilege('lo_create(oid)', 'execute') as objects,
        bool_or(has_table_privilege(t, 'update') or has_table_privilege(t, 'delete') or has_table_privilege(t, 'truncate')) as trail
      from unnest($1::text[]) t`,
    values: [RIGHTS.appendOnly],
  });
  if (found?.trail)
    return 'Aviso: o usuário de DATABASE_URL pode alterar a trilha de auditoria. Use dois usuários (docs/operations.md, "Dono e aplicação").';
  if (found?.objects)
    return 'Aviso: o usuário de DATABASE_URL pode guardar objetos grandes, que nenhum limite conta. Execute de novo scripts/papeis.sql (docs/operations.md, "Dono e aplicação").';
  return null;
}
