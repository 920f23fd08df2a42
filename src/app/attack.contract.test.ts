import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { today } from '#kit/br/date.ts';
import { authorities } from './declared.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { seedCompany } from './seed-company.server.ts';
import { type Client, openTestApp, send, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
});
beforeEach(() => app.db.query({ text: 'delete from tentativas' }));
afterAll(() => app.close());

const digits = (text: string) => text.replace(/\D/g, '');

/** Gives user `who` exactly these authorities in a company, through a profile of its own. */
async function give(who: number, empresaId: number, names: string[]): Promise<number> {
  const profile = await app.db.one<{ id: number }>({
    text: 'insert into perfis (nome, ativo, autoridades) values ($1, true, $2) returning id',
    values: [`P ${who} ${empresaId} ${Math.random()}`, names],
  });
  await app.db.query({
    text: 'insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) select id, 9, $2, $3 from usuarios where cpf = $1',
    values: [digits(DEMO_LOGINS[who]?.cpf ?? ''), empresaId, profile?.id],
  });
  await app.db.query({ text: 'update versao_acessos set versao = versao + 1' });
  return profile?.id ?? 0;
}

describe('recovery of a password', () => {
  it('leads to the configured address, whatever the Host header says', async () => {
    const ask = (host: string) =>
      send(app.app, {
        method: 'POST',
        url: '/api/login/recuperar',
        payload: { cpf: DEMO_LOGINS[0].cpf },
        headers: { host, origin: `http://${host}` },
      });
    expect((await ask('mal.exemplo')).status).toBe(421);
    expect((await ask('203.0.113.9')).status).toBe(202);
    await app.work();
    const mail = await app.db.one<{ texto: string }>({ text: 'select texto from emails order by id desc limit 1' });
    expect(mail?.texto).toContain('http://127.0.0.1:3000/redefinir-senha?token=');
    expect(mail?.texto).not.toContain('203.0.113.9');
  });

  it('cannot be read from the outbox by who does not reach every company', async () => {
    await give(1, app.empresas[0] as number, ['ROLE_CAD_CAIXA_SAIDA']);
    const reader = await app.login(1);
    expect((await reader('GET', '/api/utilitario/caixa-saida?page=0')).body).toMatchObject({ totalElements: 0 });
    expect((await admin('GET', '/api/utilitario/caixa-saida?page=0')).body).toMatchObject({ totalElements: expect.any(Number) });
  });
});

describe('rights', () => {
  it('do not widen in one company by a profile changed in another', async () => {
    const [one, two] = app.empresas as [number, number];
    await give(
      3,
      one,
      [...authorities.keys()].filter((name) => name !== 'ROLE_GERAL_TODAS_EMPRESAS'),
    );
    const small = await give(3, two, ['ROLE_CAD_PERFIL', 'ROLE_CAD_PERFIL_EDITAR']);
    const user = await app.login(3, one);
    const { nome, versao } = (await user('GET', `/api/utilitario/perfis/${small}`)).body as { nome: string; versao: number };
    const wide = { nome, versao, ativo: true, autoridades: ['ROLE_CAD_PERFIL', 'ROLE_CAD_PERFIL_EDITAR', 'ROLE_CAD_TALENTO'] };
    expect((await user('PUT', `/api/utilitario/perfis/${small}`, wide)).status).toBe(403);
    expect(
      (await user('PUT', '/api/utilitario/usuarios/1', { nome: 'Outro', cpf: DEMO_LOGINS[0].cpf, ativo: true, acessos: [] }))
        .status,
    ).toBe(403);
  });

  it('end with the session when the last one is taken', async () => {
    const user = await app.login(2);
    await app.db.query({
      text: 'delete from usuarios_acessos where registro_id = (select id from usuarios where cpf = $1)',
      values: [digits(DEMO_LOGINS[2].cpf)],
    });
    await app.db.query({ text: 'update versao_acessos set versao = versao + 1' });
    expect((await user('GET', '/api/cargo-salario/cargos/opcoes')).status).toBe(401);
  });

  it('are needed for users and the names of profiles, and nobody is found by CPF in a selection', async () => {
    const user = await app.login(1);
    expect((await user('GET', '/api/utilitario/usuarios')).status).toBe(403);
    expect((await user('GET', '/api/utilitario/perfis/opcoes')).status).toBe(403);
    expect((await admin('GET', `/api/utilitario/usuarios/opcoes?busca=${digits(DEMO_LOGINS[0].cpf)}`)).body).toEqual([]);
    expect((await admin('GET', '/api/utilitario/usuarios/opcoes?inventado=1')).status).toBe(400);
  });

  it('do not reach a file because a record names it', async () => {
    const file = await app.db.one<{ id: number }>({
      text: `insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave, uso, criado_por) values ($1, 'segredo.txt', 'text/plain', 1, $2, '00/00/00000000-0000-0000-0000-000000000000', 'envio', 999) returning id`,
      values: [app.empresas[0], 'a'.repeat(64)],
    });
    const empresa = (await admin('GET', `/api/utilitario/empresas/${app.empresas[0]}`)).body as Record<string, unknown>;
    const { id: _id, ...record } = empresa;
    expect(await admin('PUT', `/api/utilitario/empresas/${app.empresas[0]}`, { ...record, logoEmpresa: file?.id })).toMatchObject(
      { status: 400, body: { errors: [{ field: 'logoEmpresa' }] } },
    );
  });
});

describe('salaries', () => {
  it('are read in list, record and export by who has the authority, and by nobody else; reads are logged', async () => {
    const empresaId = app.empresas[0] as number;
    await app.db.tx((tx) => seedCompany(tx, { empresaId, talentos: 5, first: 0, today: today() }));
    await give(1, empresaId, ['ROLE_CAD_TALENTO', 'ROLE_VER_TODAS_AREAS']);
    const reader = await app.login(1);
    const url = '/api/gestao-talentos/talentos';
    const [theirs] = ((await reader('GET', `${url}?page=0`)).body as { content: (Record<string, unknown> & { id: number })[] })
      .content;
    const [mine] = ((await admin('GET', `${url}?page=0`)).body as { content: (Record<string, unknown> & { id: number })[] })
      .content;
    expect(theirs?.id).toBe(mine?.id);
    expect(theirs?.salarioAtual).toBeNull();
    expect(mine?.salarioAtual).toEqual(expect.any(Number));
    expect((await reader('GET', `${url}/${mine?.id}`)).body).toMatchObject({ salarioAtual: null });
    expect(JSON.stringify((await reader('GET', `${url}/${mine?.id}`)).body)).not.toMatch(/"(salario|quantidadeIndice)":[^n]/);
    expect((await reader('GET', `${url}?page=0&sort=salarioAtual,desc`)).status).toBe(403);
    expect((await reader('GET', `${url}?salarioAtualIni=1`)).status).toBe(403);
    expect(((await reader('GET', `${url}/exportar?formato=csv`)).body as Buffer).toString()).not.toContain('Salário');
    await admin('GET', `${url}/${mine?.id}`);
    expect(
      await app.db.one({
        text: `select acao from auditoria where tabela = 'talentos' and registro_id = $1 and acao = 'L'`,
        values: [mine?.id],
      }),
    ).toEqual({ acao: 'L' });
  });
});

describe('many at once', () => {
  it('wrong logins of one CPF are judged five times, not twenty', async () => {
    const tries = await Promise.all(
      Array.from({ length: 20 }, () =>
        send(app.app, { method: 'POST', url: '/api/login', payload: { cpf: '390.533.447-05', senha: 'errada', empresaId: 1 } }),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('saves with the same versao: one wins, the others are told', async () => {
    const { id, versao } = (await admin('POST', '/api/geral/geracoes', { nome: 'Disputada', anoInicial: 1900, anoFinal: 1901 }))
      .body as { id: number; versao: number };
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        admin('PUT', `/api/geral/geracoes/${id}`, { nome: `Disputada ${n}`, anoInicial: 1900, anoFinal: 1901, versao }),
      ),
    );
    expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('saves of one tree of areas end without a deadlock', async () => {
    const url = '/api/cargo-salario/areas-organizacionais';
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, n) => admin('POST', url, { nome: `Concorrente ${n}`, ativo: true, exibirOrganograma: true })),
    );
    const ids = made.map(({ body }) => (body as { id: number }).id);
    const saves = await Promise.all(
      Array.from({ length: 36 }, (_, n) =>
        admin('PUT', `${url}/${ids[n % 6]}`, {
          nome: `Concorrente ${n % 6}`,
          ativo: true,
          exibirOrganograma: true,
          areaMae: { id: ids[(n * 5 + 1) % 6] },
        }),
      ),
    );
    expect(saves.filter(({ status }) => status >= 500)).toEqual([]);
    const circles = await app.db.query({
      text: `with recursive acima as (select id, area_mae_id from areas_organizacionais where id = any($1) union select a.id, m.area_mae_id from acima a join areas_organizacionais m on m.id = a.area_mae_id) select id from acima where id = area_mae_id`,
      values: [ids],
    });
    expect(circles).toEqual([]);
  });
});

describe('lists', () => {
  it.each([
    'nomeResponsaveis=a',
    'sort=nome,asc&sort=nome,desc',
    `sort=${Array.from({ length: 200 }, () => 'nome,asc').join('&sort=')}`,
  ])('refuse %s', async (query) => {
    expect((await admin('GET', `/api/cargo-salario/areas-organizacionais?page=0&${query}`)).status).toBe(400);
  });
});
