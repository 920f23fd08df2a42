import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { beforeCommit } from '#kit/db/before-commit.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { ALL_COMPANIES, perfis } from './perfis.registry.ts';
import { usuarios } from './usuarios.registry.ts';

/** The rights of an administrator, who can repair what others have lost: all companies, users and profiles. */
const ADMINISTRATOR = [ALL_COMPANIES, ...[usuarios, perfis].flatMap(({ authority }) => [authority, `${authority}_EDITAR`])];

/**
 * No administrator takes these rights from the last one who has them. Asked at once, for the refusal of this very record, and
 * again behind `moveVersion`, whose row makes two such changes wait for each other. Call it after that.
 */
export async function demandAdministrator(tx: Queryable, acting: Acting, removed: number | null = null): Promise<void> {
  if (!ADMINISTRATOR.every(acting.can)) return;
  await demandAnother(tx, removed);
  // By its key it comes after the version.
  await beforeCommit(tx, 'versao_acessos: administrador', () => demandAnother(tx, null));
}

async function demandAnother(tx: Queryable, removed: number | null): Promise<void> {
  const someone = await tx.one(sql`
    select 1 from usuarios u where u.ativo and u.id is distinct from ${removed}::bigint and ${ADMINISTRATOR}::text[] <@ array(
      select unnest(p.autoridades) from usuarios_acessos a join perfis p on p.id = a.perfil_id and p.ativo where a.registro_id = u.id) limit 1`);
  if (!someone)
    throw new Refusal(
      'ULTIMO_ADMINISTRADOR',
      'Deve restar um administrador: um usuário ativo que vê todas as empresas e altera usuários e perfis.',
    );
}

/** What goes beyond the rights of whoever acts. */
export const beyond = (message: string) => new Refusal('NAO_AUTORIZADO', message, 403);
