import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { pgErrorKind } from '#kit/db/pg-errors.server.ts';
import { identifier } from '#kit/db/schema.server.ts';
import { BackupError } from './backup.server.ts';

const contentsSchema = z.object({
  formato: z.literal(1),
  criado: z.string(),
  migracoes: z.array(z.string()),
  tabelas: z.array(z.object({ nome: z.string(), colunas: z.array(z.string()).min(1) })),
  sequencias: z.array(z.object({ nome: z.string(), valor: z.string(), usado: z.boolean() })),
});
type Contents = z.output<typeof contentsSchema>;

const namesOf = ({ tabelas }: Contents) => tabelas.map(({ nome }) => nome).join();
const contentsFile = 'conteudo.json';
const fileOf = (table: string) => `${table}.csv.gz`;

/**
 * Writes every table of the application as compressed CSV, all as of one moment: the way from the embedded database to a server,
 * back, and between major versions of PostgreSQL. Answers with the number of tables.
 */
export async function exportTables(db: Pick<Database, 'session'>, target: string): Promise<number> {
  const folder = path.resolve(target);
  if (await lstat(folder).catch(() => null))
    throw new BackupError(`A pasta de destino ${folder} já existe. Escolha um nome novo.`);
  const half = `${folder}.parcial-${process.pid}`;
  await mkdir(half, { recursive: true, mode: 0o700 });
  try {
    const contents = await db.session(async (client) => {
      await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0');
      const contents = await readContents(client);
      for (const { nome, colunas } of contents.tabelas) {
        const rows = copyTo(
          `copy (select ${colunas.map(identifier).join(', ')} from ${identifier(nome)}) to stdout (format csv, header, encoding 'UTF8')`,
        );
        const file = createWriteStream(path.join(half, fileOf(nome)), { mode: 0o600, flush: true });
        await pipeline(client.query(rows), createGzip(), file);
      }
      await client.query('commit');
      return contents;
    });
    await writeFile(path.join(half, contentsFile), JSON.stringify(contents, null, 1), { flush: true });
    await rename(half, folder);
    return contents.tabelas.length;
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Reads what `exportTables` wrote into a database with the same migrations; all of it or nothing. Replaces what the tables held,
 * so it needs `replace` when a table has rows other than those that migrations put there.
 */
export async function importTables(
  db: Pick<Database, 'session'>,
  folder: string,
  { replace = false, finish }: { replace?: boolean; finish?: (client: pg.ClientBase) => Promise<void> } = {},
): Promise<number> {
  const contents = await readFile(path.join(folder, contentsFile), 'utf8')
    .then((text) => contentsSchema.parse(JSON.parse(text)))
    .catch(() => null);
  if (!contents) throw new BackupError(`A pasta ${folder} não é uma exportação completa do Vínculo.`);
  let reading = contentsFile;
  const imported = db.session(async (client) => {
    await client.query('begin; set local statement_timeout = 0');
    const here = await readContents(client);
    if (here.migracoes.join() !== contents.migracoes.join())
      throw new BackupError(
        'A exportação vem de outra versão do banco de dados. Aplique as mesmas migrações nos dois lados e tente de novo.',
      );
    if (namesOf(here) !== namesOf(contents))
      throw new BackupError(`O backup está danificado: ${contentsFile} não traz as tabelas desta versão. ${unchanged}`);
    const tables = contents.tabelas.map(({ nome }) => identifier(nome)).join(', ');
    if (!replace) await refuseRows(client, contents);
    // Our triggers guard what users do (the audit trail cannot be emptied); this restores rows that passed them once.
    for (const { nome } of contents.tabelas) await client.query(`alter table ${identifier(nome)} disable trigger user`);
    if (tables) await client.query(`truncate ${tables}`);
    for (const { nome, colunas } of await inOrder(client, contents.tabelas)) {
      reading = fileOf(nome);
      const rows = copyFrom(
        `copy ${identifier(nome)} (${colunas.map(identifier).join(', ')}) from stdin (format csv, header, encoding 'UTF8')`,
      );
      await pipeline(createReadStream(path.join(folder, reading)), createGunzip(), client.query(rows));
    }
    for (const { nome, valor, usado } of contents.sequencias)
      await client.query('select setval(quote_ident($1)::regclass, $2, $3)', [nome, valor, usado]);
    for (const { nome } of contents.tabelas) await client.query(`alter table ${identifier(nome)} enable trigger user`);
    await finish?.(client);
    await client.query('commit');
    return contents.tabelas.length;
  });
  // The connection is closed with its transaction: nothing of it stays.
  return imported.catch((error: unknown) => {
    throw error instanceof BackupError ? error : new BackupError(`${reasonOf(error, reading)} ${unchanged}`, { cause: error });
  });
}

const unchanged = 'O banco de dados continua como estava.';

function reasonOf(error: unknown, reading: string): string {
  const kind = pgErrorKind(error)?.kind;
  if (kind === 'connection') return 'A conexão com o banco de dados caiu durante a restauração.';
  if (kind === 'disk-full') return 'Falta espaço no disco do banco de dados para a restauração.';
  return `O backup está danificado: ${reading} não pôde ser lido (${(error as Error).message}).`;
}

async function readContents(client: pg.ClientBase): Promise<Contents> {
  const { rows: tabelas } = await client.query<Contents['tabelas'][number]>(
    `select c.relname as nome, array_agg(a.attname::text order by a.attnum) as colunas
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migracoes'
     group by c.relname order by c.relname`,
  );
  const { rows: names } = await client.query<{ nome: string }>(
    `select relname as nome from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  );
  const sequencias: Contents['sequencias'] = [];
  for (const { nome } of names) {
    const { rows } = await client.query<{ valor: string; usado: boolean }>(
      `select last_value::text as valor, is_called as usado from ${identifier(nome)}`,
    );
    if (rows[0]) sequencias.push({ nome, ...rows[0] });
  }
  const { rows: migrations } = await client.query<{ nome: string }>('select nome from migracoes order by nome');
  return { formato: 1, criado: new Date().toISOString(), migracoes: migrations.map(({ nome }) => nome), tabelas, sequencias };
}

async function refuseRows(client: pg.ClientBase, { tabelas }: Contents): Promise<void> {
  for (const { nome } of tabelas) {
    const { rowCount } = await client.query(`select from ${identifier(nome)} limit 1`);
    if (rowCount)
      throw new BackupError(
        `A tabela ${nome} deste banco de dados já tem registros, que seriam apagados. Confirme a substituição para continuar.`,
      );
  }
}

// The superuser of the embedded database may switch the foreign keys off while loading; another user loads parents first.
async function inOrder(client: pg.ClientBase, tables: Contents['tabelas']): Promise<Contents['tabelas']> {
  const { rows } = await client.query<{ may: boolean }>(`select rolsuper as may from pg_roles where rolname = current_user`);
  if (rows[0]?.may) {
    await client.query('set local session_replication_role = replica');
    return tables;
  }
  const { rows: keys } = await client.query<{ child: string; parent: string }>(
    `select c.relname as child, p.relname as parent from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and c.oid <> p.oid and c.relnamespace = current_schema()::regnamespace and not k.condeferrable`,
  );
  await client.query('set constraints all deferred');
  const left = new Map(tables.map((table) => [table.nome, table]));
  const ordered: Contents['tabelas'] = [];
  while (left.size) {
    const ready = [...left.values()].filter(({ nome }) => !keys.some(({ child, parent }) => child === nome && left.has(parent)));
    if (!ready.length)
      throw new BackupError(
        `As tabelas ${[...left.keys()].join(', ')} dependem umas das outras; importe com um usuário administrador do PostgreSQL.`,
      );
    for (const table of ready) left.delete(table.nome);
    ordered.push(...ready);
  }
  return ordered;
}
