import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#kit/db/database.server.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { joinDatabase, openDatabase } from './open-database.server.ts';
import { addressOf, FIRST_ADMINISTRATOR, runEntry } from './server-process.server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'vinculo-copia-'));
const at = (...names: string[]) => path.join(folder, ...names);
const data = { VINCULO_DATA: at('dados') };
const key = '0a/1b/0a1b0000-0000-4000-8000-000000000000';
const interrupted = `ontem.parcial-${hostname()}-7`;
let server: TestDatabase;

beforeAll(async () => {
  server = await testDatabase(async () => {}, 'vazio');
  await runEntry('setup.server.ts', { ...data, ...FIRST_ADMINISTRATOR });
  await opened('dados', (db) =>
    db.tx(async (tx) => {
      await tx.query(sql`
        insert into sessoes (chave, usuario_id, empresa_id, expira_em) select '\\x01', u.id, e.id, now() + interval '1 day' from usuarios u, empresas e`);
      await tx.query(sql`
        insert into recuperacoes (chave, usuario_id, expira_em) select '\\x02', id, now() + interval '1 day' from usuarios`);
      await tx.query(sql`
        insert into calendarios_pessoais (usuario_id, empresa_id, chave) select u.id, e.id, '\\x03' from usuarios u, empresas e`);
      for (const estado of ['PENDENTE', 'ENVIANDO', 'ENVIADO', 'RETIDO'])
        await tx.query(sql`insert into emails (para, assunto, texto, estado) values ('a@exemplo.com.br', 'A', 'B', ${estado})`);
      await tx.query(sql`insert into tarefas (tipo) values ('sessoes.recuperar')`);
      await tx.query(sql`
        with m as (insert into mensagens (empresa_id, tipo, remetente, assunto, texto) select id, 'x/y', 'R', 'A', 'B' from empresas limit 1 returning id, empresa_id)
        insert into usuarios_mensagens (mensagem_id, usuario_id, empresa_id, caixa, resumir) select m.id, u.id, m.empresa_id, 'captacao', true from m, usuarios u`);
    }),
  );
  mkdirSync(at('dados', 'arquivos', path.dirname(key)), { recursive: true });
  writeFileSync(at('dados', 'arquivos', key), 'conteúdo');
  mkdirSync(at(interrupted, 'banco'), { recursive: true });
  writeFileSync(at(interrupted, 'dono.json'), JSON.stringify({ pid: process.pid, nascimento: 'outro' }));
  await runEntry('backup.server.ts', data, [at('copia')]);
  await runEntry('backup.server.ts', data, [at('tabelas'), '--tabelas']);
});
afterAll(async () => {
  await server.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Does something in the embedded database of a folder. */
async function opened<T>(name: string, work: (db: Database) => Promise<T>): Promise<T> {
  const there = await openDatabase(readConfig({ VINCULO_DATA: at(name) }));
  try {
    return await work(there.db);
  } finally {
    await there.close();
  }
}

/** What a session, a link, a secret address, what was due by mail and a mail that waited have become. */
const standing = (db: Pick<Database, 'one'>) =>
  db.one(sql`
    select (select count(*)::int from sessoes) + (select count(*)::int from recuperacoes) + (select count(*)::int from calendarios_pessoais) as abertos,
      (select count(*)::int from tarefas where tipo = 'sessoes.recuperar' and estado = 'fila')
        + (select count(*)::int from usuarios_mensagens where resumir) as devidos,
      (select array_agg(estado order by id) from emails) as emails`);
const OVER = { abertos: 0, devidos: 0, emails: ['INTERROMPIDO', 'INTERROMPIDO', 'ENVIADO', 'INTERROMPIDO'] };

const restore = (from: string, to: Record<string, string>, ...args: string[]) =>
  runEntry('restore.server.ts', to, [at(from), ...args]);

/** A copy of a backup with something else in it. */
function damaged(from: string, name: string, damage: (folder: string) => void): string {
  cpSync(at(from), at(name), { recursive: true });
  damage(at(name));
  return name;
}
const withoutFile = (from: string) => rmSync(path.join(from, 'arquivos', key));

test('a backup leaves nothing beside itself, and takes out what a killed one left', () => {
  expect(readdirSync(folder).filter((name) => name.includes('parcial'))).toEqual([]);
  expect(existsSync(at('copia', 'dono.json'))).toBe(false);
});

test('a backup is checked against its manifest and restored, and what a killed restore left goes', async () => {
  const killed = at('restaurado', `cluster.restaurado-${hostname()}-7`);
  mkdirSync(path.join(killed, 'base'), { recursive: true });
  writeFileSync(path.join(killed, 'dono.json'), JSON.stringify({ pid: process.pid, nascimento: 'outro' }));
  const output = await restore('copia', { VINCULO_DATA: at('restaurado') });
  expect(output).toContain(`Foi removido o que uma restauração interrompida deixou em ${killed}.`);
  expect(readdirSync(at('restaurado')).filter((name) => name.includes('.restaurado'))).toEqual([]);
  expect(existsSync(at('restaurado', 'cluster', 'dono.json'))).toBe(false);
  expect(output).toMatch(/Backup conferido: \d+ arquivos\./);
  expect(readFileSync(at('restaurado', 'arquivos', key), 'utf8')).toBe('conteúdo');
  expect(existsSync(at('restaurado', 'cluster', 'PG_VERSION'))).toBe(true);
  expect(await opened('restaurado', standing)).toEqual(OVER);
});

test('a restore that did not end is opened by nobody, and another one makes it whole', async () => {
  const to = { VINCULO_DATA: at('interrompido') };
  const mark = at('interrompido', 'restauracao.incompleta');
  const broken = damaged('copia', 'sem-controle', (from) => rmSync(path.join(from, 'banco', 'global', 'pg_control')));
  await expect(restore(broken, to, '--sem-verificacao')).rejects.toThrow(/ended with 1: .*não iniciou/s);
  expect(existsSync(mark)).toBe(true);
  const refused = `apague o arquivo ${mark}.`;
  await expect(opened('interrompido', standing)).rejects.toThrow(refused);
  await expect(joinDatabase(readConfig(to))).rejects.toThrow(refused);
  renameSync(at('interrompido', 'cluster'), at('interrompido', 'de-lado'));
  await restore('copia', to);
  expect(existsSync(mark)).toBe(false);
  expect(await opened('interrompido', standing)).toEqual(OVER);
});

const refusedBy = (name: string) => `apague o arquivo ${at(name, 'restauracao.incompleta')}.`;

/** What the beginning of `npm start` does to a folder. */
const opens = (name: string) => opened(name, (db) => db.one<{ nome: string }>({ text: 'select nome from usuarios' }));

test.each(['criando o banco de dados embutido', 'migração 0003'])(
  'a restore of tables that is killed at “%s” does not open as the demonstration, and another one makes it whole',
  async (until) => {
    const name = until.replaceAll(' ', '-');
    await expect(runEntry('restore.server.ts', { VINCULO_DATA: at(name) }, [at('tabelas')], until)).rejects.toThrow(
      /ended with null/,
    );
    await expect(opens(name)).rejects.toThrow(refusedBy(name));
    await restore('tabelas', { VINCULO_DATA: at(name) });
    expect(await opened(name, standing)).toEqual(OVER);
  },
);

test.each(['copia', 'tabelas'])(
  'a restore of %s that ends among its files is opened by nobody, and another one makes it whole',
  async (from) => {
    const name = `sem-arquivos-${from}`;
    mkdirSync(at(name));
    writeFileSync(at(name, 'arquivos'), '');
    await expect(restore(from, { VINCULO_DATA: at(name) })).rejects.toThrow(/ended with 1/);
    await expect(opens(name)).rejects.toThrow(refusedBy(name));
    rmSync(at(name, 'arquivos'));
    await restore(from, { VINCULO_DATA: at(name) });
    expect(await opened(name, standing)).toEqual(OVER);
  },
);

test('tables that cannot be read leave an empty database that nobody opens, and one with users as it was', async () => {
  const broken = damaged('tabelas', 'cortado-tambem', (from) => truncateSync(path.join(from, 'tabelas', 'usuarios.csv.gz'), 60));
  const to = { VINCULO_DATA: at('com-usuarios') };
  await expect(restore(broken, to, '--sem-verificacao')).rejects.toThrow(/ended with 1/);
  await expect(opens('com-usuarios')).rejects.toThrow(refusedBy('com-usuarios'));
  await restore('tabelas', to);
  for (const args of [[], ['--substituir']])
    await expect(restore(broken, to, '--sem-verificacao', ...args)).rejects.toThrow(/ended with 1/);
  expect(await opens('com-usuarios')).toEqual({ nome: FIRST_ADMINISTRATOR.SETUP_NOME });
});

test('a backup that lost a file is refused before anything is touched, unless it is wanted unchecked', async () => {
  const name = damaged('copia', 'sem-arquivo', withoutFile);
  const to = { VINCULO_DATA: at('recusado') };
  await expect(restore(name, to)).rejects.toThrow(
    new RegExp(`ended with 1: O backup em \\S+ está danificado: falta arquivos/${key}\\. [^\\n]*\\n$`),
  );
  expect(existsSync(at('recusado'))).toBe(false);
  expect(await restore(name, to, '--sem-verificacao')).toContain('Restauração completa');
});

test('a backup of an older version, without a manifest, is refused unless it is wanted unchecked', async () => {
  const name = damaged('tabelas', 'antigo', (from) => rmSync(path.join(from, 'manifesto.jsonl')));
  const to = {
    VINCULO_DATA: at('antes'),
    DATABASE_URL: addressOf(server.connection),
    DATABASE_OWNER_URL: addressOf(server.ownerConnection),
  };
  await expect(restore(name, to)).rejects.toThrow(/ended with 1: [^\n]* use --sem-verificacao\.\n$/);
  expect(await server.one({ text: `select to_regclass('usuarios') as there` })).toEqual({ there: null });
});

test('a damaged table is told by a sentence, and the database stays as it was', async () => {
  const to = {
    VINCULO_DATA: at('servidor'),
    DATABASE_URL: addressOf(server.connection),
    DATABASE_OWNER_URL: addressOf(server.ownerConnection),
  };
  await restore('tabelas', to);
  const whole = {
    text: `select (select count(*)::int from usuarios) as usuarios, (select count(*)::int from cidades) as cidades`,
  };
  expect(await standing(server)).toEqual(OVER);
  const before = await server.one(whole);
  expect(before).toMatchObject({ usuarios: 1 });
  const name = damaged('tabelas', 'cortado', (from) => truncateSync(path.join(from, 'tabelas', 'usuarios.csv.gz'), 60));
  await expect(restore(name, to, '--substituir')).rejects.toThrow(
    /ended with 1: O backup em \S+ está danificado: tabelas\/usuarios\.csv\.gz mudou\. [^\n]*\n$/,
  );
  await expect(restore(name, to, '--substituir', '--sem-verificacao')).rejects.toThrow(
    /O backup está danificado: usuarios\.csv\.gz não pôde ser lido \([^\n]*\)\. O banco de dados continua como estava\.\n$/,
  );
  const missing = damaged('tabelas', 'faltando', (from) => rmSync(path.join(from, 'tabelas', 'usuarios.csv.gz')));
  await expect(restore(missing, to, '--substituir', '--sem-verificacao')).rejects.toThrow(
    /usuarios\.csv\.gz não pôde ser lido [^\n]*\n$/,
  );
  expect(await server.one(whole)).toEqual(before);
});

test.each<[string, string, (name: string) => void]>([
  ['copia', 'banco/base/elo', (name) => symlinkSync(at('dados'), name)],
  ['copia', 'arquivos', (name) => symlinkSync(at('dados'), name)],
  ['copia', 'manifesto.jsonl', (name) => execFileSync('mkfifo', [name])],
  ['tabelas', 'tabelas/usuarios.csv.gz', (name) => execFileSync('mkfifo', [name])],
])('of %s, a link or pipe in the place of %s is refused, though nobody asked for a check', async (from, name, make) => {
  const [copy, target] = [at(`${from}-estranha-${path.basename(name)}`), at('para-estranha')];
  cpSync(at(from), copy, { recursive: true });
  rmSync(path.join(copy, name), { recursive: true, force: true });
  make(path.join(copy, name));
  await expect(runEntry('restore.server.ts', { VINCULO_DATA: target }, [copy, '--sem-verificacao'])).rejects.toThrow(
    `ended with 1: O backup em ${copy} tem o que não é arquivo nem pasta: ${name}. Nada foi restaurado.\n`,
  );
  expect(existsSync(target)).toBe(false);
});
