import type { Queryable } from '#kit/db/database.server.ts';
import { MigrationError, migrate } from '#kit/db/migrate.server.ts';
import { MIGRATIONS, RIGHTS } from './declared.server.ts';
import type { Opened } from './open-database.server.ts';

const nameOf = async (db: Queryable) => (await db.one<{ me: string }>({ text: 'select current_user as me' }))?.me ?? '';

/** Applies what is missing as the owner of the tables, and gives the application's role what it needs of them. */
export async function migrateDatabase(opened: Opened, log: (message: string) => void = () => {}): Promise<string[]> {
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

/** What to say when the trail is kept by its triggers alone, or null. */
export async function unguardedTrail(db: Queryable): Promise<string | null> {
  const found = await db.one<{ isOpen: boolean }>({
    text: `select bool_or(has_table_privilege(t, 'update') or has_table_privilege(t, 'delete') or has_table_privilege(t, 'truncate')) as "isOpen"
      from unnest($1::text[]) t`,
    values: [RIGHTS.appendOnly],
  });
  return found?.isOpen
    ? 'Aviso: o usuário de DATABASE_URL pode alterar a trilha de auditoria. Use dois usuários (docs/operations.md, "Dono e aplicação").'
    : null;
}
