import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import { registerAnswering } from '#platform/questionario/answering.routes.server.ts';
import { asks } from '#platform/questionario/asker.server.ts';
import { finishRound } from '#platform/questionario/close.server.ts';
import { MAIOR_COMENTARIO } from '#platform/questionario/evaluate.ts';
import { closeRound, readRound } from '#platform/questionario/rounds.server.ts';
import { ticketFor } from '#platform/questionario/tickets.server.ts';
import { DONO, openTestRound, people, RUIM } from './questionario-model.server.ts';
import { type Client, openTestApp, send, type TestApp } from './test-app.server.ts';

let app: TestApp;
let user: Client;
let log = '';
let me = 0;
const data = mkdtempSync(path.join(tmpdir(), 'vinculo-chaves-'));
const folder = path.join(data, 'chaves');
const SECRET = 'O café da copa é horrível';

beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'trace', VINCULO_DATA: data });
  const stream = Object.getOwnPropertySymbols(app.app.log).find(({ description }) => description === 'pino.stream') as symbol;
  Object.assign(app.app.log, { [stream]: { write: (line: string) => void (log += line) } });
  registerAnswering(app.app, app.services, {
    path: '/api/prova/responder',
    pessoas: async (_db, { usuarioId }) => [`usuarios:${usuarioId}`],
  });
  user = await app.login(1);
  me = (await app.db.only<{ id: number }>(sql`select usuario_id as id from sessoes limit 1`)).id;
});
afterAll(async () => {
  await app.close();
  rmSync(data, { recursive: true, force: true });
});

/** Every row of every table, with what PostgreSQL keeps beside it. */
async function dump(): Promise<Map<string, string[]>> {
  const tables = await app.db.owner.query<{ nome: string }>(
    sql`select relname as nome from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm')`,
  );
  const all = new Map<string, string[]>();
  for (const { nome } of tables) {
    const found = await app.db.owner.query<{ linha: string }>(
      sql`select to_jsonb(t)::text as linha from ${raw(`"${nome}"`)} t order by ctid`,
    );
    all.set(
      nome,
      found.map(({ linha }) => linha),
    );
  }
  return all;
}
const newLines = (before: Map<string, string[]>, after: Map<string, string[]>) =>
  Object.fromEntries(
    [...after]
      .map(([table, lines]): [string, string[]] => [table, lines.filter((line) => !before.get(table)?.includes(line))])
      .filter(([, lines]) => lines.length > 0),
  );

const finish = (id: number, release = async () => {}) => finishRound(app.db, app.services.lookup, id, release);
const close = async (id: number) => app.db.tx((tx) => closeRound(tx, id));
const MOMENT = /\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/;

/** Each person sends answers of their own: the n-th one the note n, and a text that names nobody. */
async function answerAll(id: number, count: number, text = (n: number) => `Texto ${n}`): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const { id: participation } = await app.db.only<{ id: number }>(
      sql`select id from participacoes where rodada_id = ${id} and pessoa = ${`talentos:${n}`}`,
    );
    const bilhete = await app.db.tx((tx) => ticketFor(tx, participation));
    const respostas = [RUIM[0], { perguntaId: 2, comentario: text(n) }, { perguntaId: 3, nota: n % 11 }];
    const answer = await send(app.app, {
      method: 'POST',
      url: '/api/publico/responder/enviar',
      payload: { bilhete, envio: crypto.randomUUID(), respostas },
    });
    expect(answer.status).toBe(200);
  }
}

describe('an anonymous answer', () => {
  it('leaves nothing of what was answered in any column, file or log before the round closes, and nobody in any line after it', async () => {
    const participantes = sql`select case when n = 12 then 'usuarios:' || ${me}::int else 'talentos:' || n end as pessoa, null::text as sobre, null::text as papel, array[1] as atributos from generate_series(1, 12) n`;
    const id = await openTestRound(app, { participantes });
    await answerAll(id, 4);
    const [waiting] = (await user('GET', '/api/prova/responder')).body as { id: number }[];
    const before = await dump();
    log = '';
    const envio = crypto.randomUUID();
    const respostas = [RUIM[0], { perguntaId: 2, comentario: SECRET }, { perguntaId: 3, nota: 1 }];
    const sent = await user('POST', `/api/prova/responder/${waiting?.id}/enviar`, { envio, respostas });
    expect(sent.status).toBe(200);
    const written = newLines(before, await dump());
    // A session is renewed by whatever its user does.
    const { sessoes: _, ...lines } = written;
    expect(Object.keys(lines).toSorted()).toEqual(['envelopes', 'envios_anonimos', 'participacoes']);
    const { participacoes: who = [], ...rest } = lines;
    const others = Object.values(rest).flat().join('\n');
    for (const trace of [SECRET, 'horrível', envio, `usuarios:${me}`, String(waiting?.id), String(sent.headers['x-request-id'])])
      expect(others).not.toContain(trace);
    expect(who.join()).toContain(`usuarios:${me}`);
    expect(Object.values(lines).flat().join('\n')).not.toMatch(MOMENT);
    expect(log).toBe('');
    await close(id);
    await finish(id);
    const told = (
      await app.db.query<{ linha: string }>(sql`
      select to_jsonb(r)::text as linha from respostas_dadas r where rodada_id = ${id}
      union all select to_jsonb(e)::text from respostas_escritas e where rodada_id = ${id}`)
    ).map(({ linha }) => linha);
    expect(told.join('\n')).toContain(SECRET);
    for (const trace of [envio, `usuarios:${me}`, String(waiting?.id)]) expect(told.join('\n')).not.toContain(trace);
    expect(told.join('\n')).not.toMatch(MOMENT);
    expect(told.every((line) => !/"(participacao|resposta)_id": [^n]/.test(line))).toBe(true);
  });

  it('would be found where it were neither sealed nor mixed', async () => {
    const id = await openTestRound(app, { modo: 'C', participantes: people(6) });
    const before = await dump();
    await answerAll(id, 6, () => SECRET);
    const written = newLines(before, await dump());
    expect(Object.values(written).flat().join('\n')).toContain(SECRET);
    const joined = await app.db.owner.query<{ fits: boolean }>(sql`
      select substr(p.pessoa, 10)::int % 11 = r.notas[3] as fits from participacoes p join respostas_dadas r on r.xmin = p.xmin
      where p.rodada_id = ${id} and r.rodada_id = ${id}`);
    expect(joined.map(({ fits }) => fits)).toEqual(Array(6).fill(true));
  });

  it('is found by a matcher no better than by chance: not by order, number, transaction, place or size', async () => {
    const people_ = 44;
    const id = await openTestRound(app, { participantes: people(people_) });
    // The matcher sees everything there is before the round closes, too: who sent which envelope.
    await answerAll(id, people_, (n) => 'x'.repeat((n * 37) % 900));
    const sizes = await app.db.query(sql`select distinct octet_length(conteudo) as n from envelopes where rodada_id = ${id}`);
    expect(sizes).toHaveLength(1);
    const order = (table: string, by: string) =>
      app.db.owner.query<{ n: number; id: string; xmin: string }>(
        sql`select ${raw(table === 'participacoes' ? 'substr(pessoa, 10)::int as n, id::text, xmin::text' : 'notas[3] as n, id::text, xmin::text')} from ${raw(table)} where rodada_id = ${id} order by ${raw(by)}`,
      );
    // Whoever watched knows who came when; where their lines lie says it by about, as the database uses freed places again.
    const came = Array.from({ length: people_ }, (_, n) => n + 1);
    await close(id);
    await finish(id);
    const answers = await order('respostas_dadas', 'ctid');
    expect(answers).toHaveLength(people_);
    expect(new Set(answers.map(({ xmin }) => xmin)).size).toBe(1);
    const asked = await order('participacoes', 'ctid');
    expect(new Set(asked.map(({ xmin }) => xmin)).size).toBe(1);
    // Nor who answered before whom.
    const places = asked.map(({ n }) => n);
    expect(places).not.toEqual(came);
    expect(asked.map(({ id: number }) => BigInt(number))).toEqual(
      asked.map(({ id: number }) => BigInt(number)).toSorted((a, b) => (a < b ? -1 : 1)),
    );
    const texts = await app.db.owner.query<{ xmin: string; n: number }>(
      sql`select xmin::text, length(texto) as n from respostas_escritas where rodada_id = ${id} order by ctid`,
    );
    expect(new Set(texts.map(({ xmin }) => xmin)).size).toBe(1);
    // Of 44 pairs one in eleven fits by chance: 4. Fifteen fit once in a hundred thousand runs.
    for (const by of ['ctid', 'id']) {
      const found = (await order('respostas_dadas', by)).map(({ n }) => n);
      for (const way of [came, came.toReversed(), places])
        expect(way.filter((n, at) => n % 11 === found[at]).length).toBeLessThan(15);
    }
    const lengths = texts.map(({ n }) => n);
    const wrote = came.map((n) => (n * 37) % 900).filter((n) => n > 0);
    expect(wrote.filter((n, at) => n === lengths[at]).length).toBeLessThan(8);
  });

  it('is as large as the others when its text is as long as a text may be', async () => {
    const longest = 'Não há espaço; o café é horrível.\n'.repeat(200).slice(0, MAIOR_COMENTARIO);
    const id = await openTestRound(app, { participantes: people(6) });
    await answerAll(id, 6, (n) => (n === 3 ? longest : 'Pouco'));
    expect(
      await app.db.query(
        sql`select octet_length(conteudo) as n, count(*)::int as quantos from envelopes where rodada_id = ${id} group by 1`,
      ),
    ).toMatchObject([{ quantos: 6 }]);
    await close(id);
    await finish(id);
    const [longer] = await app.db.query<{ texto: string }>(
      sql`select texto from respostas_escritas where rodada_id = ${id} order by length(texto) desc limit 1`,
    );
    expect(longer?.texto).toBe(longest.trim());
  });

  it('tells no place that only few share, because the database knows who was asked with it', async () => {
    const participantes = sql`
      select 'talentos:' || n as pessoa, null::text as sobre, null::text as papel, array[case when n <= 6 then 1 when n <= 11 then 2 else 3 end] as atributos
      from generate_series(1, 12) n`;
    const id = await openTestRound(app, { participantes });
    await answerAll(id, 12);
    await close(id);
    await finish(id);
    expect(
      await app.db.query(
        sql`select atributos, count(*)::int as n from respostas_dadas where rodada_id = ${id} group by 1 order by 2`,
      ),
    ).toEqual([
      { atributos: [1], n: 6 },
      { atributos: [null], n: 6 },
    ]);
  });
});

describe('the closing of an anonymous round', () => {
  const state = async (id: number) => ({
    estado: (await readRound(app.db, id)).estado,
    envelopes: (await app.db.query(sql`select 1 from envelopes where rodada_id = ${id}`)).length,
    respostas: (await app.db.query(sql`select 1 from respostas_dadas where rodada_id = ${id}`)).length,
  });
  const keys = () => readdirSync(folder).filter((name) => name.startsWith('rodada-')).length;

  it('goes on after a crash at each of its steps, and destroys the key once the answers are written', async () => {
    const id = await openTestRound(app);
    await answerAll(id, 5);
    await close(id);
    const before = keys();
    // While the answers are being written.
    await app.db.owner.query(sql`create function morre() returns trigger language plpgsql as $$ begin raise 'crash'; end $$`);
    await app.db.owner.query(sql`create trigger morre before insert on respostas_escritas execute function morre()`);
    await expect(finish(id)).rejects.toThrow('crash');
    await app.db.owner.query(sql`drop trigger morre on respostas_escritas`);
    expect(await state(id)).toEqual({ estado: 'F', envelopes: 5, respostas: 0 });
    expect(keys()).toBe(before);
    // Before the results are judged.
    await expect(finish(id, () => Promise.reject(new Error('crash')))).rejects.toThrow('crash');
    expect(await state(id)).toEqual({ estado: 'F', envelopes: 0, respostas: 5 });
    expect(keys()).toBe(before - 1);
    let released = 0;
    await finish(id, async () => void released++);
    await finish(id, async () => void released++);
    expect(await state(id)).toEqual({ estado: 'D', envelopes: 0, respostas: 5 });
    expect(released).toBe(1);
    expect((await readRound(app.db, id)).chavePublica).toBeNull();
  });

  it('is done once by two workers at the same time', async () => {
    const id = await openTestRound(app);
    await answerAll(id, 6);
    await close(id);
    let released = 0;
    const ended = await Promise.allSettled([1, 2].map(() => finish(id, async () => void released++)));
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    await finish(id, async () => void released++);
    expect(await state(id)).toEqual({ estado: 'D', envelopes: 0, respostas: 6 });
    expect(released).toBe(1);
  });

  it('waits for its key and holds up no other round; rounds close by themselves after their last day', async () => {
    const [keyless, late, named] = [await openTestRound(app), await openTestRound(app), await openTestRound(app, { modo: 'I' })];
    const ended: number[] = [];
    asks({ dono: DONO, encerrada: async (_tx, { rodadaId }) => void ended.push(rodadaId) });
    await answerAll(keyless, 3);
    await answerAll(late, 3);
    await app.db.query(sql`update rodadas set chave_publica = decode(repeat('07', 32), 'hex') where id = ${keyless}`);
    await app.db.query(sql`update rodadas set ate = ${addDays(today(), -1)} where id = any(${[keyless, late, named]})`);
    await app.db.query(sql`insert into tarefas (tipo) values ('questionarios.encerrar')`);
    await app.work();
    expect(await state(keyless)).toEqual({ estado: 'F', envelopes: 3, respostas: 0 });
    expect(await state(late)).toEqual({ estado: 'D', envelopes: 0, respostas: 3 });
    expect(await state(named)).toEqual({ estado: 'D', envelopes: 0, respostas: 0 });
    expect(ended.toSorted((a, b) => a - b)).toEqual([late, named].toSorted((a, b) => a - b));
    await app.db.query(sql`delete from tarefas`);
    await app.db.query(sql`delete from envelopes where rodada_id = ${keyless}`);
    await finish(keyless);
    expect(await state(keyless)).toEqual({ estado: 'D', envelopes: 0, respostas: 0 });
  });

  it('forgets the answers when fewer than the smallest group have answered, since each would be known to be theirs', async () => {
    const id = await openTestRound(app, { minimo: 4 });
    await answerAll(id, 3);
    await close(id);
    await finish(id);
    expect(await state(id)).toEqual({ estado: 'D', envelopes: 0, respostas: 0 });
    expect(await app.db.query(sql`select 1 from respostas_escritas where rodada_id = ${id}`)).toEqual([]);
  });

  it('takes an envelope of another round for damaged, not for an answer', async () => {
    const [id, other] = [await openTestRound(app), await openTestRound(app)];
    await answerAll(id, 3);
    await answerAll(other, 1);
    await app.db.query(sql`update envelopes set conteudo = (select conteudo from envelopes where rodada_id = ${other})
      where id = (select id from envelopes where rodada_id = ${id} limit 1)`);
    await close(id);
    await expect(finish(id)).rejects.toBeInstanceOf(Error);
    expect(await state(id)).toEqual({ estado: 'F', envelopes: 3, respostas: 0 });
  });
});
