import { mkdtempSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { registerAnswering } from '#platform/questionario/answering.routes.server.ts';
import { findAsked, readAsked, saveDraft } from '#platform/questionario/answering.server.ts';
import { asks } from '#platform/questionario/asker.server.ts';
import type { Resposta } from '#platform/questionario/definition.ts';
import { registerQuiosque } from '#platform/questionario/kiosk.server.ts';
import { closeRound, removeParticipants } from '#platform/questionario/rounds.server.ts';
import { ticketFor } from '#platform/questionario/tickets.server.ts';
import { BEM, CLIMA, DONO, openTestRound, RUIM } from './questionario-model.server.ts';
import { type Answer, type Client, openTestApp, send, type TestApp } from './test-app.server.ts';

let app: TestApp;
let user: Client;
const data = mkdtempSync(path.join(tmpdir(), 'vinculo-chaves-'));
const folder = path.join(data, 'chaves');
const told: object[] = [];
const CPF = '52998224725';

beforeAll(async () => {
  app = await openTestApp({ VINCULO_DATA: data });
  asks({
    dono: DONO,
    nomes: async (_db, chaves) => new Map(chaves.map((chave) => [chave, `Nome de ${chave}`])),
    respondida: async (_tx, answered) => void told.push(answered),
  });
  registerAnswering(app.app, app.services, {
    path: '/api/prova/responder',
    pessoas: async (_db, { usuarioId }) => [`usuarios:${usuarioId}`],
  });
  registerQuiosque(app.app, app.services, {
    path: '/api/publico/prova',
    pessoa: async (_db, { cpf, nascimento }) => (cpf === CPF && nascimento === '1990-05-17' ? 'talentos:3' : undefined),
  });
  user = await app.login(1);
});
beforeEach(() => app.db.query(sql`delete from tentativas`));
afterAll(async () => {
  await app.close();
  rmSync(data, { recursive: true, force: true });
});

const post = (url: string, payload: object, method: 'POST' | 'PUT' = 'POST'): Promise<Answer> =>
  send(app.app, { method, url: `/api/publico/${url}`, payload });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const participation = (rodadaId: number, n: number | string = 1) =>
  app.db.only<{ id: number; estado: string }>(
    sql`select id, estado from participacoes where rodada_id = ${rodadaId} and pessoa = ${typeof n === 'string' ? n : `talentos:${n}`}`,
  );
const linkOf = async (rodadaId: number, n = 1) => {
  const { id } = await participation(rodadaId, n);
  return (await app.db.tx((tx) => ticketFor(tx, id))) as string;
};
const count = async (table: 'envelopes' | 'respostas_dadas', rodadaId: number) =>
  (
    await app.db.query(
      table === 'envelopes'
        ? sql`select 1 from envelopes where rodada_id = ${rodadaId}`
        : sql`select 1 from respostas_dadas where rodada_id = ${rodadaId}`,
    )
  ).length;
/** As browsers make it (`newKey`): random in every place, of no version of UUIDs. */
const key = () => `${crypto.randomUUID().slice(0, 14)}0${crypto.randomUUID().slice(15, 19)}0${crypto.randomUUID().slice(20)}`;

describe('answering by a personal link', () => {
  it('shows what is asked, keeps a draft, goes on elsewhere, and takes the answers by name', async () => {
    const id = await openTestRound(app, { modo: 'I' });
    const bilhete = await linkOf(id);
    const opened = await post('responder/abrir', { bilhete });
    expect(opened).toMatchObject({ status: 200, body: { titulo: 'Clima 2026', modo: 'I', estado: 'N', rascunho: null } });
    expect(await post('responder/rascunho', { bilhete, revisao: 0, respostas: [RUIM[0]] }, 'PUT')).toMatchObject({
      body: { revisao: 1 },
    });
    expect(await post('responder/abrir', { bilhete })).toMatchObject({
      body: { estado: 'P', rascunho: { revisao: 1, respostas: [RUIM[0]] } },
    });
    expect(await post('responder/enviar', { bilhete, envio: key(), revisao: 1, respostas: RUIM })).toMatchObject({ status: 200 });
    expect(
      await app.db.only(sql`select r.notas, r.atributos, e.texto, p.estado from respostas_dadas r join participacoes p on p.id = r.participacao_id
        join respostas_escritas e on e.resposta_id = r.id where r.rodada_id = ${id}`),
    ).toMatchObject({
      notas: [12, null, 4, null, null, null, null, null, null, null, null, null, 0, 1],
      atributos: [2],
      texto: 'Muito barulho',
      estado: 'R',
    });
    expect(await app.db.query(sql`select 1 from rascunhos_de_respostas`)).toEqual([]);
    expect(told).toContainEqual(expect.objectContaining({ rodadaId: id, pessoa: 'talentos:1' }));
    expect(codeOf(await post('responder/abrir', { bilhete }))).toEqual([409, 'JA_RESPONDIDA']);
  });

  it('has six places and twenty that wait for all links of one person', async () => {
    const links = [await linkOf(await openTestRound(app, { modo: 'C' })), await linkOf(await openTestRound(app, { modo: 'C' }))];
    const statuses: number[] = [];
    let all: Promise<unknown> = Promise.resolve();
    await app.db.owner.tx(async (tx) => {
      await tx.query(sql`lock table rascunhos_de_respostas in access exclusive mode`);
      const open = async (n: number) => void statuses.push((await post('responder/abrir', { bilhete: links[n % 2] })).status);
      all = Promise.all(Array.from({ length: 28 }, (_, n) => open(n)));
      await vi.waitFor(() => expect(statuses).toEqual([503, 503]), { timeout: 15_000 });
    });
    await all;
    expect(statuses.slice(2)).toEqual(Array.from({ length: 26 }, () => 200));
  });

  it('tells of the other device instead of losing what it saved, and forgives a lost reply', async () => {
    const bilhete = await linkOf(await openTestRound(app, { modo: 'C' }));
    const save = (revisao: number, respostas: Resposta[]) => post('responder/rascunho', { bilhete, revisao, respostas }, 'PUT');
    expect(await save(0, BEM)).toMatchObject({ body: { revisao: 1 } });
    expect(await save(0, BEM)).toMatchObject({ body: { revisao: 1 } });
    const clash = await save(0, RUIM);
    expect(clash).toMatchObject({ status: 409, body: { code: 'RASCUNHO_ALTERADO', rascunho: { revisao: 1, respostas: BEM } } });
    expect(codeOf(await post('responder/enviar', { bilhete, envio: key(), revisao: 0, respostas: RUIM }))).toEqual([
      409,
      'RASCUNHO_ALTERADO',
    ]);
    const racing = await Promise.all([save(1, RUIM), save(1, [])]);
    expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('works on six requests of one link at a time, and lets twenty wait', async () => {
    const id = await openTestRound(app, { modo: 'C' });
    const bilhete = await linkOf(id);
    const save = () => post('responder/rascunho', { bilhete, revisao: 0, respostas: BEM }, 'PUT');
    const refused: Answer[] = [];
    const many = await app.db.tx(async (tx) => {
      await tx.query(sql`select from participacoes where rodada_id = ${id} for update`);
      const asking = Array.from({ length: 30 }, () =>
        save().then((answer) => {
          if (answer.status === 503) refused.push(answer);
          return answer;
        }),
      );
      await vi.waitFor(() => expect(refused.map(codeOf)).toEqual(Array.from({ length: 4 }, () => [503, 'OCUPADO'])), 4_000);
      return asking;
    });
    expect((await Promise.all(many)).filter(({ status }) => status === 200).length).toBe(26);
  });

  it('keeps of a draft only what its version asks, one answer to each question', async () => {
    const id = await openTestRound(app, { modo: 'C' });
    const bilhete = await linkOf(id);
    const respostas = [
      ...Array.from({ length: 190 }, (_, n) => ({ perguntaId: n + 10, comentario: 'x'.repeat(3_900) })),
      { perguntaId: 1, respostaId: 11, comentario: 'x'.repeat(3_900) },
      { perguntaId: 3, nota: 2 },
      { perguntaId: 3, nota: 9, respostasIds: [11] },
      { perguntaId: 4, respostasIds: [14, 11, 14] },
    ];
    expect((await post('responder/rascunho', { bilhete, revisao: 0, respostas }, 'PUT')).body).toEqual({ revisao: 1 });
    const kept = [...BEM, { perguntaId: 4, respostasIds: [14] }];
    expect(await post('responder/abrir', { bilhete })).toMatchObject({ body: { rascunho: { revisao: 1, respostas: kept } } });
    // What was dropped makes no other draft of it.
    expect((await post('responder/rascunho', { bilhete, revisao: 0, respostas: kept }, 'PUT')).body).toEqual({ revisao: 1 });
  });

  it('writes a draft as often as people do, and not for ever; what was written can be sent', async () => {
    const id = await openTestRound(app, { modo: 'C' });
    const bilhete = await linkOf(id);
    const save = (revisao: number, comentario: string) =>
      post('responder/rascunho', { bilhete, revisao, respostas: [...BEM, { perguntaId: 2, comentario }] }, 'PUT');
    expect((await save(0, 'a'.repeat(4_000))).status).toBe(200);
    const late = (revisao: number) =>
      app.db.query(
        sql`update rascunhos_de_respostas set revisao = ${revisao} where participacao_id in (select id from participacoes where rodada_id = ${id})`,
      );
    await late(60_000);
    expect((await save(60_000, 'b'.repeat(4_000))).body).toEqual({ revisao: 60_001 });
    await late(70_000);
    const refused = await save(70_000, 'c'.repeat(4_000));
    expect(codeOf(refused)).toEqual([429, 'RASCUNHO_GRAVADO_DEMAIS']);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('continuam no seu aparelho e podem ser enviadas') });
    // A revision that is not the draft's buys nothing.
    expect(codeOf(await save(1, 'c'.repeat(4_000)))).toEqual([409, 'RASCUNHO_ALTERADO']);
    expect((await post('responder/enviar', { bilhete, envio: key(), revisao: 70_000, respostas: BEM })).status).toBe(200);
  });

  it('reads the questions once from the database, however often somebody saves or comes back, and never as they were before', async () => {
    const titulo = `Uma leitura ${crypto.randomUUID()}`;
    const rodada = await openTestRound(app, { modo: 'I', definicao: { ...CLIMA, introducao: titulo } });
    const { id } = await participation(rodada);
    const asked = (await findAsked(app.db, sql`p.id = ${id}`)) as NonNullable<Awaited<ReturnType<typeof findAsked>>>;
    let fetched = 0;
    const counted = <T extends Queryable>(on: T): T => ({
      ...on,
      one: (query: Parameters<Queryable['one']>[0]) => {
        if (/definicao::text|, definicao\b/.test(query.text)) fetched += 1;
        return on.one(query);
      },
    });
    const db = { ...counted(app.db), tx: ((work, how) => app.db.tx((tx) => work(counted(tx)), how)) as typeof app.db.tx };
    for (let revisao = 0; revisao < 5; revisao++) {
      await saveDraft(db, asked, { revisao, respostas: [{ perguntaId: 3, nota: revisao }] });
      expect((await readAsked(db, asked)).definicao.introducao).toBe(titulo);
    }
    expect(fetched).toBeLessThanOrEqual(1);
    // As another server, or somebody who restored a backup.
    const outro = `Outra leitura ${crypto.randomUUID()}`;
    await app.db.query(sql`
      update questionario_versoes v set definicao = jsonb_set(definicao, '{introducao}', to_jsonb(${outro}::text)) from rodadas r where r.id = ${rodada} and v.id = r.versao_id`);
    fetched = 0;
    for (let n = 0; n < 3; n++) expect((await readAsked(db, asked)).definicao.introducao).toBe(outro);
    expect(fetched).toBe(1);
    const { definicao } = await readAsked(db, asked);
    expect(Object.isFrozen(definicao) && Object.isFrozen(definicao.perguntas[0]?.respostas)).toBe(true);
  });

  it('takes one sending once, twice at a time or after a lost reply, and no other one', async () => {
    for (const modo of ['I', 'A'] as const) {
      const id = await openTestRound(app, { modo });
      const bilhete = await linkOf(id);
      const envio = key();
      const body = { bilhete, envio, respostas: BEM };
      const answers = await Promise.all(Array.from({ length: 4 }, () => post('responder/enviar', body)));
      answers.push(await post('responder/enviar', body));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(codeOf(await post('responder/enviar', { bilhete, envio, respostas: RUIM }))).toEqual([409, 'JA_SALVO']);
      const others = await Promise.all(
        [key(), key()].map((other) => post('responder/enviar', { bilhete, envio: other, respostas: RUIM })),
      );
      expect(others.map(codeOf)).toEqual([
        [409, 'JA_RESPONDIDA'],
        [409, 'JA_RESPONDIDA'],
      ]);
      expect(await count(modo === 'A' ? 'envelopes' : 'respostas_dadas', id)).toBe(1);
    }
  });

  it('is judged by the version that was asked: what is missing is said, what is not shown is dropped', async () => {
    const id = await openTestRound(app, { modo: 'I' });
    const bilhete = await linkOf(id);
    const answer = (respostas: unknown) => post('responder/enviar', { bilhete, envio: key(), respostas });
    expect(await answer([{ perguntaId: 1, respostaId: 11 }])).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'perguntas.3', message: 'Nota é obrigatória' }] },
    });
    expect((await answer([{ perguntaId: 1, respostaId: 99 }, BEM[1]])).status).toBe(400);
    expect((await answer([BEM[0], { perguntaId: 3, nota: 11 }])).status).toBe(400);
    for (const hostile of [
      null,
      'x',
      {},
      [null],
      [{ perguntaId: 'a' }],
      Array(300).fill(BEM[0]),
      [{ perguntaId: 2, comentario: 'a\0b' }],
    ])
      expect((await answer(hostile)).status).toBe(400);
    expect((await participation(id)).estado).toBe('N');
    expect((await answer([...BEM, { perguntaId: 2, comentario: 'escondida' }, { perguntaId: 77, nota: 1 }])).status).toBe(200);
    expect(
      await app.db.query(
        sql`select 1 from respostas_escritas e join respostas_dadas r on r.id = e.resposta_id where r.rodada_id = ${id}`,
      ),
    ).toEqual([]);
  });

  it('leads nowhere when it is unknown, revoked, late or without its key, and says which', async () => {
    const open = (bilhete: unknown) => post('responder/abrir', { bilhete }).then(codeOf);
    for (const unknown of ['x', 'a'.repeat(43), '\0']) expect(await open(unknown)).toEqual([404, 'BILHETE_INVALIDO']);
    for (const shapeless of [null, 7, {}, 'a'.repeat(500)]) expect((await open(shapeless))[0]).toBe(400);
    const id = await openTestRound(app, { ate: addDays(today(), 1) });
    const [kept, revoked] = [await linkOf(id), await linkOf(id, 2)];
    await app.db.tx((tx) => removeParticipants(tx, id, sql`select 'talentos:2' as pessoa, null::text as sobre`));
    expect(await open(revoked)).toEqual([404, 'BILHETE_INVALIDO']);
    await app.db.query(sql`update empresas set ativo = false where id = ${app.empresas[0]}`);
    expect(await open(kept)).toEqual([404, 'BILHETE_INVALIDO']);
    await app.db.query(sql`update empresas set ativo = true where id = ${app.empresas[0]}`);
    await rename(folder, `${folder}-longe`);
    expect(await open(kept)).toEqual([503, 'RODADA_SEM_CHAVE']);
    expect(codeOf(await post('responder/enviar', { bilhete: kept, envio: key(), respostas: BEM }))).toEqual([
      503,
      'RODADA_SEM_CHAVE',
    ]);
    await rename(`${folder}-longe`, folder);
    await app.db.query(sql`update rodadas set ate = ${addDays(today(), -1)} where id = ${id}`);
    expect(await open(kept)).toEqual([409, 'RODADA_ENCERRADA']);
    expect(codeOf(await post('responder/enviar', { bilhete: kept, envio: key(), respostas: BEM }))).toEqual([
      409,
      'RODADA_ENCERRADA',
    ]);
  });

  it('opens nothing but its questionnaire: no operation that needs a session takes it for one', async () => {
    const id = await openTestRound(app, { modo: 'C' });
    const bilhete = await linkOf(id);
    const { paths } = (await user('GET', '/api/openapi.json')).body as { paths: Record<string, Record<string, unknown>> };
    const operations = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => ({ method: verb.toUpperCase(), url: path.replaceAll(/\{\w+\}/g, '1') })),
    );
    expect(operations.length).toBeGreaterThan(1_000);
    const isPublic = new Set(
      app.app.doors
        .filter(({ authority }) => authority === 'publico')
        .map(({ method, url }) => `${method} ${url.replaceAll(/:\w+/g, '1')}`),
    );
    const opened: string[] = [];
    for (const { method, url } of operations) {
      if (isPublic.has(`${method} ${url}`) || isPublic.has(`${method} ${url.replace(/\?.*/, '')}`)) continue;
      const { status } = await send(app.app, {
        method: method as 'GET',
        url: `${url}?bilhete=${bilhete}`,
        headers: {
          authorization: `Bearer ${bilhete}`,
          cookie: ['vinculo_sessao', 'vinculo_externo', 'vinculo_quiosque'].map((name) => `${name}=${bilhete}`).join('; '),
        },
        ...(method === 'GET' ? {} : { payload: { bilhete } }),
      });
      if (status !== 401) opened.push(`${method} ${url}: ${status}`);
    }
    expect(opened).toEqual([]);
    expect(await participation(id)).toMatchObject({ estado: 'N' });
  });

  it('keeps no anonymous draft, and loses no answer to a closing at the same moment', async () => {
    const id = await openTestRound(app);
    const links = await Promise.all(Array.from({ length: 10 }, (_, n) => linkOf(id, n + 1)));
    expect(codeOf(await post('responder/rascunho', { bilhete: links[0], revisao: 0, respostas: BEM }, 'PUT'))).toEqual([
      400,
      'RODADA_ANONIMA',
    ]);
    const sent = links.map((bilhete) => post('responder/enviar', { bilhete, envio: key(), respostas: BEM }));
    const closing = app.db.tx((tx) => closeRound(tx, id));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    await closing;
    const taken = statuses.filter((status) => status === 200).length;
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(await count('envelopes', id)).toBe(taken);
    expect(await app.db.query(sql`select 1 from participacoes where rodada_id = ${id} and estado = 'R'`)).toHaveLength(taken);
  });
});

describe('answering in a session', () => {
  it('shows a person what waits for them alone, with the name of whom it is about', async () => {
    const me = (await app.db.only<{ id: number }>(sql`select usuario_id as id from sessoes limit 1`)).id;
    const participantes = sql`
      select 'usuarios:' || ${me}::int as pessoa, 'talentos:9' as sobre, 'L' as papel, array[1] as atributos
      union all select 'talentos:8', null, null, array[1]`;
    const id = await openTestRound(app, { modo: 'I', participantes });
    const other = await openTestRound(app, { modo: 'I', participantes, empresaId: app.empresas[1] as number });
    const { body } = await user('GET', '/api/prova/responder');
    const mine = await participation(id, `usuarios:${me}`);
    expect(body).toEqual([expect.objectContaining({ id: mine.id, sobre: 'Nome de talentos:9', papel: 'L' })]);
    expect(await user('GET', `/api/prova/responder/${mine.id}`)).toMatchObject({
      status: 200,
      body: { sobre: 'Nome de talentos:9' },
    });
    for (const foreign of [(await participation(id, 8)).id, (await participation(other, `usuarios:${me}`)).id, 'x', 0]) {
      expect((await user('GET', `/api/prova/responder/${foreign}`)).status).toBe(404);
      expect((await user('POST', `/api/prova/responder/${foreign}/enviar`, { envio: key(), respostas: BEM })).status).toBe(404);
    }
    expect(await user('PUT', `/api/prova/responder/${mine.id}/rascunho`, { revisao: 0, respostas: BEM })).toMatchObject({
      body: { revisao: 1 },
    });
    expect(
      (await user('POST', `/api/prova/responder/${mine.id}/enviar`, { envio: key(), revisao: 1, respostas: BEM })).status,
    ).toBe(200);
    expect((await user('GET', '/api/prova/responder')).body).toEqual([]);
  });
});

describe('answering at a kiosk', () => {
  const who = { cpf: CPF, nascimento: '1990-05-17' };
  it('is for rounds that allow it, and says the same to everybody who has nothing to answer', async () => {
    const empresaId = app.empresas[0] as number;
    const enter = (change: object = {}) => post('prova/entrar', { empresaId, ...who, ...change });
    const closed = await openTestRound(app);
    const read = vi.spyOn(app.services.db, 'query');
    const nothing = await enter();
    expect(codeOf(nothing)).toEqual([404, 'NADA_ESPERA']);
    const looks = read.mock.calls.length;
    expect(looks).toBeGreaterThan(0);
    for (const change of [
      { cpf: '11144477735' },
      { nascimento: '1990-05-18' },
      { empresaId: app.empresas[1] },
      { empresaId: 999_999 },
    ]) {
      read.mockClear();
      expect(await enter(change)).toMatchObject({ status: 404, body: nothing.body as object });
      // Nor does the time tell them apart: as much is looked up.
      expect(read.mock.calls).toHaveLength(looks);
    }
    read.mockRestore();
    for (const [nascimento, dito] of [
      ['', 'é obrigatória'],
      ['1990-02-30', 'inválida'],
    ] as const)
      expect((await enter({ nascimento })).body).toMatchObject({
        errors: [{ field: 'nascimento', message: `Data de nascimento ${dito}` }],
      });
    await app.db.query(sql`delete from tentativas`);
    const id = await openTestRound(app, { quiosque: true });
    const asked = await participation(id, 3);
    expect((await enter()).body).toEqual([expect.objectContaining({ id: asked.id, titulo: 'Clima 2026' })]);
    expect((await post('prova/abrir', { empresaId, ...who, id: (await participation(closed, 3)).id })).status).toBe(404);
    expect((await post('prova/abrir', { empresaId, ...who, id: (await participation(id, 4)).id })).status).toBe(404);
    await app.db.query(sql`delete from tentativas`);
    expect(await post('prova/abrir', { empresaId, ...who, id: asked.id })).toMatchObject({ status: 200, body: { modo: 'A' } });
    const envio = key();
    for (let n = 0; n < 2; n++)
      expect((await post('prova/enviar', { empresaId, ...who, id: asked.id, envio, respostas: BEM })).status).toBe(200);
    expect(await count('envelopes', id)).toBe(1);
    expect(codeOf(await enter())).toEqual([404, 'NADA_ESPERA']);
  });

  it('shuts after a few wrong dates of birth, keeps no CPF, and does not shut for those who answer', async () => {
    const empresaId = app.empresas[0] as number;
    await openTestRound(app, { quiosque: true });
    const enter = (nascimento: string) => post('prova/entrar', { empresaId, cpf: CPF, nascimento });
    await app.db.query(sql`delete from tentativas`);
    for (let n = 0; n < 12; n++) expect((await enter(who.nascimento)).status).toBe(200);
    // Nothing says when somebody was here.
    expect(await app.db.query(sql`select * from tentativas`)).toEqual([]);
    for (let n = 0; n < 5; n++) expect((await enter(`1980-01-0${n + 1}`)).status).toBe(404);
    expect((await enter(who.nascimento)).status).toBe(429);
    // Whoever tries from elsewhere shuts it for nobody here.
    const elsewhere = await send(app.app, {
      method: 'POST',
      url: '/api/publico/prova/entrar',
      remoteAddress: '203.0.113.9',
      payload: { empresaId, cpf: CPF, nascimento: who.nascimento },
    });
    expect(elsewhere.status).toBe(200);
    expect(JSON.stringify(await app.db.query(sql`select * from tentativas`))).not.toContain(CPF);
  });

  it('opens at the kiosk of the company while strangers of many networks try the same CPF', async () => {
    const empresaId = app.empresas[0] as number;
    await openTestRound(app, { quiosque: true });
    await app.db.query(sql`delete from tentativas`);
    const enter = (remoteAddress: string, nascimento: string, cookie = '') =>
      send(app.app, {
        method: 'POST',
        url: '/api/publico/prova/entrar',
        remoteAddress,
        payload: { empresaId, cpf: CPF, nascimento },
        headers: { cookie },
      });
    const [kiosk] = [(await enter('198.51.100.7', who.nascimento)).headers['set-cookie']].flat() as string[];
    expect(kiosk).toMatch(/^vinculo_quiosque=[\w-]{43};.*HttpOnly/);
    const known = kiosk?.split(';')[0];
    for (let n = 0; n < 10; n++) expect((await enter(`203.0.113.${n}`, '1980-01-01')).status).toBe(404);
    expect((await enter('203.0.113.99', who.nascimento)).status).toBe(429);
    expect((await enter('198.51.100.7', who.nascimento, known)).status).toBe(200);
    // What one device keeps is worth nothing in another network, and the wrong dates are still counted there.
    expect((await enter('203.0.113.98', who.nascimento, known)).status).toBe(429);
    for (let n = 0; n < 5; n++) expect((await enter('198.51.100.7', '1980-01-01', known)).status).toBe(404);
    expect((await enter('198.51.100.7', who.nascimento, known)).status).toBe(429);
  });

  it('opens at the kiosk of the company while a stranger in its own network tries CPFs', async () => {
    const empresaId = app.empresas[0] as number;
    await openTestRound(app, { quiosque: true });
    await app.db.query(sql`delete from tentativas`);
    const enter = (nascimento: string, cookie = '', cpf = CPF) =>
      send(app.app, {
        method: 'POST',
        url: '/api/publico/prova/entrar',
        payload: { empresaId, cpf, nascimento },
        headers: { cookie },
      });
    const [known] = ([(await enter(who.nascimento)).headers['set-cookie']].flat() as string[]).map((one) => one.split(';')[0]);
    for (let n = 0; n < 5; n++) expect((await enter('1980-01-01')).status).toBe(404);
    expect((await enter(who.nascimento)).status).toBe(429);
    expect((await enter(who.nascimento, known)).status).toBe(200);
    // The stranger has filled the count of the whole network.
    await app.db.query(sql`update tentativas set falhas = 100 where chave = 'quiosque:127.0.0.1'`);
    expect((await enter('1980-01-01', '', '39053344705')).status).toBe(429);
    expect((await enter(who.nascimento, known)).status).toBe(200);
  });
});

describe('while little of the disk is left (ADR 21)', () => {
  const full = (which: 'demandFloor' | 'demandReserve') => vi.spyOn(app.files, which).mockRejectedValue(refuse.noSpace());
  const noSpace = [507, 'SEM_ESPACO'];
  afterEach(() => vi.restoreAllMocks());

  it('takes neither a draft nor answers without a session, and opens what waits', async () => {
    const empresaId = app.empresas[0] as number;
    const [id, atKiosk] = [await openTestRound(app, { modo: 'C' }), await openTestRound(app, { quiosque: true })];
    const bilhete = await linkOf(id);
    const who = { empresaId, cpf: CPF, nascimento: '1990-05-17' };
    const asked = { ...who, id: (await participation(atKiosk, 3)).id };
    const draft = () => post('responder/rascunho', { bilhete, revisao: 0, respostas: BEM }, 'PUT');
    const sending = () => post('responder/enviar', { bilhete, envio: key(), respostas: BEM });
    const kiosk = () => post('prova/enviar', { ...asked, envio: key(), respostas: BEM });
    const floor = full('demandFloor');
    for (const door of [draft, sending, kiosk]) expect(codeOf(await door())).toEqual(noSpace);
    expect((await post('responder/abrir', { bilhete })).status).toBe(200);
    expect((await post('prova/entrar', who)).status).toBe(200);
    expect((await post('prova/abrir', asked)).status).toBe(200);
    expect(await participation(id)).toMatchObject({ estado: 'N' });
    floor.mockRestore();
    for (const door of [draft, kiosk]) expect((await door()).status).toBe(200);
  });

  it('takes nothing long without a session, wherever it is sent', async () => {
    full('demandFloor');
    const doors = app.app.doors.filter(
      ({ method, authority, url }) =>
        // Opening a questionnaire only reads.
        authority === 'publico' && ['POST', 'PUT', 'PATCH'].includes(method) && url !== '/api/*' && !url.endsWith('/abrir'),
    );
    const taken: string[] = [];
    for (const { method, url } of doors) {
      const payload = { empresaId: app.empresas[0], lixo: 'x'.repeat(5_000) };
      const { status } = await send(app.app, { method: method as 'POST', url: url.replaceAll(/:\w+/g, '1'), payload });
      if (status !== 507) taken.push(`${method} ${url}: ${status}`);
    }
    expect(doors.length).toBeGreaterThan(10);
    expect(taken).toEqual([]);
  });

  it('takes neither a draft nor answers in a session, nor what else everybody may do when it is long', async () => {
    const me = (await app.db.only<{ id: number }>(sql`select usuario_id as id from sessoes limit 1`)).id;
    const participantes = sql`select 'usuarios:' || ${me}::int as pessoa, null::text as sobre, null::text as papel, array[1] as atributos`;
    const mine = await participation(await openTestRound(app, { modo: 'I', participantes }), `usuarios:${me}`);
    const draft = () => user('PUT', `/api/prova/responder/${mine.id}/rascunho`, { revisao: 0, respostas: BEM });
    const sending = () => user('POST', `/api/prova/responder/${mine.id}/enviar`, { envio: key(), revisao: 1, respostas: BEM });
    const view = (busca: string) =>
      user('POST', '/api/visoes', { cadastro: 'captacao/idiomas', nome: `Visão ${busca.length}`, query: `busca=${busca}` });
    full('demandFloor');
    expect((await draft()).status).toBe(200);
    full('demandReserve');
    for (const one of [draft, sending, () => view('a'.repeat(5_000))]) expect(codeOf(await one())).toEqual(noSpace);
    expect((await user('GET', `/api/prova/responder/${mine.id}`)).status).toBe(200);
    expect((await user('PUT', '/api/userinfo/favoritos', { caminhos: [] })).status).toBe(200);
    vi.restoreAllMocks();
    expect((await sending()).status).toBe(200);
  });
});
