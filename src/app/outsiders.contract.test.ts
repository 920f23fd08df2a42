import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExternalActing, NobodyActing } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { diff } from '#kit/db/schema-diff.server.ts';
import { defineDoor } from '#kit/door/door.ts';
import { having, optional } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { cpf, telefone } from '#kit/fields/identity.ts';
import { text } from '#kit/fields/text.ts';
import type { Files } from '#kit/files/files.server.ts';
import { defineForm } from '#kit/form/form.ts';
import type { ThrottledDoor } from '#kit/http/throttle.server.ts';
import type { Job } from '#kit/jobs/jobs.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { defineModule } from '#kit/module/module.ts';
import { serveDoors } from '#kit/module/module-doors.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { tablesOf } from '#kit/registry/tables.server.ts';
import { wholeCompany } from '#kit/store/references.server.ts';
import { createStore } from '#kit/store/store.server.ts';
import { upload } from '#kit/testing/stand.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { actingAtDoor, actingOfTask } from '#platform/externo/outsiders.server.ts';
import { declaredTables, lookup } from './declared.server.ts';
import { DEMO_CANDIDATE } from './demo-users.server.ts';
import { createMachinery } from './machinery.server.ts';
import { until } from './server-process.server.ts';
import { type Answer, openTestApp, send, type TestApp } from './test-app.server.ts';

// A module whose registry people from outside write into, as recruitment's will be.
const interessados = defineRegistry({
  id: 'interessados',
  title: 'Interessados',
  singular: 'Interessado',
  authority: 'ROLE_CAD_INTERESSADO',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 100),
    cpf: cpf(),
    telefone: optional(telefone('Telefone')),
    curriculo: optional(having(file('Currículo'), { accept: ['application/pdf'], maxBytes: 2_000 })),
  },
  columns: ['nome'],
});
const form = defineForm({ fields: interessados.fields });

const prova = defineModule({
  id: 'prova',
  title: 'Prova',
  registries: [interessados],
  reports: [],
  doors: {
    inscrever: defineDoor({ who: 'publico', method: 'POST', path: '/api/publico/interessados', summary: 'Inscrever-se', form }),
    minha: defineDoor({ who: 'externo', method: 'POST', path: '/api/externo/interessados', summary: 'Inscrever-se', form }),
    vagas: defineDoor({ who: 'publico', method: 'GET', path: '/api/publico/vagas', summary: 'Vagas', can: ['ROLE_CAD_IDIOMA'] }),
    quem: defineDoor({ who: 'externo', method: 'GET', path: '/api/externo/quem', summary: 'Quem sou' }),
    carta: defineDoor({ who: 'externo', method: 'POST', path: '/api/externo/cartas', summary: 'Pedir uma carta' }),
    aviso: defineDoor({
      who: 'publico',
      method: 'POST',
      path: '/api/publico/avisos',
      summary: 'Avisar',
      bodyLimit: 100,
      limits: { address: 2 },
    }),
  },
});

let app: TestApp;
let files: Files;
let candidate = '';
let candidateId = 0;
let empresaId = 0;
let next = 0;

beforeAll(async () => {
  app = await openTestApp();
  empresaId = app.empresas[0] as number;
  const store = createStore(interessados, lookup, {}, { accessTo: wholeCompany });
  await app.db.owner.tx(async (tx) => {
    for (const statement of await diff(app.db.owner, [...declaredTables(), ...tablesOf(interessados, lookup)]))
      await tx.query({ text: statement });
  });
  const server = defineModuleServer({
    declaration: prova,
    queries: {},
    doors: ({ jobs }) => ({
      inscrever: ({ values, save }) => save(store, values),
      minha: ({ values, save }) => save(store, values),
      vagas: ({ acting }) => ({
        kind: acting.kind,
        vê: acting.can('ROLE_CAD_IDIOMA'),
        edita: acting.can('ROLE_CAD_IDIOMA_EDITAR'),
      }),
      quem: ({ acting }) => ({
        ...acting.pessoa,
        kind: acting.kind,
        empresa: acting.empresaNome,
        vê: acting.can('ROLE_CAD_IDIOMA'),
      }),
      carta: async ({ acting }) => ({ id: await jobs.enqueue('prova.carta', {}, acting, { titulo: 'Carta' }) }),
      aviso: () => ({ avisado: true }),
    }),
  });
  files = createMachinery(app.services, readConfig({ VINCULO_DATA: `/tmp/vinculo-teste-arquivos-${process.pid}` })).files;
  serveDoors(app.app, server, app.services, { db: app.db, files, actingAt: actingAtDoor(app.db, app.sessions.accessOf) });
  const entered = await send(app.app, { method: 'POST', url: '/api/externo/login', payload: { ...DEMO_CANDIDATE, empresaId } });
  candidate = String(entered.headers['set-cookie']).split(';')[0] ?? '';
  candidateId = (entered.body as { id: number }).id;
});
afterAll(() => app.close());
beforeEach(() => app.db.query(sql`delete from tentativas`));

const chave = () => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`;
const pessoa = (nome = 'Iara') => ({ nome, cpf: CPF.sample(++next), telefone: '(11) 98765-4321' });
interface Sent {
  key?: string;
  cookie?: string;
  query?: string;
  from?: string;
}
const at = (method: string, url: string, payload?: object, { key, cookie = '', from = '203.0.113.7' }: Sent = {}) =>
  send(app.app, {
    method: method as 'GET',
    url,
    remoteAddress: from,
    headers: { ...(cookie ? { cookie } : {}), ...(key ? { 'idempotency-key': key } : {}) },
    ...(payload ? { payload } : {}),
  });
const inscreve = (body: object, sent: Sent = {}) => at('POST', `/api/publico/interessados?empresaId=${empresaId}`, body, sent);
const envia = (
  name: string,
  content: string,
  { key, cookie = '' }: Sent,
  path = `/api/publico/interessados/arquivos?empresaId=${empresaId}`,
) => {
  const { payload, headers } = upload(name, content);
  const { origin: _, ...rest } = headers;
  return send(app.app, {
    method: 'POST',
    url: path,
    payload,
    headers: { ...rest, ...(cookie ? { cookie } : {}), ...(key ? { 'idempotency-key': key } : {}) },
  });
};
const idOf = ({ body }: Answer) => (body as { id: number }).id;
const trailOf = (id: number) =>
  app.db.one<Record<string, unknown>>(
    sql`select usuario_id, usuario_nome, externo, empresa_id, acao from auditoria where tabela = 'interessados' and registro_id = ${id}`,
  );

describe('a form that anybody may send', () => {
  it('is judged as every form, saved in the company of the address, and told by the trail', async () => {
    expect(await inscreve({ nome: '', cpf: '111', telefone: '1' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'nome' }, { field: 'cpf' }, { field: 'telefone' }] },
    });
    const saved = await inscreve(pessoa());
    expect(saved).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
    expect(await app.db.one(sql`select nome, telefone, empresa_id from interessados where id = ${idOf(saved)}`)).toEqual({
      nome: 'Iara',
      telefone: '11987654321',
      empresa_id: empresaId,
    });
    expect(await trailOf(idOf(saved))).toEqual({
      usuario_id: null,
      usuario_nome: 'Formulário público',
      externo: null,
      empresa_id: empresaId,
      acao: 'I',
    });
  });

  it('names a company that is there', async () => {
    for (const query of ['', '?empresaId=', '?empresaId=abc', '?empresaId=999999', '?empresaId=1&empresaId=2'])
      expect(await at('POST', `/api/publico/interessados${query}`, pessoa()), query).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'empresaId', message: 'Empresa inválida' }] },
      });
  });

  it('makes one record for each key, however often it is sent, at once or later', async () => {
    const [key, body] = [chave(), pessoa('Jaci')];
    const answers = await Promise.all(Array.from({ length: 5 }, () => inscreve(body, { key })));
    answers.push(await inscreve(body, { key }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await inscreve({ ...body, nome: 'Outra' }, { key })).toMatchObject({ status: 409, body: { code: 'JA_SALVO' } });
    expect(idOf(await inscreve(body, { key: chave() }))).not.toBe(idOf(answers[0] as Answer));
  });

  it('takes no more than its body may have', async () => {
    expect(await at('POST', `/api/publico/avisos?empresaId=${empresaId}`, { texto: 'a'.repeat(200) })).toMatchObject({
      status: 413,
    });
  });
});

it('while little of the disk is left, what may be long is refused at a door, and what is short is not (ADR 21)', async () => {
  const full = vi.spyOn(app.files, 'demandFloor').mockRejectedValue(refuse.noSpace());
  try {
    const avisa = () => at('POST', `/api/publico/avisos?empresaId=${empresaId}`, { texto: 'oi' });
    expect(await avisa()).toMatchObject({ status: 507, body: { code: 'SEM_ESPACO' } });
    expect((await inscreve(pessoa())).status).toBe(200);
    full.mockRestore();
    expect((await avisa()).status).toBe(200);
  } finally {
    full.mockRestore();
  }
});

it('while the last of the disk is left, users save nothing, and read and remove as ever', async () => {
  const least = await openTestApp({ VINCULO_DISCO_MINIMO_MB: '100000000' });
  try {
    const admin = await least.login(0);
    const url = '/api/captacao/areas-formacao';
    const [{ id }] = (await least.db.query(
      sql`insert into areas_formacao (empresa_id, nome) values (${least.empresas[0]}, 'Física') returning id`,
    )) as [{ id: number }];
    expect(await admin('POST', url, { nome: 'Química' })).toMatchObject({ status: 507, body: { code: 'SEM_ESPACO' } });
    expect(await admin('GET', `${url}/${id}`)).toMatchObject({ status: 200, body: { nome: 'Física' } });
    const { body } = await admin('POST', `${url}/excluir-varios`, { ids: [999_999_999] });
    expect(body).toMatchObject({ removidos: 0 });
    expect((await admin('DELETE', `${url}/${id}`)).status).toBe(204);
  } finally {
    await least.close();
  }
});

describe('somebody known from outside', () => {
  it('acts in their own company, and the trail tells who they are', async () => {
    const saved = await at('POST', '/api/externo/interessados', pessoa(), { cookie: candidate });
    expect(await trailOf(idOf(saved))).toMatchObject({
      usuario_id: null,
      usuario_nome: `${DEMO_CANDIDATE.nome} (candidato)`,
      externo: `candidatos:${candidateId}`,
      empresa_id: empresaId,
    });
    expect((await at('GET', '/api/externo/quem', undefined, { cookie: candidate })).body).toMatchObject({
      kind: 'externo',
      id: candidateId,
      nome: DEMO_CANDIDATE.nome,
    });
    expect(await at('GET', '/api/externo/quem')).toMatchObject({ status: 401 });
  });

  it('may what the door gives, which is nothing when it says nothing', async () => {
    const vagas = await at('GET', `/api/publico/vagas?empresaId=${empresaId}`);
    expect(vagas.body).toEqual({ kind: 'ninguem', vê: true, edita: false });
    expect((await at('GET', '/api/externo/quem', undefined, { cookie: candidate })).body).toMatchObject({ vê: false });
    // A session inside counts for nothing at a door.
    const admin = await app.login(0);
    expect((await admin('GET', `/api/publico/vagas?empresaId=${empresaId}`)).body).toMatchObject({ kind: 'ninguem' });
  });

  it('has tasks that are theirs alone, run as them and without rights', async () => {
    const admin = await app.login(0);
    const asked = await at('POST', '/api/externo/cartas', {}, { cookie: candidate });
    const id = idOf(asked);
    expect(await admin('GET', `/api/tarefas/${id}`)).toMatchObject({ status: 404 });
    const access = await app.sessions.accessOf(0, empresaId, -1);
    const mine = (await actingOfTask(app.db, `candidatos:${candidateId}`, access)) as ExternalActing;
    const other: ExternalActing = { ...mine, externo: `candidatos:${candidateId + 1}` };
    const nobody: NobodyActing = { ...mine, kind: 'ninguem', externo: null };
    const { jobs } = app.services;
    expect(await jobs.read(id, mine)).toMatchObject({ estado: 'fila', titulo: 'Carta' });
    for (const stranger of [other, nobody]) {
      expect(await jobs.read(id, stranger)).toBeUndefined();
      expect(await jobs.list(stranger)).toEqual([]);
      expect(await jobs.cancel(id, stranger)).toBe(false);
    }
    await expect(jobs.enqueue('prova.carta', {}, nobody)).rejects.toThrow('nobody known may ask for a task');
    let job: Job | undefined;
    const worker = startWorker(app.db, {
      connection: app.db.connection,
      handlers: { 'prova.carta': async (one) => void (job = one) as undefined },
      actingFor: async (_usuario, _empresa, externo) => actingOfTask(app.db, externo ?? '', access),
    });
    await until(async () => (await jobs.read(id, mine))?.estado === 'concluida');
    await worker.stop();
    expect(job?.acting).toMatchObject({ kind: 'externo', externo: `candidatos:${candidateId}`, empresaId });
    expect(job?.acting.can('ROLE_CAD_IDIOMA')).toBe(false);
  });
});

describe('a file of a public form', () => {
  it('belongs to the form that it was sent for', async () => {
    const key = chave();
    const sent = await envia('cv.pdf', '%PDF-1.4 Fui enfermeira.', { key });
    expect(sent).toMatchObject({ status: 201, body: { nome: 'cv.pdf', tipo: 'application/pdf' } });
    const curriculo = idOf(sent);
    const unknown = { status: 400, body: { errors: [{ field: 'curriculo', message: 'O arquivo selecionado não existe' }] } };
    expect(await inscreve({ ...pessoa(), curriculo }, { key: chave() })).toMatchObject(unknown);
    expect(await inscreve({ ...pessoa(), curriculo })).toMatchObject(unknown);
    expect(await at('POST', '/api/externo/interessados', { ...pessoa(), curriculo }, { cookie: candidate, key })).toMatchObject(
      unknown,
    );
    expect(await (await app.login(0))('GET', `/api/arquivos/${curriculo}`)).toMatchObject({ status: 404 });
    expect(await inscreve({ ...pessoa(), curriculo }, { key })).toMatchObject({ status: 200 });
  });

  it('of somebody known is theirs in whichever form', async () => {
    const sent = await envia(
      'cv.pdf',
      '%PDF-1.4 Fui médica.',
      { cookie: candidate, key: chave() },
      '/api/externo/interessados/arquivos',
    );
    expect(await inscreve({ ...pessoa(), curriculo: idOf(sent) }, { key: chave() })).toMatchObject({ status: 400 });
    expect(
      await at('POST', '/api/externo/interessados', { ...pessoa(), curriculo: idOf(sent) }, { cookie: candidate }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('is refused without a key, of another kind, and when it is too large', async () => {
    expect(await envia('cv.txt', 'x', {})).toMatchObject({ status: 400, body: { code: 'CHAVE_INVALIDA' } });
    expect(await envia('cv.txt', 'x', { key: 'x' })).toMatchObject({ status: 400, body: { code: 'CHAVE_INVALIDA' } });
    expect(await envia('cv.txt', 'Fui médica.', { key: chave() })).toMatchObject({ status: 400 });
    expect(await envia('cv.pdf', '%PDF-1.4 x'.repeat(300), { key: chave() })).toMatchObject({ status: 413 });
  });

  it('has one share of the day with all that strangers send, however many keys they take', async () => {
    await app.db.query(
      sql`insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave, externo)
        select ${empresaId}, 'x', 'text/plain', 1, 'x', 'cheio-' || n, 'formulario:' || n from generate_series(1, 200) n`,
    );
    expect(await envia('cv.txt', 'x', { key: chave() })).toMatchObject({ status: 429, body: { code: 'MUITOS_ARQUIVOS' } });
    expect(
      await envia('cv.pdf', '%PDF-1.4 x', { cookie: candidate, key: chave() }, '/api/externo/interessados/arquivos'),
    ).toMatchObject({
      status: 201,
    });
    await app.db.query(sql`delete from arquivos where chave like 'cheio-%'`);
  });
});

describe('every door for people who are no users', () => {
  const counted = () => app.app.doors.filter(({ limits }) => typeof limits === 'object');
  const ask = ({ method, url, authority }: ThrottledDoor, from: string, cookie = candidate) =>
    at(method, `${url.replace(/:\w+/g, '1')}?empresaId=${empresaId}`, method === 'GET' ? undefined : {}, {
      from,
      ...(authority === 'externo' ? { cookie } : {}),
    });

  it('is counted, but for those that count their failures or cost nothing', () => {
    expect(counted().length).toBeGreaterThan(10);
    const apart = app.app.doors.filter(({ limits }) => typeof limits === 'string');
    // A line for each answer would tell when somebody gave it: doors to answer count unknown tickets and people alone.
    expect(new Set(apart.filter(({ limits }) => limits === 'own').map(({ url }) => url))).toEqual(
      new Set([
        '/api/login',
        '/api/login/recuperar',
        '/api/login/redefinir',
        '/api/externo/entrar',
        '/api/externo/redefinir',
        '/api/calendario/:arquivo',
        '/api/externo/candidatos/recuperar-senha',
        '/api/externo/candidatos/link-de-acesso',
        '/api/externo/login',
        '/api/publico/responder/abrir',
        '/api/publico/responder/rascunho',
        '/api/publico/responder/enviar',
        '/api/publico/quiosque/entrar',
        '/api/publico/quiosque/abrir',
        '/api/publico/quiosque/enviar',
      ]),
    );
    expect(new Set(apart.filter(({ limits }) => limits === 'free').map(({ url }) => url))).toEqual(
      new Set([
        '/api/logout',
        '/api/publico/empresa',
        '/api/publico/empresa/logo',
        '/api/externo/userinfo',
        '/api/externo/userinfo/logout',
        '/api/userinfo',
        '/api/health',
        '/api/ready',
        '/api/*',
      ]),
    );
  });

  it('refuses after its limit with 429 and a time to wait, and counts others apart', async () => {
    const other = await app.db.one<{ id: number }>(
      sql`insert into contas_externas (empresa_id, cpf, nome, email, hash) select ${empresaId}, '52998224725', 'Outra', null, hash from contas_externas where id = ${candidateId} returning id`,
    );
    const entered = await at('POST', '/api/externo/login', { cpf: '52998224725', senha: DEMO_CANDIDATE.senha, empresaId });
    const otherCookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
    expect(idOf(entered)).toBe(other?.id);
    for (const door of counted()) {
      const name = `${door.method} ${door.url}`;
      await app.db.query(sql`delete from tentativas`);
      expect((await ask(door, '203.0.113.7')).status, name).not.toBe(429);
      const { address, person } = door.limits as { address: number; person: number };
      const limit = door.authority === 'externo' ? person : address;
      expect(await app.db.query(sql`select falhas from tentativas where chave like 'porta:%'`), name).toEqual([{ falhas: 1 }]);
      await app.db.query(sql`update tentativas set falhas = ${limit - 1}`);
      expect((await ask(door, '203.0.113.7')).status, name).not.toBe(429);
      const refused = await ask(door, '203.0.113.7');
      expect(refused, name).toMatchObject({ status: 429, body: { code: 'MUITAS_TENTATIVAS' } });
      expect(Number(refused.headers['retry-after']), name).toBeGreaterThan(0);
      // Another address is another person, unless they are known: then somebody else is.
      expect((await ask(door, '198.51.100.9', otherCookie)).status, name).not.toBe(429);
      if (door.authority === 'externo') expect((await ask(door, '198.51.100.9')).status, name).toBe(429);
    }
  });

  it('has the limit that it declares', async () => {
    const avisa = () => at('POST', `/api/publico/avisos?empresaId=${empresaId}`, {}, { from: '192.0.2.7' });
    expect([(await avisa()).status, (await avisa()).status, (await avisa()).status]).toEqual([200, 200, 429]);
  });
});

it('a module knows where its pages are reached from outside', () => {
  expect(app.services.address('/publico/vagas?empresaId=1')).toBe('http://127.0.0.1:3000/publico/vagas?empresaId=1');
});
