import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { companiesWith } from '#platform/authority/companies-with.server.ts';
import { mayDo } from '#platform/mensagens/mensagens.server.ts';
import { authorities as declared, readyProfiles } from './declared.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { modules } from './modules.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
});
afterAll(() => app.close());

const autoridadesDe = (id: string) => new Set(readyProfiles.find((one) => one.id === id)?.autoridades);

/** The second user of the demonstration, holding exactly these authorities in the first company. */
async function logged(autoridades: readonly string[], who = 1): Promise<Client> {
  const held = new Set(autoridades);
  return app.loginWithout(who, (name) => !held.has(name));
}

interface Api {
  paths: Record<string, Record<string, { 'x-authority'?: string }>>;
}

/** Every write of the API, with its paths filled in; doors and logins serve people who are no users. */
async function writes(): Promise<[method: string, url: string][]> {
  const { paths } = (await admin('GET', '/api/openapi.json')).body as Api;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
      .map((method): [string, string] => [method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, '1')]),
  );
}

describe('ready-made profiles', () => {
  it('every module that has registries says who holds them', () =>
    expect(modules.filter(({ registries, profiles }) => registries.length > 0 && !profiles?.auditor).map(({ id }) => id)).toEqual(
      [],
    ));

  it('hold no more than their work needs', () => {
    const sensiveis = ['ROLE_VER_SALARIO', 'ROLE_VER_SAUDE', 'ROLE_VER_DOCUMENTOS', 'ROLE_VER_RACA', 'ROLE_VER_DEFICIENCIA'];
    const ve = (id: string) => sensiveis.filter((one) => autoridadesDe(id).has(one));
    expect(ve('gestor')).toEqual([]);
    expect(autoridadesDe('gestor').has('ROLE_VER_TODAS_AREAS')).toBe(false);
    expect(ve('recrutador')).toEqual([]);
    expect(autoridadesDe('recrutador').has('ROLE_CAD_TALENTO')).toBe(false);
    expect(ve('sst-tecnico')).toEqual([]);
    expect(ve('medico')).toEqual(['ROLE_VER_SAUDE']);
    expect(autoridadesDe('medico').has('ROLE_CAD_TALENTO')).toBe(false);
    expect(ve('rh')).not.toContain('ROLE_VER_SAUDE');
    expect([...autoridadesDe('rh')].filter((one) => /USUARIO|PERFIL|TODAS_EMPRESAS/.test(one))).toEqual([]);
    expect([...autoridadesDe('auditor')].filter((one) => /_(EDITAR|EXCLUIR)$/.test(one))).toEqual([]);
    expect(autoridadesDe('dpo').has('ROLE_CAD_LOG')).toBe(true);
    for (const { id, autoridades } of readyProfiles) {
      // Whoever edits or removes may also open.
      const held = new Set(autoridades);
      expect(
        autoridades.filter((one) => /_(EDITAR|EXCLUIR)$/.test(one) && !held.has(one.replace(/_(EDITAR|EXCLUIR)$/, ''))),
        id,
      ).toEqual([]);
    }
  });

  it('are offered with what their reader could grant, and a copy is saved as any profile', async () => {
    const all = await done<{ id: string; nome: string; autoridades: string[]; faltam: number }[]>(
      admin,
      'GET',
      '/api/utilitario/perfis-prontos',
    );
    expect(all.map(({ nome }) => nome)).toEqual([
      'RH',
      'Gestor',
      'Recrutador',
      'SST técnico',
      'Médico',
      'Auditor',
      'DPO',
      'Administrador',
    ]);
    const medico = all.find(({ id }) => id === 'medico');
    const copy = { nome: 'Médico do trabalho', autoridades: medico?.autoridades, ativo: true };
    expect((await done<Row>(admin, 'POST', '/api/utilitario/perfis', copy)).id).toBeGreaterThan(0);
    await done<Row>(admin, 'POST', '/api/utilitario/perfis', { ...copy, nome: 'medico' });
    const names = await done<{ id: string; nome: string; nomeLivre: string }[]>(admin, 'GET', '/api/utilitario/perfis-prontos');
    expect(names.find(({ id }) => id === 'medico')).toMatchObject({ nome: 'Médico', nomeLivre: 'Médico 2' });
    expect(names.find(({ id }) => id === 'dpo')).toMatchObject({ nomeLivre: 'DPO' });
    const small = await logged(['ROLE_CAD_PERFIL', 'ROLE_CAD_PERFIL_EDITAR', 'ROLE_CAD_VACINA']);
    const offered = await done<{ id: string; autoridades: string[]; faltam: number }[]>(
      small,
      'GET',
      '/api/utilitario/perfis-prontos',
    );
    expect(offered.find(({ id }) => id === 'medico')).toMatchObject({
      autoridades: ['ROLE_CAD_VACINA'],
      faltam: (medico?.autoridades.length ?? 0) - 1,
    });
    const reader = await logged(['ROLE_CAD_PERFIL']);
    expect((await reader('GET', '/api/utilitario/perfis-prontos')).status).toBe(403);
  });

  it('an auditor reads everything, and no route that writes is theirs', async () => {
    const { paths } = (await admin('GET', '/api/openapi.json')).body as Api;
    const held = autoridadesDe('auditor');
    const reads = /relatorio|imprimir|print$|exporta|previa|analytics|mais-sem-areas|filtro-condicao/;
    const theirs = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { 'x-authority': authority }]) =>
        method !== 'get' && held.has(authority ?? '') && !reads.test(path) ? [`${method} ${path}`] : [],
      ),
    );
    expect(theirs).toEqual([]);
    const salarios = await logged([...held]);
    expect((await salarios('GET', '/api/utilitario/log')).status).toBe(200);
    expect((await salarios('POST', '/api/sst/vacinas', {})).status).toBe(403);
  });
});

/** A profile more for the second user of the demonstration, in the first company. */
async function given(autoridades: readonly string[]): Promise<string> {
  const cpf = DEMO_LOGINS[1].cpf.replace(/\D/g, '');
  const { nome } = await app.db.only<{ nome: string }>(sql`
    with perfil as (
      insert into perfis (nome, ativo, autoridades) select 'Mais um ' || count(*), true, ${[...autoridades]} from perfis returning id, nome),
    acesso as (
      insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id)
      select u.id, 90 + perfil.id, ${app.empresas[0]}, perfil.id from usuarios u, perfil where u.cpf = ${cpf})
    select nome from perfil`);
  await moveVersion(app.db);
  return nome;
}

async function taken(nome: string): Promise<void> {
  await app.db.query(sql`delete from usuarios_acessos where perfil_id = (select id from perfis where nome = ${nome})`);
  await moveVersion(app.db);
}

it('a right counts only with the right to open what it changes, and a deed’s own right does too', async () => {
  const all = (await done<{ autoridade: string }[]>(admin, 'GET', '/api/autoridades')).map(({ autoridade }) => autoridade);
  const acts = all.filter((one) => /_(EDITAR|EXCLUIR)$/.test(one));
  expect(acts.filter((one) => !all.includes(one.replace(/_(EDITAR|EXCLUIR)$/, '')))).toEqual([]);
  const vacina = { nome: 'Febre amarela', ativo: true };
  const blind = await logged(['ROLE_CAD_VACINA_EDITAR', 'ROLE_CAD_VACINA_EXCLUIR']);
  expect((await blind('POST', '/api/sst/vacinas', vacina)).status).toBe(403);
  expect((await blind('DELETE', '/api/sst/vacinas/1')).status).toBe(403);
  const { authorities } = await done<{ authorities: string[] }>(blind, 'GET', '/api/userinfo');
  expect(authorities).toEqual([]);
  const seeing = await logged(['ROLE_CAD_VACINA', 'ROLE_CAD_VACINA_EDITAR']);
  expect((await seeing('POST', '/api/sst/vacinas', vacina)).status).not.toBe(403);

  const needing = [...declared].filter(([, { onlyWith }]) => onlyWith.length > 0).map(([name]) => name);
  expect(needing).toEqual(expect.arrayContaining([...acts, 'ROLE_CONFIRMAR_DESLIGAMENTO', 'ROLE_VER_COMO']));
  // Another program answers by the first, and the others open screens and fields of their own.
  for (const alone of ['ROLE_INTEGRACAO_PESSOAL', 'ROLE_RESULTADO_PESQUISA', 'ROLE_VER_SALARIO', 'ROLE_CAD_CANDIDATURA'])
    expect(needing).not.toContain(alone);
  const useless = await logged(needing);
  expect((await done<{ authorities: string[] }>(useless, 'GET', '/api/userinfo')).authorities).toEqual([]);
});

it('a profile with a right that has no effect says so in the list and the matrix, until what opens it is there too', async () => {
  const nome = 'Só edita vacinas';
  const autoridades = ['ROLE_CAD_VACINA_EDITAR', 'ROLE_LIBERAR_QUESTIONARIO'];
  const found = async () =>
    (await done<{ content: Row[] }>(admin, 'GET', `/api/utilitario/perfis?page=0&size=200&efeito=ALGUMA`)).content.filter(
      (row) => row.nome === nome,
    );
  const perfil = await done<Row>(admin, 'POST', '/api/utilitario/perfis', { nome, ativo: true, autoridades });
  expect(await found()).toMatchObject([{ efeito: 'ALGUMA' }]);
  const all = await done<{ autoridade: string; valeCom: string[] }[]>(admin, 'GET', '/api/autoridades');
  const missing = autoridades.flatMap((name) => all.find(({ autoridade }) => autoridade === name)?.valeCom ?? []);
  expect(missing).toEqual(['ROLE_CAD_VACINA', 'ROLE_CAD_QUESTIONARIO']);
  expect(declared.get('ROLE_CAD_QUESTIONARIO')?.sentence).toBe('Consultar Questionários');
  const whole = { nome, ativo: true, autoridades: [...autoridades, ...missing], versao: perfil.versao };
  expect(await done<Row>(admin, 'PUT', `/api/utilitario/perfis/${perfil.id}`, whole)).toMatchObject({ efeito: null });
  expect(await found()).toEqual([]);
});

describe('whoever asks who has a right', () => {
  const quemPode = async (right: string) =>
    (
      await done<{ perfis: { nome: string }[]; pessoas: { id: number; nome: string; perfis: string[] }[]; total: number }[]>(
        admin,
        'GET',
        `/api/utilitario/perfis/quem-pode?autorizacoes=${right}`,
      )
    )[0];
  const cpf = DEMO_LOGINS[1].cpf.replace(/\D/g, '');
  const does = (rights: readonly string[]) =>
    app.db.query(sql`select u.id from usuarios u where u.cpf = ${cpf} and ${mayDo(app.empresas[0] as number, rights)}`);

  it('hears what counts at their login: profiles united, and nothing of half a right', async () => {
    const edits = 'ROLE_CAD_VACINA_EDITAR';
    const blind = await logged([edits, 'ROLE_APROVAR_SOLICITACAO_PESSOAL']);
    const { usuario } = await done<{ usuario: { id: number } }>(blind, 'GET', '/api/userinfo');
    const acting = { kind: 'usuario', usuarioId: usuario.id, can: () => true } as unknown as Acting;
    const companies = () => app.db.query(sql`select id from ${companiesWith(acting, [edits])} e`);
    const { nome: half } = await app.db.only<{ nome: string }>(sql`
      select p.nome from usuarios_acessos a join perfis p on p.id = a.perfil_id where a.registro_id = ${usuario.id}`);
    const before = await quemPode(edits);
    expect(before?.pessoas.map(({ id }) => id)).not.toContain(usuario.id);
    expect(before?.perfis.map(({ nome }) => nome)).not.toContain(half);
    expect((await quemPode('ROLE_APROVAR_SOLICITACAO_PESSOAL'))?.pessoas.map(({ id }) => id)).not.toContain(usuario.id);
    expect([await companies(), await does([edits])]).toEqual([[], []]);

    const opens = await given(['ROLE_CAD_VACINA']);
    const after = await quemPode(edits);
    expect(after?.pessoas.find(({ id }) => id === usuario.id)?.perfis).toEqual([half]);
    expect(after?.perfis.map(({ nome }) => nome)).toContain(half);
    expect(after?.total).toBe((before?.total ?? 0) + 1);
    expect(await companies()).toEqual([{ id: app.empresas[0] }]);
    expect(await does([edits])).toHaveLength(1);
    await taken(opens);
  });

  it('hears nobody of a right that the company withholds', async () => {
    await logged(['ROLE_VER_SALARIO']);
    expect(await does(['ROLE_VER_SALARIO'])).toHaveLength(1);
    await app.db.query(sql`update empresas set exibir_salario = false where id = ${app.empresas[0]}`);
    await moveVersion(app.db);
    expect(await quemPode('ROLE_VER_SALARIO')).toMatchObject({ total: 0, pessoas: [] });
    expect(await does(['ROLE_VER_SALARIO'])).toEqual([]);
    await app.db.query(sql`update empresas set exibir_salario = true where id = ${app.empresas[0]}`);
    await moveVersion(app.db);
  });

  it('is sent to profiles that would help', async () => {
    const asks = async (client: Client) =>
      (
        await done<{ perfis: string[] }>(client, 'GET', '/api/userinfo/quem-autoriza?autorizacoes=ROLE_CAD_VACINA_EDITAR')
      ).perfis.filter((nome) => nome.startsWith('Mais um'));
    const reader = await logged(['ROLE_CAD_VACINA']);
    await app.db.query(sql`update perfis set ativo = false where nome = 'Administrador'`);
    const half = await given(['ROLE_CAD_VACINA_EDITAR']);
    expect(await asks(reader)).toEqual([half]);
    expect(await asks(await logged(['ROLE_CAD_CARGO']))).toEqual([]);
    await taken(half);
    await app.db.query(sql`update perfis set ativo = true where nome = 'Administrador'`);
  });
});

describe('who holds it', () => {
  it('a profile names its people by company, to those who may open users, and only of the companies they reach', async () => {
    const [first, second] = app.empresas as [number, number];
    const perfil = await done<Row>(admin, 'POST', '/api/utilitario/perfis', {
      nome: 'Duas casas',
      ativo: true,
      autoridades: ['ROLE_CAD_VACINA'],
    });
    for (const empresa of [first, second])
      await app.db.query(sql`insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id)
        select id, 50, ${empresa}, ${perfil.id} from usuarios where nome = 'Cláudia Menezes'`);
    await moveVersion(app.db);
    const url = `/api/utilitario/perfis/${perfil.id}/pessoas`;
    const whole = await done<{ total: number; empresas: { empresa: { id: number }; pessoas: { nome: string }[] }[] }>(
      admin,
      'GET',
      url,
    );
    expect(whole.total).toBe(1);
    expect(whole.empresas.map(({ empresa }) => empresa.id).toSorted((a, b) => a - b)).toEqual(
      [first, second].toSorted((a, b) => a - b),
    );
    expect(whole.empresas[0]?.pessoas).toMatchObject([{ nome: 'Cláudia Menezes' }]);

    const there = await logged(['ROLE_CAD_PERFIL', 'ROLE_CAD_USUARIO']);
    const mine = await done<typeof whole>(there, 'GET', url);
    expect(mine.empresas.map(({ empresa }) => empresa.id)).toEqual([first]);
    const nameless = await logged(['ROLE_CAD_PERFIL']);
    expect(JSON.stringify(await done(nameless, 'GET', url))).not.toContain('Cláudia');
    expect((await (await logged(['ROLE_CAD_USUARIO']))('GET', url)).status).toBe(403);
    expect((await admin('GET', '/api/utilitario/perfis/999999/pessoas')).status).toBe(404);
  });

  it('an authority names the profiles that give it and the people of this company', async () => {
    const url = '/api/utilitario/perfis/quem-pode?autorizacoes=ROLE_CAD_VACINA,ROLE_QUE_NAO_HA';
    const [vacina, ...others] = await done<
      { perfis: { nome: string }[]; pessoas: { nome: string; perfis: string[] }[]; total: number }[]
    >(admin, 'GET', url);
    expect(others).toEqual([]);
    expect(vacina?.perfis.map(({ nome }) => nome)).toContain('Administrador');
    expect(vacina?.pessoas.find(({ nome }) => nome === 'Mariana Borges')?.perfis).toContain('Administrador');
    expect(vacina?.total).toBe(vacina?.pessoas.length);
    expect((await admin('GET', "/api/utilitario/perfis/quem-pode?autorizacoes=';drop")).status).toBe(400);
    expect((await admin('GET', '/api/utilitario/perfis/quem-pode')).status).toBe(400);
  });

  it('whoever enters by a right to all companies is counted there, and named to those who see them among the users', async () => {
    const url = '/api/utilitario/perfis/quem-pode?autorizacoes=ROLE_CAD_VACINA';
    interface Told {
      pessoas: { nome: string }[];
      total: number;
    }
    await logged(['ROLE_CAD_PERFIL', 'ROLE_CAD_USUARIO']);
    const [first, second] = app.empresas;
    const move = async (from?: number, to?: number) => {
      const cpf = DEMO_LOGINS[1].cpf.replace(/\D/g, '');
      await app.db.query(
        sql`update usuarios_acessos set empresa_id = ${to} where empresa_id = ${from} and registro_id = (select id from usuarios where cpf = ${cpf})`,
      );
      await moveVersion(app.db);
    };
    await move(first, second);
    const [seen] = await done<Told[]>(await app.login(1, second), 'GET', url);
    const [whole] = await done<Told[]>(await app.login(0, second), 'GET', url);
    await move(second, first);
    const names = (told?: Told) => told?.pessoas.map(({ nome }) => nome).includes('Mariana Borges');
    expect([names(whole), names(seen)]).toEqual([true, false]);
    expect(seen?.total).toBe(whole?.total);
  });
});

describe('seeing the system as somebody else', () => {
  const COMO = ['ROLE_VER_COMO', 'ROLE_CAD_USUARIO', 'ROLE_CAD_PERFIL'];
  const idOf = async (nome: string) => (await app.db.one<Row>(sql`select id from usuarios where nome = ${nome}`))?.id as number;
  const begin = (client: Client, id: number, kind = 'usuarios') => client('POST', `/api/utilitario/${kind}/${id}/ver-como`, {});
  const end = (client: Client) => client('DELETE', '/api/userinfo/ver-como');
  const info = async (client: Client) =>
    (await client('GET', '/api/userinfo')).body as {
      autoridades: string[];
      vendoComo: object | null;
      empresas: Row[];
      usuario: Row;
      autenticado: boolean;
    };
  const trailOf = (table: string, id: number) =>
    app.db.query<{ usuario_nome: string; de: string | null; para: string }>(sql`
      select usuario_nome, mudancas #>> '{verComo,0}' as de, mudancas #>> '{verComo,1}' as para from auditoria
      where tabela = ${table} and registro_id = ${id} and mudancas ? 'verComo' order by id`);

  it('shows what the other may, under the viewer’s own name, and the trail has beginning and end', async () => {
    await logged(['ROLE_CAD_VACINA', 'ROLE_CAD_CARGO'], 2);
    const id = await idOf('Cláudia Menezes');
    expect((await begin(admin, id)).status).toBe(204);
    const seen = await info(admin);
    expect(seen).toMatchObject({
      vendoComo: { tipo: 'usuario', id, nome: 'Cláudia Menezes' },
      usuario: { nome: 'Mariana Borges' },
    });
    expect(seen.autoridades.toSorted()).toEqual(['ROLE_CAD_CARGO', 'ROLE_CAD_VACINA']);
    expect(seen.empresas).toHaveLength(1);
    expect((await admin('GET', '/api/sst/vacinas')).status).toBe(200);
    expect((await admin('GET', '/api/utilitario/usuarios')).status).toBe(403);
    expect((await end(admin)).status).toBe(204);
    expect((await info(admin)).vendoComo).toBeNull();
    expect((await admin('GET', '/api/utilitario/usuarios')).status).toBe(200);
    expect(await trailOf('usuarios', id)).toEqual([
      { usuario_nome: 'Mariana Borges', de: null, para: 'Início' },
      { usuario_nome: 'Mariana Borges', de: 'Início', para: 'Fim' },
    ]);
  });

  it('changes nothing, whatever the route', async () => {
    const all = await writes();
    const todos = readyProfiles.find((one) => one.id === 'administrador')?.autoridades;
    const perfil = await done<Row>(admin, 'POST', '/api/utilitario/perfis', { nome: 'Como eu', ativo: true, autoridades: todos });
    const viewer = await app.login(0);
    expect((await begin(viewer, perfil.id, 'perfis')).status).toBe(204);
    const count = () =>
      app.db.one(
        sql`select (select count(*) from auditoria where acao <> 'L') as trilha, (select count(*) from tarefas) as tarefas`,
      );
    const before = await count();
    // Doors, logins and the candidates' area serve nobody's session; the end of the viewing is what may be done.
    const outside = /^\/api\/(login|logout|externo|publico|userinfo\/ver-como)|\/(opcoes-publicas|colabore)/;
    const passed: string[] = [];
    for (const [method, url] of all) {
      if (outside.test(url)) continue;
      const { status, body } = await viewer(method, url, {});
      if ((body as { code?: string })?.code !== 'VENDO_COMO') passed.push(`${method} ${url}: ${status}`);
    }
    expect(passed.filter((one) => !/relatorio|imprimir|\/print|\/previa|analytics|publico|externo/.test(one))).toEqual([]);
    expect(await count()).toEqual(before);
    await end(viewer);
  });

  it('puts no task in, which would run with the viewer’s own rights', async () => {
    await app.db.query(
      sql`insert into vacinas (empresa_id, nome, quantidade_doses) select ${app.empresas[0]}, 'Vacina ' || n, 1 from generate_series(1, 5001) n`,
    );
    const viewer = await app.login(0);
    const perfil = await done<Row>(viewer, 'POST', '/api/utilitario/perfis', {
      nome: 'Vacinas',
      ativo: true,
      autoridades: ['ROLE_CAD_VACINA'],
    });
    await begin(viewer, perfil.id, 'perfis');
    const answer = await viewer('GET', '/api/sst/vacinas/exportar?formato=csv');
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([403, 'VENDO_COMO']);
    expect(await app.db.query(sql`select 1 from tarefas where estado = 'fila'`)).toEqual([]);
    await end(viewer);
  });

  it('nobody sees as somebody with more rights, as themselves, as the inactive, elsewhere or twice', async () => {
    const viewer = await logged([...COMO, 'ROLE_CAD_VACINA'], 1);
    await logged(['ROLE_CAD_VACINA', 'ROLE_VER_SALARIO'], 2);
    await logged(['ROLE_CAD_VACINA'], 3);
    const [me, above, below, boss] = (await Promise.all(
      ['Rafael Antunes', 'Cláudia Menezes', 'Tiago Ramalho', 'Mariana Borges'].map(idOf),
    )) as [number, number, number, number];
    expect((await begin(viewer, above)).status).toBe(403);
    expect((await begin(viewer, boss)).status).toBe(403);
    expect((await begin(viewer, me)).status).toBe(400);
    expect((await begin(viewer, 999_999)).status).toBe(404);
    expect((await info(viewer)).vendoComo).toBeNull();
    const [at] = await Promise.all([begin(viewer, below), begin(viewer, below)]);
    expect([204, 403, 409]).toContain(at.status);
    expect((await info(viewer)).autoridades).toEqual(['ROLE_CAD_VACINA']);
    expect((await begin(viewer, above)).body).toMatchObject({ code: 'VENDO_COMO' });
    expect((await viewer('PUT', '/api/userinfo/empresa', { empresaId: app.empresas[1] })).body).toMatchObject({
      code: 'VENDO_COMO',
    });
    await end(viewer);

    // Only users of the viewer's companies, and only rights of this one.
    await app.db.query(sql`update usuarios_acessos set empresa_id = ${app.empresas[1]} where registro_id = ${below}`);
    await moveVersion(app.db);
    expect((await begin(viewer, below)).status).toBe(404);
    expect((await begin(admin, below)).body).toMatchObject({ code: 'SEM_ACESSO' });
    await app.db.query(sql`update usuarios_acessos set empresa_id = ${app.empresas[0]} where registro_id = ${below}`);
    await app.db.query(sql`update usuarios set ativo = false where id = ${below}`);
    await moveVersion(app.db);
    expect((await begin(viewer, below)).body).toMatchObject({ code: 'USUARIO_INATIVO' });
    await app.db.query(sql`update usuarios set ativo = true where id = ${below}`);
    await moveVersion(app.db);
    expect((await (await logged(['ROLE_CAD_USUARIO'], 1))('POST', `/api/utilitario/usuarios/${below}/ver-como`, {})).status).toBe(
      403,
    );
  });

  it('does not show rights that either of them gains meanwhile, and ends those that the viewer loses', async () => {
    const viewer = await logged([...COMO, 'ROLE_CAD_VACINA', 'ROLE_CAD_CARGO'], 1);
    await logged(['ROLE_CAD_VACINA', 'ROLE_CAD_CARGO'], 3);
    const below = await idOf('Tiago Ramalho');
    expect((await begin(viewer, below)).status).toBe(204);
    await logged(['ROLE_CAD_VACINA', 'ROLE_CAD_CARGO', 'ROLE_VER_SALARIO', 'ROLE_CAD_OBRA'], 3);
    expect((await info(viewer)).autoridades.toSorted()).toEqual(['ROLE_CAD_CARGO', 'ROLE_CAD_VACINA']);
    await logged([...COMO, 'ROLE_CAD_CARGO'], 1);
    expect((await info(viewer)).autoridades).toEqual(['ROLE_CAD_CARGO']);
    expect((await viewer('GET', '/api/sst/vacinas')).status).toBe(403);
    // The other one is removed: the session ends with them, and never returns to more rights by itself.
    await app.db.query(sql`delete from usuarios where id = ${below}`);
    expect((await info(viewer)).autenticado).toBe(false);
  });

  it('a viewer who logs out, or whose session is ended, leaves the end in the trail', async () => {
    const viewer = await app.login(0);
    const perfil = await done<Row>(viewer, 'POST', '/api/utilitario/perfis', {
      nome: 'Só cargos',
      ativo: true,
      autoridades: ['ROLE_CAD_CARGO'],
    });
    await begin(viewer, perfil.id, 'perfis');
    await viewer('POST', '/api/logout', {});
    expect((await trailOf('perfis', perfil.id)).map(({ para }) => para)).toEqual(['Início', 'Fim']);
    const again = await app.login(0);
    await begin(again, perfil.id, 'perfis');
    const other = await app.login(0);
    await other('DELETE', '/api/userinfo/sessoes');
    admin = other;
    expect((await trailOf('perfis', perfil.id)).map(({ para }) => para)).toEqual(['Início', 'Fim', 'Início', 'Fim']);
  });

  it('areas are those that both see', async () => {
    await app.seed(30);
    const [area, outra] = await app.db.query<Row>(sql`
      select a.id from areas_organizacionais a where exists (select from talentos t where t.area_atual_id = a.id and t.empresa_id = ${app.empresas[0]}) order by a.id limit 2`);
    const [chefe] = await app.db.query<Row & { cpf: string }>(
      sql`select id, cpf from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' order by id limit 1`,
    );
    if (!area || !outra || !chefe) throw new Error('no areas');
    await app.db.query(sql`insert into usuarios (nome, cpf, ativo) values ('Chefe de Área', ${chefe.cpf}, true)`);
    const id = await idOf('Chefe de Área');
    const gestor = await done<Row>(admin, 'POST', '/api/utilitario/perfis', {
      nome: 'Chefia',
      ativo: true,
      autoridades: ['ROLE_CAD_TALENTO'],
    });
    await app.db.query(
      sql`insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) values (${id}, 1, ${app.empresas[0]}, ${gestor.id})`,
    );
    await app.db.query(
      sql`insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${area.id}, 1, ${app.empresas[0]}, ${chefe.id})`,
    );
    await moveVersion(app.db);
    const total = async (client: Client) =>
      done<{ totalElements: number }>(client, 'GET', '/api/gestao-talentos/talentos?page=0&size=1').then(
        ({ totalElements }) => totalElements,
      );
    const daArea = await app.db.one<{ n: number }>(sql`select count(*)::int as n from talentos where area_atual_id = ${area.id}`);
    const viewer = await app.login(0);
    const whole = await total(viewer);
    expect((await begin(viewer, id)).status).toBe(204);
    const seen = await total(viewer);
    expect([seen < whole, seen]).toEqual([true, daArea?.n]);
    await end(viewer);
    // A viewer who sees no area may not see as somebody who does.
    const blind = await logged([...COMO, 'ROLE_CAD_TALENTO'], 1);
    expect((await begin(blind, id)).status).toBe(403);
  });
});

describe('why somebody sees something', () => {
  interface Resposta {
    ve: boolean;
    passos: { ok: boolean; texto: string }[];
    oculto: string[];
  }
  const idOf = async (nome: string) => (await app.db.one<Row>(sql`select id from usuarios where nome = ${nome}`))?.id as number;
  const ask = (client: Client, id: number, endereco: string) =>
    client('GET', `/api/utilitario/usuarios/${id}/por-que?endereco=${encodeURIComponent(endereco)}`);

  it('is told by profile, right and areas, also why not', async () => {
    const id = await idOf('Chefe de Área');
    const [fora] = await app.db.query<Row>(sql`
      select t.id from talentos t where t.empresa_id = ${app.empresas[0]} and t.area_atual_id not in (
        select registro_id from areas_organizacionais_empresa_e_responsaveis r join talentos c on c.id = r.colaborador_dto_id join usuarios u on u.cpf = c.cpf and u.id = ${id}) limit 1`);
    const [dentro] = await app.db.query<Row>(sql`
      select t.id from talentos t where t.area_atual_id in (
        select registro_id from areas_organizacionais_empresa_e_responsaveis r join talentos c on c.id = r.colaborador_dto_id join usuarios u on u.cpf = c.cpf and u.id = ${id}) limit 1`);
    const tela = (await ask(admin, id, 'https://rh.exemplo.com/gestao-talentos/talentos?empresa=1')).body as Resposta;
    expect(tela).toMatchObject({ ve: true });
    expect(tela.passos.map(({ texto }) => texto).join(' ')).toContain('“Consultar Talentos” vem de Chefia.');
    expect(tela.oculto).toContain('Ver salários');
    expect(((await ask(admin, id, `/gestao-talentos/talentos/${dentro?.id}`)).body as Resposta).passos.at(-1)).toEqual({
      ok: true,
      texto: 'O registro está no que é seu: nas áreas pelas quais responde.',
    });
    const nao = (await ask(admin, id, `/gestao-talentos/talentos/${fora?.id}`)).body as Resposta;
    expect([nao.ve, nao.passos.at(-1)?.texto]).toEqual([
      false,
      expect.stringContaining('não tem “Ver talentos de todas as áreas'),
    ]);
    const vacinas = (await ask(admin, id, '/sst/vacinas')).body as Resposta;
    expect([vacinas.ve, vacinas.passos.at(-1)?.texto]).toEqual([false, 'Nenhum perfil que tem dá “Consultar Vacinas”.']);
  });

  it('tells nobody of records, users or addresses that they do not see', async () => {
    const id = await idOf('Chefe de Área');
    const [talento] = await app.ids('talentos');
    const clerk = await logged(['ROLE_CAD_USUARIO', 'ROLE_CAD_TALENTO'], 1);
    expect((await ask(clerk, id, `/gestao-talentos/talentos/${talento}`)).status).toBe(404);
    expect((await ask(await logged(['ROLE_CAD_USUARIO'], 1), id, `/gestao-talentos/talentos/${talento}`)).status).toBe(404);
    expect((await ask(await logged(['ROLE_CAD_PERFIL'], 1), id, '/sst/vacinas')).status).toBe(403);
    const elsewhere = await app.login(0, app.empresas[1]);
    expect((await ask(elsewhere, id, `/gestao-talentos/talentos/${talento}`)).status).toBe(404);
    for (const strange of ['', 'x'.repeat(600), '/nada', '/sst/vacinas/99999999999999999999', "';--"])
      expect([400, 404], strange).toContain((await ask(admin, id, strange)).status);
    expect((await ask(admin, 999_999, '/sst/vacinas')).status).toBe(404);
  });
});
