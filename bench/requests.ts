import { fork } from 'node:child_process';
import sql from 'sql-template-tag';
import { DEMO_LOGINS, DEMO_PASSWORD } from '#app/demo-users.server.ts';
import { loginAt, type ServerProcess, startServer } from '#app/server-process.server.ts';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import { openEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { thrifty } from '../scripts/thrift.mjs';
import { type Load, type LoadResult, runLoad } from './load.ts';
import type { Place } from './places.ts';
import { cpuOf, postmasterOf } from './processes.ts';

export interface Figure {
  operation: string;
  /** CPU of server and database together per request, ms */
  cpu: number;
  /** the database's part of it */
  database: number;
  p50: number;
  p95: number;
  requests: number;
  faults: Record<string, number>;
  target?: number;
  /** of the 95th percentile, ms */
  target95?: number;
  bare?: { cpu: number; p50: number; p95: number };
}

interface Question {
  operation: string;
  target?: number;
  ours: Pick<Load, 'paths'> & Partial<Pick<Load, 'method' | 'body' | 'clients' | 'from'>>;
  bare?: string[];
}

const CLIENTS = 16;
/** The server is measured as `npm start` starts it. */
const MEMORY = thrifty({}) as Record<string, string>;

/** A running server on a place, with a session in a company of 2,000, and an eye on its database. */
export interface Stage {
  server: ServerProcess;
  cookie: string;
  empresaId: number;
  db: Database;
  postmaster: number | null;
  connection: Record<string, unknown>;
  stop(): Promise<void>;
}

export async function openStage(place: Place, named = 'Empresa Gerada %', env: Record<string, string> = {}): Promise<Stage> {
  const server = await startServer({ VINCULO_WORKERS: '0', ...MEMORY, ...place.env, ...env });
  const connection: Record<string, unknown> = place.env.DATABASE_URL
    ? { connectionString: place.env.DATABASE_OWNER_URL ?? place.env.DATABASE_URL }
    : { ...(await openEmbedded({ dataDir: place.env.VINCULO_DATA as string })).owner };
  const db = createDatabase({ ...connection, max: 1 });
  const empresa = await db.one<{ id: number }>(sql`select id from empresas where nome like ${named} order by id limit 1`);
  // As autovacuum leaves a table soon after it was filled.
  await db.query(sql`vacuum analyze`);
  const backend = await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return {
    server,
    cookie: await loginAt(server.url, DEMO_LOGINS[0].cpf, DEMO_PASSWORD, empresa?.id),
    empresaId: empresa?.id as number,
    db,
    postmaster: postmasterOf(backend?.pid ?? 0),
    connection,
    stop: async () => {
      await db.close();
      await server.stop();
    },
  };
}

async function questionsOf({ db, empresaId }: Stage): Promise<Question[]> {
  const root = '/api/gestao-talentos/talentos';
  const of = await db.query<{ id: number }>(sql`select id from talentos where empresa_id = ${empresaId} order by id limit 500`);
  const place = await db.one<{ area: number; faixa: number }>(
    sql`select area_organizacional_id as area, faixa_salarial_id as faixa from talentos_historicos where registro_id = ${of[0]?.id ?? 0} limit 1`,
  );
  const names = ['silva', 'souza', 'joao', 'JOÃO', 'maria', 'carv', 'and', 'bezerra'];
  const v = (...values: (string | number)[]) => values.map((value) => `v=${encodeURIComponent(value)}`).join('&');
  const person = JSON.stringify({
    nome: 'Medida {i}',
    cpf: '{cpf}',
    matricula: 'M{i}',
    sexo: 'F',
    vinculo: 'E',
    dataAdmissao: '2026-01-05',
    historicos: [
      { data: '2026-01-05', motivo: 'C', areaOrganizacional: place?.area, faixaSalarial: place?.faixa, tipoSalario: '1' },
    ],
  });
  // Numbers that no earlier run has used.
  const from = 100_000_000 + (Date.now() % 800_000_000);
  return [
    {
      operation: 'list of 15 + total',
      target: 1.5,
      ours: { paths: [`${root}?page=0&size=15`] },
      bare: [`/lista?${v(0, empresaId)}`],
    },
    {
      operation: 'the same, page 100',
      target: 1.6,
      ours: { paths: [`${root}?page=100&size=15`] },
      bare: [`/lista?${v(1_500, empresaId)}`],
    },
    {
      operation: 'part of a name, one company',
      target: 2.5,
      ours: { paths: names.map((name) => `${root}?page=0&size=15&busca=${encodeURIComponent(name)}`) },
      bare: names.map((name) => `/busca?${v(0, empresaId, `%${name.toLowerCase().replace('ã', 'a')}%`)}`),
    },
    {
      operation: 'three filters and a sort',
      ours: { paths: [`${root}?page=0&size=15&situacao=A&vinculo=E&dataAdmissaoIni=2023-01-01&sort=dataAdmissao,desc`] },
      bare: [`/filtros?${v(0, empresaId, 'A', 'E', '2023-01-01')}`],
    },
    {
      operation: 'type-ahead of a person',
      ours: { paths: names.map((name) => `${root}/opcoes?busca=${encodeURIComponent(name)}`) },
    },
    {
      operation: 'read one',
      target: 0.8,
      ours: { paths: of.map(({ id }) => `${root}/${id}`) },
      bare: of.map(({ id }) => `/um?${v(id, empresaId)}`),
    },
    {
      operation: 'position on a day (as of)',
      ours: { paths: of.map(({ id }) => `/api/cargo-salario/cargos/responsabilidade/${id}?data=2100-01-01`) },
    },
    { operation: 'create an employee, audited', target: 3, ours: { paths: [root], method: 'POST', body: person, from } },
    {
      operation: 'create a district, audited',
      target: 3,
      ours: { paths: ['/api/geral/bairros'], method: 'POST', body: JSON.stringify({ nome: 'Medida {i}', cidade: 1 }), from },
      bare: [`/novo?v=Crua%20{i}-${from}`],
    },
    {
      operation: 'export 2,000 as CSV',
      target: 20,
      ours: { paths: [`${root}/exportar?formato=csv`] },
      bare: [`/csv?${v(empresaId)}`],
    },
    { operation: 'export 2,000 as XLSX', target: 80, ours: { paths: [`${root}/exportar?formato=xlsx`] } },
  ];
}

/** CPU per request of the trees while clients ask. */
export async function measure(
  server: number,
  database: readonly number[],
  load: Load,
): Promise<LoadResult & { cpu: number; database: number }> {
  await runLoad({ ...load, ms: Math.min(1_500, load.ms / 2) });
  const all = [server, ...database];
  const before = { all: cpuOf(all), database: cpuOf(database) };
  const result = await runLoad({ ...load, from: (load.from ?? 0) + 20_000_000 });
  const per = (now: number, then: number) => (now - then) / Math.max(1, result.requests);
  return { ...result, cpu: per(cpuOf(all), before.all), database: per(cpuOf(database), before.database) };
}

/** Every request of the first table of product.md, and the bare answer beside it. */
export async function measureRequests(place: Place, ms: number, only?: RegExp): Promise<Figure[]> {
  const stage = await openStage(place);
  const bare = fork(new URL('./bare.ts', import.meta.url).pathname, {
    env: { ...process.env, BARE_CONNECTION: JSON.stringify(stage.connection) },
  });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      bare.once('message', (message) => resolve(message as number));
      bare.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)));
    });
    const database = stage.postmaster === null ? [] : [stage.postmaster];
    const figures: Figure[] = [];
    for (const { operation, target, ours, bare: paths } of await questionsOf(stage)) {
      if (only && !only.test(operation)) continue;
      const common = { cookie: stage.cookie, clients: ours.clients ?? CLIENTS, ms };
      const own = await measure(stage.server.child.pid as number, database, {
        url: stage.server.url,
        method: 'GET',
        ...common,
        ...ours,
      });
      if (Object.keys(own.faults).length > 0)
        console.log(`    ${operation}: ${JSON.stringify(own.faults)} ${own.sample.slice(0, 300)}`);
      const least =
        paths &&
        (await measure(bare.pid as number, database, {
          url: `http://127.0.0.1:${port}`,
          method: 'GET',
          ...common,
          paths,
          from: ours.from,
        }));
      if (least && Object.keys(least.faults).length > 0)
        console.log(`    ${operation} (bare): ${JSON.stringify(least.faults)} ${least.sample.slice(0, 300)}`);
      figures.push({
        operation,
        cpu: own.cpu,
        database: own.database,
        p50: own.p50,
        p95: own.p95,
        requests: own.requests,
        faults: own.faults,
        ...(target === undefined ? {} : { target }),
        ...(least ? { bare: { cpu: least.cpu, p50: least.p50, p95: least.p95 } } : {}),
      });
    }
    return figures;
  } finally {
    bare.disconnect();
    await stage.db.tx(async (tx) => {
      // What was created goes, so that the kept data stay as they were.
      await tx.query(sql`delete from talentos where nome like 'Medida %'`);
      await tx.query(sql`delete from bairros where nome like 'Medida %' or nome like 'Crua %'`);
    });
    await stage.stop();
  }
}
