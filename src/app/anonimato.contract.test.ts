import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import type { Database } from '#kit/db/database.server.ts';
import { registerAnswering } from '#platform/questionario/answering.routes.server.ts';
import { asks } from '#platform/questionario/asker.server.ts';
import { finishRound } from '#platform/questionario/close.server.ts';
import { DEFINICAO_VAZIA, questionOf } from '#platform/questionario/definition.ts';
import { MAIOR_COMENTARIO, MAIOR_SOMA } from '#platform/questionario/evaluate.ts';
import { closeRound, readRound } from '#platform/questionario/rounds.server.ts';
import { seal } from '#platform/questionario/seal.server.ts';
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

  it('is refused with a sentence where its texts are longer together than they may be', async () => {
    const perguntas = Array.from({ length: 20 }, (_, n) =>
      questionOf({ id: n + 1, texto: `Por quê ${n}?`, tipo: '3', obrigatoria: false }),
    );
    const definicao = { ...DEFINICAO_VAZIA, perguntas, proximoId: 21 };
    const respostas = perguntas.map(({ id: perguntaId }) => ({ perguntaId, comentario: 'x'.repeat(MAIOR_COMENTARIO) }));
    const sends = async (rodadaId: number, sent: typeof respostas) => {
      const { id } = await app.db.only<{ id: number }>(
        sql`select id from participacoes where rodada_id = ${rodadaId} and pessoa = 'talentos:1'`,
      );
      const bilhete = await app.db.tx((tx) => ticketFor(tx, id));
      return send(app.app, {
        method: 'POST',
        url: '/api/publico/responder/enviar',
        payload: { bilhete, envio: crypto.randomUUID(), respostas: sent },
      });
    };
    const id = await openTestRound(app, { definicao });
    const refused = await sends(id, respostas);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      errors: [
        {
          field: `perguntas.${MAIOR_SOMA / MAIOR_COMENTARIO + 1}`,
          message:
            'Os textos de uma resposta anônima podem ter, juntos, no máximo 60.000 caracteres. Os seus têm 80.000: encurte este ou outros',
        },
      ],
    });
    expect((await sends(id, respostas.slice(0, MAIOR_SOMA / MAIOR_COMENTARIO))).status).toBe(200);
    // Of others nothing is kept in memory.
    expect((await sends(await openTestRound(app, { definicao, modo: 'C' }), respostas)).status).toBe(200);
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

  /** Answers that are sealed as `submit` does it, of so many texts each: «7-3 …» is the third text of the seventh answer. */
  async function sealMany(id: number, count: number, texts: number, length: number): Promise<void> {
    const { chavePublica } = await readRound(app.db, id);
    for (let n = 1; n <= count; n++) {
      const textos = Array.from({ length: texts }, (_, at) => ({
        perguntaId: at + 1,
        texto: `${n}-${at + 1} `.padEnd(length, 'x'),
      }));
      const answer = { notas: [null, null, n], textos, sobre: null, papel: null, atributos: [1] };
      const conteudo = await seal(chavePublica as Buffer, id, answer, 2_048);
      await app.db.query(sql`insert into envelopes (id, rodada_id, conteudo) values (gen_random_uuid(), ${id}, ${conteudo})`);
    }
  }

  it('needs no more memory for many long answers than for few', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const id = await openTestRound(app);
    await sealMany(id, 160, 15, MAIOR_COMENTARIO);
    await close(id);
    // What was compiled and is used no more goes after some collections, and would hide what is kept.
    for (let n = 0; n < 8; n++) collect();
    const before = used();
    let peak = Number.NaN;
    const watched: Database = {
      ...app.db,
      tx: (work, options) =>
        app.db.tx(
          (tx) =>
            work({
              ...tx,
              query: (q) => {
                if (q.text.includes('insert into respostas_')) peak = Math.max(peak || 0, used() - before);
                return tx.query(q);
              },
            }),
          options,
        ),
    };
    await finishRound(watched, app.services.lookup, id, async () => {}, 3 * 1024 * 1024);
    // 9.6 million characters.
    expect(
      await app.db.only(sql`
        select count(*)::int as n, count(distinct texto)::int as distintos, sum(length(texto))::int as letras
        from respostas_escritas where rodada_id = ${id}`),
    ).toEqual({ n: 2_400, distintos: 2_400, letras: 9_600_000 });
    expect(await state(id)).toEqual({ estado: 'D', envelopes: 0, respostas: 160 });
    expect(peak / 1024 / 1024).toBeLessThan(7);
  }, 120_000);

  it('parts the texts of an answer from each other, and from its numbers, also where it opens the answers several times', async () => {
    const id = await openTestRound(app);
    await sealMany(id, 60, 5, 20);
    await close(id);
    await finishRound(app.db, app.services.lookup, id, async () => {}, 1_000);
    const found = async (table: string, column: string, by: string) =>
      (
        await app.db.owner.query<{ n: number }>(
          sql`select ${raw(column)} as n from ${raw(table)} where rodada_id = ${id} order by ${raw(by)}`,
        )
      ).map(({ n }) => n);
    const writer = "split_part(texto, '-', 1)::int";
    const came = Array.from({ length: 60 }, (_, n) => n + 1);
    // Of 299 neighbours four come from one answer by chance, and of sixty answers one stands where it came.
    for (const by of ['ctid', 'id']) {
      const texts = await found('respostas_escritas', writer, by);
      const numbers = await found('respostas_dadas', 'notas[3]', by);
      expect(texts.toSorted((a, b) => a - b)).toEqual(came.flatMap((n) => [n, n, n, n, n]));
      expect(numbers.toSorted((a, b) => a - b)).toEqual(came);
      expect(texts.filter((n, at) => n === texts[at + 1]).length).toBeLessThan(20);
      for (const way of [came, came.toReversed(), [...new Set(texts)]])
        expect(way.filter((n, at) => n === numbers[at]).length).toBeLessThan(7);
    }
    // They were several statements of one transaction.
    const { passes, transactions } = await app.db.owner.only<{ passes: number; transactions: number }>(sql`
      select count(distinct cmin::text)::int as passes, count(distinct xmin::text)::int as transactions
      from respostas_escritas where rodada_id = ${id}`);
    expect(passes).toBeGreaterThan(3);
    expect(transactions).toBe(1);
  });

  it('is tried less and less often where it fails, and after all others', async () => {
    await app.db.query(sql`update rodadas set estado = 'D' where estado = 'F'`);
    const [broken, sound] = [await openTestRound(app), await openTestRound(app)];
    await answerAll(broken, 3);
    await answerAll(sound, 3);
    await app.db.owner.query(sql`create table ordem (n serial, rodada_id bigint, tentativas int)`);
    await app.db.owner.query(sql`grant all on ordem, ordem_n_seq to public`);
    await app.db.owner.query(sql`
      create function anota() returns trigger language plpgsql as $$
      begin if new.tentativas > old.tentativas then insert into ordem (rodada_id, tentativas) values (new.id, new.tentativas); end if; return new; end $$`);
    await app.db.owner.query(sql`create trigger anota after update on rodadas for each row execute function anota()`);
    await app.db.query(sql`update envelopes set conteudo = substr(conteudo, 2) where rodada_id = ${broken}`);
    const run = async () => {
      await app.db.query(sql`delete from tarefas`);
      await app.db.query(sql`insert into tarefas (tipo) values ('questionarios.encerrar')`);
      await app.work();
      const tried = await app.db.query<{ id: number }>(sql`select rodada_id as id from ordem order by n`);
      await app.db.query(sql`delete from ordem`);
      return tried.map(({ id }) => id);
    };
    const pause = async () =>
      (
        await app.db.only<{ minutos: number }>(sql`
        select round(extract(epoch from tentar_em - now()) / 60)::int as minutos from rodadas where id = ${broken}`)
      ).minutos;
    const later = () => app.db.query(sql`update rodadas set tentar_em = now() - interval '1 second' where id = ${broken}`);
    await close(broken);
    expect(await run()).toEqual([broken]);
    expect(await run()).toEqual([]);
    await close(sound);
    await later();
    expect(await run()).toEqual([sound, broken]);
    expect(await state(sound)).toMatchObject({ estado: 'D', respostas: 3 });
    const pauses = [await pause()];
    for (let n = 0; n < 3; n++) {
      await later();
      expect(await run()).toEqual([broken]);
      pauses.push(await pause());
    }
    expect(pauses).toEqual([4, 16, 60, 60]);
    expect(await state(broken)).toEqual({ estado: 'F', envelopes: 3, respostas: 0 });
    await app.db.owner.query(sql`drop trigger anota on rodadas`);
    await app.db.query(sql`delete from tarefas`);
    await app.db.query(sql`delete from envelopes where rodada_id = ${broken}`);
    await finish(broken);
    expect(await app.db.only(sql`select estado, tentativas, tentar_em from rodadas where id = ${broken}`)).toEqual({
      estado: 'D',
      tentativas: 0,
      tentar_em: null,
    });
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
