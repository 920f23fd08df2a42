import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import type { Database } from '#kit/db/database.server.ts';
import { foldersOf, readPostmaster } from '#kit/db/embedded/cluster-folder.server.ts';
import { crashPlaces, type Place } from './crash-places.server.ts';
import {
  type HttpClient,
  httpClient,
  loginAt,
  runEntry,
  type ServerProcess,
  startServer,
  until,
} from './server-process.server.ts';

/** More than a request applies itself, after those who have left. */
const PEOPLE = 2_500;
const TABLES = '/api/cargo-salario/tabelas-reajustes-colaboradores';

interface Seen {
  situacao: string;
  entries: number;
  /** people whose open entry is the plan's */
  paid: number;
  audited: number;
}

describe.each(crashPlaces)('kill -9 in the middle of a realignment on %s', (name, open) => {
  let place: Place;
  let server: ServerProcess;
  let db: Database;
  let client: HttpClient;
  let empresaId: number;
  let plan: number;
  let before: string;

  async function start() {
    server = await startServer({ ...place.env, VINCULO_WORKERS: '1' });
    db = await place.database();
    empresaId = (await db.one<{ id: number }>(sql`select max(id) as id from empresas`))?.id as number;
    client = httpClient(server.url, await loginAt(server.url, place.cpf, place.senha, empresaId));
  }
  const payroll = async () =>
    JSON.stringify(
      await db.query(sql`
        select t.id, t.salario_atual, t.area_atual_id, (select count(*) from talentos_historicos h where h.registro_id = t.id) as entries
        from talentos t where t.empresa_id = ${empresaId} order by t.id`),
    );
  const look = () =>
    db.one<Seen>(sql`
      select p.situacao, (select count(*)::int from talentos_historicos where tabela_reajuste_id = p.id) as entries,
        (select count(*)::int from talentos_historicos where tabela_reajuste_id = p.id and ate is null) as paid,
        (select count(*)::int from auditoria a where a.tabela = 'talentos' and a.acao = 'A' and a.mudancas ? 'tabelaReajuste' and a.empresa_id = ${empresaId}) as audited
      from tabelas_reajustes_colaboradores p where p.id = ${plan}`);
  const taskOf = async (url: string): Promise<number> => {
    const { status, body } = await client('POST', url, {});
    expect(status, JSON.stringify(body)).toBe(202);
    return (body as { tarefaId: number }).tarefaId;
  };
  const taskAt = (id: number) =>
    db.one<{ estado: string; mensagem: string | null; trabalhador: string | null }>(
      sql`select estado, mensagem, trabalhador from tarefas where id = ${id}`,
    );
  const ended = (id: number) =>
    until(async () => {
      const task = await taskAt(id);
      return task && ['concluida', 'falhou'].includes(task.estado) && task;
    }, 60_000);

  beforeAll(async () => {
    place = await open();
    await runEntry('seed.server.ts', place.env, ['--size', String(PEOPLE), '--company-size', String(PEOPLE)]);
    await start();
    const ids = async (table: string) =>
      (await db.query<{ id: number }>({ text: `select id from ${table} where empresa_id = $1`, values: [empresaId] })).map(
        ({ id }) => id,
      );
    plan = (
      (await client('POST', TABLES, { nome: 'Queda', data: addDays(today(), 1), tipoReajuste: 'P' })).body as { id: number }
    ).id;
    const { body } = await client('POST', '/api/cargo-salario/reajustes-colaboradores/aplicar-dissidio', {
      tabelaReajuste: plan,
      estabelecimentosIds: await ids('estabelecimentos'),
      areasIds: await ids('areas_organizacionais'),
      reajustePor: '1',
      valorDissidio: 5,
      tambemPorFaixaEIndice: true,
    });
    await ended((body as { tarefaId: number }).tarefaId);
    before = await payroll();
  }, 180_000);
  afterAll(async () => {
    await db?.close();
    await server?.stop();
    await place?.end();
  });

  /**
   * Puts the task in, holds it where the histories are written and the trail is not, kills what `kill` kills, and starts the program again: until the
   * task has ended, all that is seen is what was before it.
   */
  async function interrupted(url: string, kill: () => Promise<void>): Promise<void> {
    const holder = await db.pool.connect();
    holder.on('error', () => {}); // it may die with the database
    await holder.query('begin; lock table auditoria in share mode');
    const tarefaId = await taskOf(url);
    let first: Awaited<ReturnType<typeof taskAt>>;
    let whole: Awaited<ReturnType<typeof look>>;
    try {
      first = await until(async () => {
        const task = await taskAt(tarefaId);
        expect(task).not.toMatchObject({ estado: 'falhou' });
        const waits = await db.one(
          sql`select 1 from pg_locks where not granted and locktype = 'relation' and relation = 'auditoria'::regclass`,
        );
        return waits && task?.estado === 'executando' && task;
      }, 60_000);
      whole = await look();
      await kill();
    } finally {
      await holder.query('rollback').catch(() => {});
      holder.release(true);
    }
    await db.close();
    await server.stop();

    await start();
    await until(async () => {
      const task = await taskAt(tarefaId);
      expect(task).not.toMatchObject({ estado: 'falhou' });
      if (task?.estado === 'concluida') return true;
      // Half a minute of silence passes, after which the first worker counts as dead.
      await db.query(sql`
        update tarefas set batida_em = now() - interval '1 minute' where id = ${tarefaId} and trabalhador = ${first?.trabalhador} and estado = 'executando'`);
      const seen = await look();
      if ((await taskAt(tarefaId))?.estado !== 'concluida') expect(seen).toEqual(whole);
      return false;
    }, 60_000);
    // Nobody holds a lock any more, whoever died with it.
    const held = sql`select 1 from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and l.locktype = 'advisory'`;
    await until(async () => (await db.one(held)) === undefined);
  }

  it('applies all of it or nothing, and the task resumes', async () => {
    const lines =
      (
        await db.one<{ n: number }>(
          sql`select count(*)::int as n from reajustes_colaboradores where tabela_reajuste_id = ${plan}`,
        )
      )?.n ?? 0;
    expect(lines).toBeGreaterThan(2_000);
    await interrupted(`${TABLES}/${plan}/aplicar`, () => server.kill());
    expect(await look()).toEqual({ situacao: 'A', entries: lines, paid: lines, audited: lines });
    expect((await client('POST', `${TABLES}/${plan}/aplicar`, {})).status).toBe(400);
  }, 120_000);

  it('takes all of it back or nothing, though the database dies with the program', async () => {
    const lines = (await look())?.entries ?? 0;
    await interrupted(`${TABLES}/${plan}/cancelar-reajuste`, async () => {
      const postmaster = name.startsWith('the embedded')
        ? readPostmaster(foldersOf(path.resolve(place.env.VINCULO_DATA as string)).cluster)
        : null;
      if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
      await server.kill();
    });
    expect(await look()).toEqual({ situacao: 'C', entries: 0, paid: 0, audited: 2 * lines });
    expect(await payroll()).toBe(before);
    // What was taken back goes on from a copy, which applies as the first one did.
    const copy = ((await client('POST', `${TABLES}/${plan}/copiar`)).body as { id: number }).id;
    expect(await ended(await taskOf(`${TABLES}/${copy}/aplicar`))).toMatchObject({ estado: 'concluida' });
  }, 120_000);
});
