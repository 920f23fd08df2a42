import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { finishRound } from '#platform/questionario/close.server.ts';
import { DEFINICAO_VAZIA } from '#platform/questionario/definition.ts';
import { participationOf } from '#platform/questionario/participation.server.ts';
import type { Fonte } from '#platform/questionario/reader.server.ts';
import {
  addParticipants,
  closeRound,
  extendRound,
  readRound,
  removeParticipants,
  reopenRound,
} from '#platform/questionario/rounds.server.ts';
import { digestOf, ticketFor, ticketsFor } from '#platform/questionario/tickets.server.ts';
import { openTestRound, people } from './questionario-model.server.ts';
import { openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;
const data = mkdtempSync(path.join(tmpdir(), 'vinculo-chaves-'));
const folder = path.join(data, 'chaves');
const acting = { today: today() };

beforeAll(async () => {
  app = await openTestApp({ VINCULO_DATA: data });
});
afterAll(async () => {
  await app.close();
  rmSync(data, { recursive: true, force: true });
});

const participation = (id: number, asked: { por?: string } = {}, more: Pick<Fonte, 'dentro'> = {}) =>
  participationOf({ db: app.db, lookup: app.services.lookup, ...more }, acting as Acting, id, asked);
/** Who is asked and has not answered. */
const waitingFor = (rodadaId: number) =>
  app.db.query<{ id: number; pessoa: string }>(
    sql`select id, pessoa from participacoes where rodada_id = ${rodadaId} and estado <> 'R' order by id`,
  );
const answered = (rodadaId: number, pessoas: readonly string[]) =>
  app.db.query(sql`update participacoes set estado = 'R' where rodada_id = ${rodadaId} and pessoa = any(${pessoas})`);
const someone = (n: number) => sql`select 'talentos:' || ${n}::int as pessoa, null::text as sobre`;
const idOf = async (rodadaId: number, n: number) =>
  (
    await app.db.only<{ id: number }>(
      sql`select id from participacoes where rodada_id = ${rodadaId} and pessoa = ${`talentos:${n}`}`,
    )
  ).id;

describe('a round', () => {
  it('asks everybody by one statement, under numbers that tell no order, and freezes its questions', async () => {
    const id = await openTestRound(app, { participantes: people(500) });
    const rows = await app.db.query<{ id: number; pessoa: string; estado: string }>(
      sql`select id, pessoa, estado from participacoes where rodada_id = ${id} order by id`,
    );
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map(({ estado }) => estado))).toEqual(new Set(['N']));
    const numbers = rows.map(({ pessoa }) => Number(pessoa.slice(9)));
    expect(numbers).not.toEqual(numbers.toSorted((a, b) => a - b));
    const round = await readRound(app.db, id);
    expect(round).toMatchObject({ estado: 'A', modo: 'A', minimo: 3, quiosque: false });
    expect(await app.db.only(sql`select congelada from questionario_versoes where id = ${round.versaoId}`)).toEqual({
      congelada: true,
    });
  });

  it('keeps the key of anonymous answers in a file for the program alone, and none of other answers', async () => {
    await openTestRound(app);
    const before = readdirSync(folder).length;
    const id = await openTestRound(app);
    expect((await readRound(app.db, id)).chavePublica).toHaveLength(32);
    const names = readdirSync(folder);
    expect(names).toHaveLength(before + 1);
    for (const name of names) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    const named = await openTestRound(app, { modo: 'I' });
    expect((await readRound(app.db, named)).chavePublica).toBeNull();
    expect(readdirSync(folder)).toHaveLength(before + 1);
  });

  it('is refused with too small a group, a day that has passed, no questions, or a second time', async () => {
    await expect(openTestRound(app, { minimo: 2 })).rejects.toMatchObject({ extra: { errors: [{ field: 'minimo' }] } });
    await expect(openTestRound(app, { ate: addDays(today(), -1) })).rejects.toMatchObject({
      extra: { errors: [{ field: 'ate' }] },
    });
    await expect(openTestRound(app, { definicao: DEFINICAO_VAZIA })).rejects.toMatchObject({ code: 'QUESTIONARIO_INCOMPLETO' });
    const { dono, donoId } = await readRound(app.db, await openTestRound(app));
    const keys = readdirSync(folder);
    await expect(openTestRound(app, { dono, donoId })).rejects.toMatchObject({ code: 'RODADA_EXISTENTE' });
    expect(readdirSync(folder)).toEqual(keys);
  });

  it('that a crash kept from beginning leaves a key, which goes after ninety days; the key of a round stays', async () => {
    const { chavePublica } = await readRound(app.db, await openTestRound(app));
    const own = readdirSync(folder);
    const daysOld = (name: string, days: number) => {
      const then = Date.now() / 1000 - days * 86_400;
      utimesSync(path.join(folder, name), then, then);
    };
    for (const name of own) daysOld(name, 100);
    for (const [name, days] of [
      ['rodada-velha', 91],
      ['rodada-nova', 89],
    ] as const) {
      writeFileSync(path.join(folder, name), 'x');
      daysOld(name, days);
    }
    await app.db.query(sql`insert into tarefas (tipo, chave) values ('questionarios.chaves', 'questionarios.chaves')`);
    await app.work();
    const left = readdirSync(folder);
    expect(left).not.toContain('rodada-velha');
    expect(left).toContain('rodada-nova');
    expect(left).toContain(
      `rodada-${createHash('sha256')
        .update(chavePublica as Buffer)
        .digest('hex')}`,
    );
    rmSync(path.join(folder, 'rodada-nova'));
  });

  it('takes people in and lets them go, but never whoever has answered', async () => {
    const id = await openTestRound(app);
    expect(await app.db.tx((tx) => addParticipants(tx, id, people(14)))).toBe(2);
    await answered(id, ['talentos:1']);
    expect(await app.db.tx((tx) => removeParticipants(tx, id, someone(1)))).toBe(0);
    expect(await app.db.tx((tx) => removeParticipants(tx, id, someone(2)))).toBe(1);
    expect(await participation(id)).toMatchObject({ convidados: 13, respondidas: 1, iniciadas: null });
    const waiting = await waitingFor(id);
    expect(waiting.map(({ pessoa }) => pessoa)).not.toContain('talentos:1');
    expect(waiting).toHaveLength(12);
  });

  it('is closed once, extended while it is open, and reopened only where that tells nothing', async () => {
    const rounds = { I: 0, C: 0, A: 0 };
    for (const modo of ['I', 'C', 'A'] as const) rounds[modo] = await openTestRound(app, { modo });
    const later = addDays(today(), 5);
    const move = <T>(deed: (tx: Parameters<typeof closeRound>[0]) => Promise<T>) => app.db.tx(deed);
    await move((tx) => extendRound(tx, acting, rounds.I, later));
    expect((await readRound(app.db, rounds.I)).ate).toBe(later);
    for (const id of Object.values(rounds)) {
      await move((tx) => closeRound(tx, id));
      await move((tx) => closeRound(tx, id));
      expect((await readRound(app.db, id)).estado).toBe('F');
      await expect(move((tx) => addParticipants(tx, id, people(20)))).rejects.toMatchObject({ code: 'RODADA_ENCERRADA' });
      await expect(move((tx) => extendRound(tx, acting, id, later))).rejects.toMatchObject({ code: 'RODADA_ENCERRADA' });
    }
    expect(await app.db.query(sql`select 1 from tarefas where tipo = 'questionarios.encerrar' and estado = 'fila'`)).toHaveLength(
      1,
    );
    await move((tx) => reopenRound(tx, acting, rounds.C, later));
    expect((await readRound(app.db, rounds.C)).estado).toBe('A');
    await expect(move((tx) => reopenRound(tx, acting, rounds.A, later))).rejects.toMatchObject({ code: 'RODADA_ANONIMA' });
    await app.db.query(sql`update rodadas set estado = 'D' where id = any(${[rounds.I, rounds.C]})`);
    await move((tx) => reopenRound(tx, acting, rounds.I, null));
    await expect(move((tx) => reopenRound(tx, acting, rounds.C, null))).rejects.toMatchObject({ code: 'RODADA_APURADA' });
    await app.db.query(sql`delete from tarefas`);
  });
});

describe('a personal link', () => {
  it('is the same in every mail, known to the database by its digest alone, and dead once its person is asked no longer', async () => {
    const id = await openTestRound(app);
    const waiting = await waitingFor(id);
    const tickets = await app.db.tx((tx) =>
      ticketsFor(
        tx,
        waiting.map((one) => one.id),
      ),
    );
    expect(new Set(tickets.values()).size).toBe(12);
    const one = await idOf(id, 5);
    const ticket = tickets.get(one) as string;
    expect(Buffer.from(ticket, 'base64url')).toHaveLength(32);
    expect(await app.db.tx((tx) => ticketFor(tx, one))).toBe(ticket);
    const found = () => app.db.query(sql`select id from participacoes where bilhete = ${digestOf(ticket)}`);
    expect(await found()).toEqual([{ id: one }]);
    const everything = JSON.stringify(await app.db.query(sql`select to_jsonb(p)::text as linha from participacoes p`));
    expect(everything).not.toContain(ticket);
    await app.db.tx((tx) => removeParticipants(tx, id, someone(5)));
    expect(await found()).toEqual([]);
    expect(await app.db.tx((tx) => ticketFor(tx, one))).toBeUndefined();
  });
});

describe('who has answered, by a dimension', () => {
  const sizes = sql`
    select 'talentos:' || n as pessoa, null::text as sobre, null::text as papel,
      array[case when n <= 10 then 1 when n <= 16 then 2 when n <= 18 then 3 else null end] as atributos from generate_series(1, 18) n`;

  it('counts small groups with others, so that everybody stands in one that is large enough', async () => {
    const id = await openTestRound(app, { participantes: sizes });
    await answered(id, ['talentos:1', 'talentos:2', 'talentos:17']);
    const told = await participation(id, { por: 'area' });
    expect(told).toMatchObject({ convidados: 18, respondidas: 3, juntas: true });
    expect(told.grupos).toEqual([
      { valor: 1, convidados: 10, taxa: { valor: 20 } },
      { valor: null, convidados: 8, taxa: { valor: 13, limite: 'max' } },
    ]);
    const named = await openTestRound(app, { participantes: sizes, modo: 'I' });
    expect((await participation(named, { por: 'area' })).grupos).toHaveLength(3);
    await expect(participation(id, { por: 'cpf' })).rejects.toMatchObject({ status: 400 });
  });

  it('is counted once a day, so that nobody sees who answers just now', async () => {
    const id = await openTestRound(app, { participantes: sizes });
    const before = await participation(id, { por: 'area' });
    await answered(id, ['talentos:1', 'talentos:2', 'talentos:3']);
    expect(await participation(id, { por: 'area' })).toEqual(before);
    // Around midnight, too: no two counts are a minute apart.
    await app.db.query(sql`update participacao_contada set contada_em = now() - interval '23 hours' where rodada_id = ${id}`);
    expect(await participation(id, { por: 'area' })).toEqual(before);
    await app.db.query(sql`update participacao_contada set contada_em = now() - interval '25 hours' where rodada_id = ${id}`);
    expect((await participation(id)).respondidas).toBe(3);
    // Who blocks and releases again, or closes, learns no more.
    await answered(id, ['talentos:4']);
    for (const estado of ['P', 'A', 'F']) {
      await app.db.query(sql`update rodadas set estado = ${estado} where id = ${id}`);
      expect((await participation(id)).respondidas).toBe(3);
    }
    await app.db.query(sql`update rodadas set estado = 'D' where id = ${id}`);
    expect((await participation(id)).respondidas).toBe(4);
  });

  it('is counted for good when the answers stand: somebody who is erased later is not told by the difference', async () => {
    const id = await openTestRound(app, { participantes: sizes });
    await answered(id, ['talentos:1', 'talentos:2', 'talentos:3']);
    await app.db.query(sql`update rodadas set estado = 'D' where id = ${id}`);
    const before = await participation(id, { por: 'area' });
    await app.db.query(sql`delete from participacoes where rodada_id = ${id} and pessoa = 'talentos:1'`);
    expect(await participation(id, { por: 'area' })).toEqual(before);
    await app.db.query(sql`update participacao_contada set contada_em = now() - interval '40 days' where rodada_id = ${id}`);
    expect(await participation(id, { por: 'area' })).toEqual(before);
  });

  it.each(['C', 'I'] as const)(
    'what was begun and not sent goes with the end of a round that never opens again: %s',
    async (modo) => {
      const id = await openTestRound(app, { modo });
      await app.db.query(sql`
      insert into rascunhos_de_respostas (participacao_id, revisao, respostas)
      select id, 1, '[{"perguntaId":2,"comentario":"Só entre nós"}]' from participacoes where rodada_id = ${id} and pessoa = 'talentos:1'`);
      const drafts = () =>
        app.db.query(sql`
        select 1 from rascunhos_de_respostas d join participacoes p on p.id = d.participacao_id where p.rodada_id = ${id}`);
      await app.db.tx((tx) => closeRound(tx, id));
      await finishRound(app.db, app.services.lookup, id, async () => {});
      expect(await drafts()).toHaveLength(modo === 'I' ? 1 : 0);
    },
  );

  it.each(['A', 'D'])(
    'keeps its groups when an area moves in the tree, which would tell of the few in it: round %s',
    async (estado) => {
      const area = async (nome: string, mae: number | null = null) =>
        (
          await app.db.only<{ id: number }>(sql`
          insert into areas_organizacionais (empresa_id, nome, area_mae_id) values (${app.empresas[0]}, ${`${nome} ${estado}`}, ${mae}) returning id`)
        ).id;
      const [vendas, oficina] = [await area('Vendas'), await area('Oficina')];
      const balcao = await area('Balcão', vendas);
      const id = await openTestRound(app, {
        dimensoes: [{ campo: 'area', rotulo: 'Área', registro: 'cargo-salario/areas-organizacionais' }],
        participantes: sql`
        select 'talentos:' || n as pessoa, null::text as sobre, null::text as papel,
          array[case when n <= 8 then ${vendas}::int when n <= 16 then ${oficina}::int else ${balcao}::int end] as atributos from generate_series(1, 18) n`,
      });
      await answered(id, ['talentos:1', 'talentos:2', 'talentos:3', 'talentos:9', 'talentos:10', 'talentos:17', 'talentos:18']);
      const before = await participation(id, { por: 'area' });
      expect(before.grupos.map(({ valor, convidados }) => [valor, convidados])).toEqual([
        [vendas, 10],
        [oficina, 8],
      ]);
      await app.db.query(sql`update rodadas set estado = ${estado} where id = ${id}`);
      await app.db.query(sql`update participacao_contada set contada_em = now() - interval '25 hours' where rodada_id = ${id}`);
      await app.db.query(sql`update areas_organizacionais set area_mae_id = ${oficina} where id = ${balcao}`);
      expect(await participation(id, { por: 'area' })).toEqual(before);
    },
  );

  it('is told by one dimension alone where answers are not identified, for two of them could be subtracted', async () => {
    const two = sql`select 'talentos:' || n as pessoa, null::text as sobre, null::text as papel, array[1, case when n <= 5 then 1 else 2 end] as atributos
      from generate_series(1, 12) n`;
    const dimensoes = ['area', 'cargo'].map((campo) => ({ campo, rotulo: campo, opcoes: {} }));
    const id = await openTestRound(app, { participantes: two, dimensoes });
    await expect(participation(id, { por: 'cargo' })).rejects.toMatchObject({ status: 400 });
    expect((await participation(id, { por: 'area' })).dimensoes).toBe(1);
  });

  it('is told to a reader of some areas of these alone', async () => {
    const id = await openTestRound(app, { participantes: sizes });
    const dentro = () => ({ campo: 'area', ids: sql`select 1::bigint as id` });
    expect(await participation(id, { por: 'area' }, { dentro })).toMatchObject({ convidados: 10, grupos: [{ valor: 1 }] });
  });
});
