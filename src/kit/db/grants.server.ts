import type pg from 'pg';
import { MigrationError } from './migration-error.server.ts';
import { identifier } from './schema.server.ts';

/** The rights of the role that the program works as, besides reading and writing every table. */
export interface Rights {
  role: string;
  /** tables that only grow: their rows are neither changed nor removed */
  appendOnly?: readonly string[];
  /** tables that the role does not write */
  readOnly?: readonly string[];
}

interface Relation {
  /** the table's name as SQL writes it */
  name: string;
  kind: string;
  /** of a partition: its parent table */
  root: string;
  owner: string;
  isMine: boolean;
  held: string[];
}

const READ = ['SELECT'];
const APPEND = ['SELECT', 'INSERT'];
const WRITE = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const COUNT = ['USAGE', 'SELECT'];

/**
 * Grants the role what it needs on the caller's tables, revokes what it must not have, and sets the default grants of later
 * tables. Writes nothing when all is right already. A database with a single role is left as it is.
 */
export async function grantRights(client: pg.ClientBase, rights: Rights): Promise<void> {
  const { role } = rights;
  const { rows } = await client.query<{
    me: string;
    version: number;
    database: string;
    schema: string;
    isOpen: boolean;
    mayShadow: boolean;
    isPromised: boolean;
  }>(
    `select current_user as me, current_setting('server_version_num')::int as version, current_database() as database, current_schema() as schema,
       has_database_privilege($1::regrole, current_database(), 'temporary')
         and (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database()) as "mayShadow",
       has_schema_privilege($1::regrole, current_schema(), 'create') as "isOpen",
       exists (select from pg_default_acl d, aclexplode(d.defaclacl) a
         where d.defaclrole = current_user::regrole and d.defaclnamespace = current_schema()::regnamespace and a.grantee = $1::regrole) as "isPromised"`,
    [identifier(role)],
  );
  const [{ me, version, database, schema, isOpen, mayShadow, isPromised }] = rows as [(typeof rows)[0]];
  if (me === role) return;
  // Vacuum after mass writing; older versions leave it to the owner.
  const care = version >= 170_000 ? ['MAINTAIN'] : [];
  const wanted = ({ kind, root }: Relation): string[] => {
    if (kind === 'S') return COUNT;
    if (kind === 'v' || kind === 'm' || rights.readOnly?.includes(root)) return READ;
    return [...(rights.appendOnly?.includes(root) ? APPEND : WRITE), ...care];
  };

  const statements: string[] = [];
  const to = identifier(role);
  const open = await openLargeObjects(client);
  if (open.length > 0) statements.push(`revoke execute on function ${open.join(', ')} from public`);
  if (isOpen) statements.push(`revoke create on schema ${identifier(schema)} from public`);
  // Without this, a temporary table with the trail's name would receive its lines for as long as the connection lasts.
  if (mayShadow) statements.push(`revoke temporary on database ${identifier(database)} from public, ${to}`);
  if (!isPromised)
    for (const [what, promised] of [
      ['tables', [...WRITE, ...care]],
      ['sequences', COUNT],
    ] as const)
      statements.push(
        `alter default privileges in schema ${identifier(schema)} grant ${promised.join(', ')} on ${what} to ${to}`,
      );
  for (const relation of await readRelations(client, role)) {
    const should = wanted(relation);
    const missing = should.filter((right) => !relation.held.includes(right));
    const excess = relation.held.filter((right) => !should.includes(right));
    if (missing.length + excess.length > 0 && !relation.isMine)
      throw new MigrationError(
        `A tabela ${relation.name} pertence ao usuário ${relation.owner} do PostgreSQL, não a ${me}. Separe os dois como está em docs/operations.md, "Dono e aplicação".`,
      );
    const on = `on ${relation.kind === 'S' ? 'sequence ' : ''}${relation.name}`;
    if (missing.length > 0) statements.push(`grant ${missing.join(', ')} ${on} to ${to}`);
    if (excess.length > 0) statements.push(`revoke ${excess.join(', ')} ${on} from ${to}`);
  }
  if (statements.length > 0) await client.query(`begin; ${statements.join('; ')}; commit`);
}

/**
 * The functions by which anybody may store large objects, which no table holds and no limit counts. Only the superuser who made
 * the functions can revoke them; for everybody else the list is empty.
 */
async function openLargeObjects(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^lo(_|read$|write$)' and pg_has_role(p.proowner, 'usage')
       and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function readRelations(client: pg.ClientBase, role: string): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `select c.oid::regclass::text as name, c.relkind as kind, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as root,
       c.relowner::regrole::text as owner, pg_has_role(c.relowner, 'usage') as "isMine",
       array(select a.privilege_type::text from aclexplode(c.relacl) a where a.grantee = $1::regrole) as held
     from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S') order by c.oid`,
    [identifier(role)],
  );
  return rows;
}
