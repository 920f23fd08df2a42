import type pg from 'pg';
import { identifier } from './schema.server.ts';

/** What this program gives its roles, or asks an administrator to give them. */
const OURS = ['log_min_messages', 'log_min_error_statement', 'temp_file_limit'];

/**
 * PostgreSQL lets every role change its own settings, and all later connections begin with them, so settings that injected SQL
 * changed would outlive it. Resets those that the caller may reset, except those that this program sets. Leaves the settings of
 * the database itself, and those of the single role of a database without an owner.
 */
export async function resetSettings(client: pg.ClientBase, role: string, log: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string; value: string; database: string | null }>(
    `select split_part(c, '=', 1) as name, substr(c, strpos(c, '=') + 1) as value, d.datname as database
     from pg_db_role_setting s cross join unnest(s.setconfig) c left join pg_database d on d.oid = s.setdatabase
       left join pg_settings p on p.name = split_part(c, '=', 1)
     where s.setrole = $1::regrole and split_part(c, '=', 1) <> all($2) and (p.context = 'user' or current_setting('is_superuser') = 'on')
       and not exists (select from pg_class where relowner = s.setrole)`,
    [identifier(role), OURS],
  );
  for (const { name, value, database } of rows) {
    const where = database === null ? '' : ` in database ${identifier(database)}`;
    const setting = name.split('.').map(identifier).join('.');
    // The setting itself may forbid writing.
    await client.query(`begin read write; alter role ${identifier(role)}${where} reset ${setting}; commit`);
    log(`configuração desfeita do usuário ${role} do PostgreSQL: ${name} = ${value.slice(0, 200)}`);
  }
}
