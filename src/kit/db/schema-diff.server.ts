import { randomBytes } from 'node:crypto';
import type { Database, Tx } from './database.server.ts';
import {
  type ColumnSpec,
  checkSql,
  columnSql,
  createTableSql,
  foreignKeyName,
  foreignKeySql,
  identifier,
  indexName,
  indexSql,
  ourEnding,
  primaryKeyName,
  primaryKeySql,
  type TableSpec,
  uniqueName,
  uniqueSql,
} from './schema.server.ts';

interface ColumnFact {
  name: string;
  type: string;
  not_null: boolean;
  expression: string | null;
  generated: boolean;
  identity: string;
  collation: string | null;
}

/** Constraints and indexes: the definition as PostgreSQL prints it, without schema. */
interface ObjectFact {
  name: string;
  kind: 'constraint' | 'index';
  definition: string;
  columns: string[];
}

interface TableFact {
  columns: Map<string, ColumnFact>;
  objects: Map<string, ObjectFact>;
}

const rolledBack = new Error('the scratch work is rolled back');

/**
 * The statements that turn the tables of the database into the declared ones; none when they agree. Only declared tables are
 * compared. A column that is no longer declared yields a comment line `-- alter table … drop column …`, for a person to judge.
 * The declared tables are made in a scratch schema of a transaction that is rolled back, so PostgreSQL prints types and
 * expressions of both sides the same way.
 */
export async function diff(db: Pick<Database, 'tx'>, tables: readonly TableSpec[]): Promise<string[]> {
  let statements: string[] = [];
  try {
    await db.tx(async (tx) => {
      const home = (await tx.one<{ schema: string }>({ text: 'select current_schema() as schema' }))?.schema ?? 'public';
      const scratch = `diff_${randomBytes(6).toString('hex')}`;
      await tx.query({ text: 'set local statement_timeout = 0' });
      await tx.query({ text: `create schema ${scratch}` });
      await tx.query({ text: `set local search_path = ${scratch}, ${identifier(home)}` });
      for (const table of tables) await tx.query({ text: createTableSql(table) });
      for (const table of tables) for (const index of table.indexes ?? []) await tx.query({ text: indexSql(table, index) });
      for (const table of tables)
        for (const key of table.foreignKeys ?? [])
          await tx.query({ text: `alter table ${identifier(table.name)} add ${foreignKeySql(table, key)}` });
      const names = tables.map((table) => table.name);
      statements = compare(tables, await read(tx, scratch, names), await read(tx, home, names));
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return statements;
}

async function read(tx: Tx, schema: string, names: string[]): Promise<Map<string, TableFact>> {
  const facts = new Map<string, TableFact>();
  const scope = `c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relname = any($2) and c.relkind in ('r', 'p')`;
  const columns = await tx.query<ColumnFact & { table: string }>({
    text: `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
        pg_get_expr(d.adbin, d.adrelid) as expression, a.attgenerated <> '' as generated, a.attidentity as identity,
        case when a.attcollation <> t.typcollation then l.collname end as collation
      from pg_class c
      left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_type t on t.oid = a.atttypid
      left join pg_collation l on l.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where ${scope} order by c.relname, a.attnum`,
    values: [schema, names],
  });
  for (const { table, ...column } of columns) {
    let fact = facts.get(table);
    if (!fact) facts.set(table, (fact = { columns: new Map(), objects: new Map() }));
    if (column.name) fact.columns.set(column.name, column);
  }
  const objects = await tx.query<ObjectFact & { table: string }>({
    text: `select c.relname as "table", k.conname as name, 'constraint' as kind, pg_get_constraintdef(k.oid) as definition,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(k.conkey)) as columns
      from pg_class c join pg_constraint k on k.conrelid = c.oid where ${scope} and k.contype in ('p', 'u', 'f', 'c')
      union all
      select c.relname, i.relname, 'index', pg_get_indexdef(i.oid),
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey::int2[]))
      from pg_class c join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
      where ${scope} and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x')) order by 1, 2`,
    values: [schema, names],
  });
  for (const { table, ...object } of objects) {
    // Only the schema names in the definitions differ.
    const definition = object.definition.replaceAll(`${schema}.`, '').replaceAll(`"${schema}".`, '');
    facts.get(table)?.objects.set(object.name, { ...object, definition });
  }
  return facts;
}

function compare(tables: readonly TableSpec[], wanted: Map<string, TableFact>, found: Map<string, TableFact>): string[] {
  const before: string[] = [];
  const creates: string[] = [];
  const alters: string[] = [];
  const objects: string[] = [];
  const foreignKeys: string[] = [];
  for (const table of tables) {
    const want = wanted.get(table.name);
    const have = found.get(table.name);
    if (!want) continue;
    if (!have) creates.push(createTableSql(table));
    const rebuilt = have ? compareColumns(table, want, have, before, alters) : new Set<string>();
    for (const object of declared(table)) {
      const old = have?.objects.get(object.name);
      // An index of a column that is dropped and made again is dropped with it.
      const stands =
        old && old.definition === want.objects.get(object.name)?.definition && !old.columns.some((column) => rebuilt.has(column));
      if (stands || (!have && object.inCreate)) continue;
      if (old) before.push(dropSql(table.name, old));
      (object.isForeignKey ? foreignKeys : objects).push(object.sql);
    }
    for (const [name, old] of have?.objects ?? [])
      if (ourEnding.test(name) && !want.objects.has(name)) before.push(dropSql(table.name, old));
  }
  return [...before, ...creates, ...alters, ...objects, ...foreignKeys];
}

const dropSql = (table: string, object: ObjectFact) =>
  object.kind === 'index'
    ? `drop index if exists ${identifier(object.name)}`
    : `alter table ${identifier(table)} drop constraint if exists ${identifier(object.name)}`;

interface Declared {
  name: string;
  sql: string;
  /** Part of `create table`. */
  inCreate: boolean;
  isForeignKey: boolean;
}

function declared(table: TableSpec): Declared[] {
  const add = `alter table ${identifier(table.name)} add `;
  const inside = (name: string, sql: string): Declared => ({ name, sql: add + sql, inCreate: true, isForeignKey: false });
  return [
    ...(table.primaryKey?.length ? [inside(primaryKeyName(table), primaryKeySql(table))] : []),
    ...(table.uniques ?? []).map((unique) => inside(uniqueName(table, unique), uniqueSql(table, unique))),
    ...(table.checks ?? []).map((check) => inside(check.name, checkSql(check))),
    ...(table.indexes ?? []).map((index) => ({
      name: indexName(table, index),
      sql: indexSql(table, index),
      inCreate: false,
      isForeignKey: false,
    })),
    ...(table.foreignKeys ?? []).map((key) => ({
      name: foreignKeyName(table, key),
      sql: add + foreignKeySql(table, key),
      inCreate: false,
      isForeignKey: true,
    })),
  ];
}

/**
 * Adds the statements for columns; answers with the columns that are dropped and made again (all generated, so no data is lost).
 */
function compareColumns(table: TableSpec, want: TableFact, have: TableFact, before: string[], alters: string[]): Set<string> {
  const alter = `alter table ${identifier(table.name)}`;
  const specs = new Map(table.columns.map((column) => [column.name, column]));
  const retyped = [...want.columns.values()].filter(({ name, type, collation }) => {
    const old = have.columns.get(name);
    return old && !old.generated && (old.type !== type || old.collation !== collation);
  });
  const rebuilt = new Set<string>();
  for (const old of have.columns.values()) {
    const now = want.columns.get(old.name);
    if (!now || (!old.generated && !now.generated)) continue;
    const differs =
      old.generated !== now.generated ||
      old.expression !== now.expression ||
      old.type !== now.type ||
      old.collation !== now.collation;
    // PostgreSQL refuses to change the type of a column that a generated one reads.
    const reads = retyped.some(({ name }) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(old.expression ?? ''));
    if (!differs && !(old.generated && reads)) continue;
    if (old.generated) {
      before.push(`${alter} drop column ${identifier(old.name)}`);
    } else {
      before.push(
        `-- a coluna ${old.name} passa a ser calculada: o que foi digitado nela se perde\n${alter} drop column ${identifier(old.name)}`,
      );
    }
    rebuilt.add(old.name);
  }
  for (const name of want.columns.keys()) {
    const spec = specs.get(name);
    const now = want.columns.get(name);
    const old = have.columns.get(name);
    if (!spec || !now) continue;
    if (!old || rebuilt.has(name)) alters.push(addColumn(alter, spec));
    else alters.push(...alterColumn(alter, spec, now, old));
  }
  for (const name of have.columns.keys()) if (!want.columns.has(name)) alters.push(`-- ${alter} drop column ${identifier(name)}`);
  return rebuilt;
}

function addColumn(alter: string, spec: ColumnSpec): string {
  const bare = spec.notNull && spec.default === undefined && spec.generated === undefined && !spec.identity;
  const warning = bare ? '-- coluna obrigatória sem valor padrão: falha se a tabela já tiver linhas; preencha antes\n' : '';
  return `${warning}${alter} add column ${columnSql(spec)}`;
}

function alterColumn(alter: string, spec: ColumnSpec, now: ColumnFact, old: ColumnFact): string[] {
  const column = `${alter} alter column ${identifier(spec.name)}`;
  const statements: string[] = [];
  const retyped = old.type !== now.type || old.collation !== now.collation;
  // A default may not fit the new type.
  const redefault = !now.generated && (old.expression !== now.expression || (retyped && old.expression !== null));
  if (redefault && old.expression !== null) statements.push(`${column} drop default`);
  if (retyped) {
    const collate = spec.collation ? ` collate "${spec.collation}"` : '';
    statements.push(`${column} type ${spec.type}${collate} using ${identifier(spec.name)}::${spec.type}`);
  }
  if (redefault && spec.default !== undefined) statements.push(`${column} set default ${spec.default}`);
  if (old.not_null !== now.not_null) statements.push(`${column} ${now.not_null ? 'set' : 'drop'} not null`);
  if (old.identity !== now.identity) {
    if (old.identity) statements.push(`${column} drop identity`);
    if (now.identity) statements.push(`${column} add generated by default as identity`);
  }
  return statements;
}
