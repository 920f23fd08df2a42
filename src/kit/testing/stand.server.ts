import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Change, UserActing } from '#kit/acting/acting.server.ts';
import { diff } from '#kit/db/schema-diff.server.ts';
import { activity, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { file, files as severalFiles } from '#kit/fields/file.ts';
import { cpf } from '#kit/fields/identity.ts';
import { money } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { arquivosRegistry, createFiles, type Files } from '#kit/files/files.server.ts';
import { fileReadersOf } from '#kit/files/readers.server.ts';
import { acceptUploads } from '#kit/files/receive.server.ts';
import { keepKeysIn } from '#kit/files/secrets.server.ts';
import { diskStore } from '#kit/files/store.server.ts';
import { createHttp } from '#kit/http/server.server.ts';
import { createJobs, type Jobs } from '#kit/jobs/jobs.server.ts';
import { type AnyRegistry, defineRegistry } from '#kit/registry/registry.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { tablesOf } from '#kit/registry/tables.server.ts';
import { wholeCompany } from '#kit/store/references.server.ts';
import { createStore, type Store } from '#kit/store/store.server.ts';
import { type TestDatabase, testDatabase } from './testdb.server.ts';

/** Two registries for the contract tests of jobs, files, reports and imports. */
const areas = defineRegistry({
  id: 'areas',
  title: 'Áreas',
  singular: 'Área',
  authority: 'ROLE_CAD_AREA',
  scope: 'empresa',
  fields: { nome: text('Nome', 60), areaMae: optional(ref('Área mãe', 'prova/areas')), ativo: activity() },
  columns: ['nome', 'ativo'],
  unique: [['nome']],
});

export const pessoas = defineRegistry({
  id: 'pessoas',
  title: 'Pessoas',
  singular: 'Pessoa',
  authority: 'ROLE_CAD_PESSOA',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 100),
    cpf: cpf(),
    nascimento: optional(date('Data de Nascimento')),
    salario: having(optional(money('Salário')), { sensitive: 'ROLE_VER_SALARIO' }),
    vinculo: choice('Vínculo', { C: 'Celetista', E: 'Estagiário' }),
    area: ref('Área', 'prova/areas'),
    anexo: optional(file('Anexo')),
    documentos: optional(severalFiles('Documentos', { max: 3, maxBytes: 1024 })),
  },
  columns: ['nome', 'cpf', 'salario', 'vinculo', 'area'],
  unique: [['cpf']],
});

const targets: Record<string, AnyRegistry> = { arquivos: arquivosRegistry, 'prova/areas': areas, 'prova/pessoas': pessoas };
const lookup: Lookup = (target) => {
  const found = targets[target];
  if (!found) throw new Error(`no registry is called ${target}`);
  return found;
};

/** The migrations of the kit's own tables, without their numbers; the others need tables of the platform. */
const MIGRATIONS = new Set(
  [
    'base',
    'tarefas-arquivos',
    'importacoes',
    'abas-importacoes',
    'dias-importacoes',
    'limites',
    'bytes-de-importacoes',
    'externos',
    'usos-de-arquivos',
    'tarefas-chave',
    'lixeira',
    'rotulos-de-importacoes',
    'avisos-de-importacoes',
    'interrupcoes-de-importacoes',
    'memoria-de-importacoes',
    'textos-de-arquivos',
    'vez-das-tarefas',
    'grupos-de-tarefas',
    'ligados-de-importacoes',
    'linhas-apagadas',
    'registros-de-antes',
    'antes-visto',
    'linhas-vazias',
    'linhas-esvaziadas',
  ].map((name) => `${name}.sql`),
);

/** A small program on a database of its own, for the contract tests of the kit. */
export interface Stand {
  db: TestDatabase;
  app: FastifyInstance;
  jobs: Jobs;
  files: Files;
  lookup: Lookup;
  folder: string;
  /** entries written to the audit trail */
  trail: Change[];
  stores: { areas: Store; pessoas: Store };
  store(path: string): Store;
  acting(usuarioId?: number, empresaId?: number, lacks?: string): UserActing;
  close(): Promise<void>;
}

/** The headers `x-usuario`, `x-empresa` and `x-sem` (an authority that they lack) choose the actor. */
export async function openStand(): Promise<Stand> {
  const tables = [areas, pessoas].flatMap((registry) => tablesOf(registry, lookup));
  const db = await testDatabase(async (fresh) => {
    for (const name of readdirSync('migrations')
      .filter((one) => MIGRATIONS.has(one.slice(5)))
      .sort())
      await fresh.query({ text: readFileSync(path.join('migrations', name), 'utf8') });
    await fresh.query({ text: 'create table empresas (id bigint primary key); insert into empresas values (1), (2)' });
    await fresh.query({
      text: 'create table tentativas (chave text, janela timestamptz, falhas integer not null default 1, primary key (chave, janela))',
    });
    for (const statement of await diff(fresh, tables)) await fresh.query({ text: statement });
  }, JSON.stringify(tables));
  const folder = mkdtempSync(path.join(tmpdir(), 'vinculo-prova-'));
  keepKeysIn(path.join(folder, 'chaves'));
  const files = createFiles(db, diskStore(path.join(folder, 'arquivos')), {
    readers: [areas, pessoas].flatMap((registry) => fileReadersOf(registry)),
  });
  const jobs = createJobs(db);
  const trail: Change[] = [];
  const acting = (usuarioId = 1, empresaId = 1, lacks = ''): UserActing => ({
    kind: 'usuario',
    usuarioId,
    usuarioNome: `Usuário ${usuarioId}`,
    empresaId,
    empresaNome: `Empresa ${empresaId}`,
    requestId: 'prova',
    today: '2026-11-20',
    settings: {},
    can: (authority) => authority !== lacks,
    everywhere: () => true,
    audit: async (_tx, change) => void trail.push(change),
  });
  const app = await createHttp({
    origins: [],
    version: '0',
    logLevel: 'error',
    trustProxy: false,
    bodyLimit: 1024 * 1024,
    isSecure: false,
  });
  await acceptUploads(app);
  app.addHook('onRequest', async (request) => {
    const { 'x-usuario': usuario, 'x-empresa': empresa, 'x-sem': lacks } = request.headers as Record<string, string>;
    request.acting = acting(Number(usuario ?? 1), Number(empresa ?? 1), lacks);
  });
  const access = { accessTo: wholeCompany };
  const stores = { areas: createStore(areas, lookup, {}, access), pessoas: createStore(pessoas, lookup, {}, access) };
  return {
    db,
    app,
    jobs,
    files,
    lookup,
    folder,
    trail,
    stores,
    store: (path) => (path === 'prova/areas' ? stores.areas : stores.pessoas),
    acting,
    async close() {
      await app.close();
      await db.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A multipart body with one file, as a browser sends it. */
export function upload(name: string, content: string | Uint8Array): { payload: Buffer; headers: Record<string, string> } {
  const mark = 'limite-da-prova';
  const head = `--${mark}\r\nContent-Disposition: form-data; name="arquivo"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${mark}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${mark}`, origin: 'http://localhost:80' } };
}
