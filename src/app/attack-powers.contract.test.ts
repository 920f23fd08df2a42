import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { authorities } from './declared.server.ts';
import { DEMO_CANDIDATE, DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { type Client, done, openTestApp, type Row, send, type TestApp } from './test-app.server.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const DESLIGAMENTOS = '/api/gestao-talentos/desligamentos';
const CAIXA = '/api/utilitario/caixa-saida';
const USUARIOS = '/api/utilitario/usuarios';
const PERFIS = '/api/utilitario/perfis';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(12);
  admin = await app.login(0);
});
afterAll(() => app.close());

const digits = (who: number) => (DEMO_LOGINS[who]?.cpf ?? '').replace(/\D/g, '');
const userId = async (who: number) =>
  (await app.db.one<Row>(sql`select id from usuarios where cpf = ${digits(who)}`))?.id as number;

/** A session of somebody who holds these authorities alone. */
const loginWith = (who: number, ...held: string[]) => app.loginWithout(who, (name) => !held.includes(name));

async function newDismissal(): Promise<Row & { versao: number; colaborador: Row }> {
  const [talento] = await app.db.query<Row>(sql`
    select id from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' and id not in (select colaborador_id from desligamentos) order by id limit 1`);
  const [motivo] = await app.ids('motivos_desligamento');
  return done(admin, 'POST', DESLIGAMENTOS, {
    colaborador: talento?.id,
    data: addDays(today(), 30),
    motivo,
    tipo: 'PEDIDO',
    avisoPrevio: 'NAO_SE_APLICA',
  });
}

describe('who may edit, remove or move records and not open them', () => {
  const rights = [
    'ROLE_CAD_TALENTO_EDITAR',
    'ROLE_CAD_TALENTO_EXCLUIR',
    'ROLE_CAD_DESLIGAMENTO_EDITAR',
    'ROLE_CAD_DESLIGAMENTO_EXCLUIR',
    'ROLE_CONFIRMAR_DESLIGAMENTO',
    'ROLE_VER_TODAS_AREAS',
  ];

  it('does neither', async () => {
    const { id, colaborador } = await newDismissal();
    const blind = await loginWith(1, ...rights);
    const refused = [
      await blind('PUT', `${DESLIGAMENTOS}/${id}`, { versao: -1 }),
      await blind('DELETE', `${DESLIGAMENTOS}/${id}?versao=99`),
      await blind('PUT', `${TALENTOS}/${colaborador.id}`, { versao: -1 }),
      await blind('DELETE', `${TALENTOS}/${colaborador.id}?versao=99`),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  });

  it('is not shown a record by a deed whose right they have', async () => {
    const { id, colaborador } = await newDismissal();
    const blind = await loginWith(1, ...rights);
    // What prevents a deed, or comes too late for it, would tell of the record.
    for (const url of [
      `${DESLIGAMENTOS}/${id}/confirmar`,
      `${DESLIGAMENTOS}/${id}/cancelar`,
      `${TALENTOS}/${colaborador.id}/cancelar-desligamento`,
    ])
      expect([url, (await blind('POST', url, { versao: -1 })).status]).toEqual([url, 403]);
    expect((await admin('GET', `${DESLIGAMENTOS}/${id}`)).body).toMatchObject({ status: 'U' });
  });
});

describe('who may edit talents and confirms no dismissals', () => {
  const confirms = ['ROLE_CONFIRMAR_DESLIGAMENTO', 'ROLE_INTEGRACAO_PESSOAL'];
  const refused = { status: 400, body: { errors: [{ field: 'dataDesligamento' }] } };

  it('neither undoes a confirmed one nor moves it to another day by the talent’s own form', async () => {
    const { id, colaborador } = await newDismissal();
    await done(admin, 'POST', `${DESLIGAMENTOS}/${id}/confirmar`, {});
    const url = `${TALENTOS}/${colaborador.id}`;
    const clerk = await app.loginWithout(1, (name) => confirms.includes(name));
    const { id: _, versao: __, ...talento } = await done(clerk, 'GET', url);
    for (const dataDesligamento of [null, addDays(today(), 31)])
      expect(await clerk('PUT', url, { ...talento, dataDesligamento })).toMatchObject(refused);
    expect((await clerk('PUT', url, { ...talento, email: 'outro@exemplo.com.br' })).status).toBe(200);
    expect((await admin('GET', `${DESLIGAMENTOS}/${id}`)).body).toMatchObject({ status: 'D', data: addDays(today(), 30) });
    expect((await admin('PUT', url, { ...talento, dataDesligamento: null })).status).toBe(200);
    expect((await admin('GET', `${DESLIGAMENTOS}/${id}`)).body).toMatchObject({ status: 'C' });
  });

  it('dismisses nobody by writing their last day, and no dismissal of theirs is born confirmed', async () => {
    const { id, colaborador } = await newDismissal();
    const url = `${TALENTOS}/${colaborador.id}`;
    const clerk = await app.loginWithout(1, (name) => confirms.includes(name));
    const { id: _, versao: __, ...talento } = await done(clerk, 'GET', url);
    // Beside a request that waits, too: another day there would keep the request from being confirmed.
    for (const dataDesligamento of [today(), addDays(today(), -1), addDays(today(), 60)])
      expect(await clerk('PUT', url, { ...talento, dataDesligamento })).toMatchObject(refused);
    await done(admin, 'POST', `${DESLIGAMENTOS}/${id}/cancelar`, {});
    expect(await clerk('PUT', url, { ...talento, dataDesligamento: today() })).toMatchObject(refused);
    // Somebody who left long ago is registered with the day of it, as other systems bring them; nobody is registered as leaving.
    const historicos = (talento.historicos as Row[])
      .slice(0, 1)
      .map(({ id: _id, ate: _ate, ...linha }) => ({ ...linha, data: '2020-01-06' }));
    const antigo = {
      nome: 'Antiga de Antes',
      cpf: '529.982.247-25',
      sexo: talento.sexo,
      vinculo: talento.vinculo,
      dataAdmissao: '2020-01-06',
      primeiroEmprego: false,
      historicos,
    };
    for (const dataDesligamento of [today(), addDays(today(), 5)])
      expect(await clerk('POST', TALENTOS, { ...antigo, dataDesligamento })).toMatchObject(refused);
    const dataDesligamento = '2021-03-31';
    const novo = await done(clerk, 'POST', TALENTOS, { ...antigo, dataDesligamento });
    const [motivo] = await app.ids('motivos_desligamento');
    const registro = { colaborador: novo.id, data: dataDesligamento, motivo, tipo: 'PEDIDO', avisoPrevio: 'NAO_SE_APLICA' };
    expect(await clerk('POST', DESLIGAMENTOS, registro)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'colaborador' }] },
    });
    expect(await done(admin, 'POST', DESLIGAMENTOS, registro)).toMatchObject({ status: 'D' });
  });
});

describe('who may open talents and bands, and see no salaries', () => {
  it('does not learn by what somebody is paid, and keeps it when they save', async () => {
    const pagos = await app.db.query<Row & { tipo: string }>(sql`
      select distinct on (h.tipo_salario) t.id, h.tipo_salario as tipo from talentos t join talentos_historicos h on h.registro_id = t.id and h.ate is null
      where t.empresa_id = ${app.empresas[0]} and t.situacao = 'A' order by h.tipo_salario, t.id`);
    expect(pagos.map(({ tipo }) => tipo)).toContain('1');
    const blind = await app.loginWithout(1, (name) => name === 'ROLE_VER_SALARIO');
    const unseen = { tipoSalario: null, indice: null, quantidadeIndice: null, salario: null };
    for (const { id } of pagos) {
      const url = `${TALENTOS}/${id}`;
      const before = await done(admin, 'GET', url);
      const { id: _, versao: __, ...talento } = await done(blind, 'GET', url);
      const historicos = talento.historicos as Row[];
      expect(historicos).toEqual(historicos.map((linha) => ({ ...linha, ...unseen })));
      // What they send in its place counts for nothing.
      const forged = historicos.map((linha) => ({ ...linha, tipoSalario: '3', salario: 1 }));
      await done(blind, 'PUT', url, { ...talento, historicos: forged });
      expect((await done(admin, 'GET', url)).historicos).toEqual(before.historicos);
      const { content } = await done(blind, 'GET', `/api/cargo-salario/colaboradores/historicos?page=0&colaborador=${id}`);
      expect(content).toEqual((content as Row[]).map((linha) => ({ ...linha, ...unseen, salarioPago: null })));
      expect(await done(blind, 'GET', `/api/cargo-salario/colaboradores/${id}/reajuste-colaborador`)).toMatchObject({
        tipoSalarioProposto: null,
        indiceProposto: null,
      });
    }
  });
});

describe('links that set passwords', () => {
  const askFor = async (who: number) => {
    await send(app.app, { method: 'POST', url: '/api/login/recuperar', payload: { cpf: digits(who) } });
    await app.work();
  };
  /** The messages that lead to a password; deeds of others have sent messages too. */
  const found = async (client: Client) =>
    (
      await done<{ content: (Row & { para: string })[] }>(
        client,
        'GET',
        `${CAIXA}?page=0&size=500&busca=${encodeURIComponent('Redefinição de senha')}`,
      )
    ).content;

  it('are not in the outbox of who reaches every company and holds less than the person they are for', async () => {
    const clerk = await loginWith(1, ALL_COMPANIES, 'ROLE_CAD_CAIXA_SAIDA');
    await askFor(0);
    await askFor(1);
    const [forClerk, forAdmin, ...none] = await found(admin);
    expect([forAdmin?.para, forClerk?.para, none]).toEqual([
      'administrador@aurora.exemplo.com.br',
      'recrutador@aurora.exemplo.com.br',
      [],
    ]);
    expect((await found(clerk)).map(({ id }) => id)).toEqual([forClerk?.id]);
    for (const url of [`${CAIXA}/${forAdmin?.id}`, `${CAIXA}/${forAdmin?.id}/historico`])
      expect((await clerk('GET', url)).status).toBe(404);
    expect(String((await clerk('GET', `${CAIXA}/exportar?formato=csv`)).body)).not.toContain('administrador@');
  });

  it('leave a line in the trail when somebody reads one', async () => {
    await askFor(0);
    const [mail] = await found(admin);
    await done(admin, 'GET', `${CAIXA}/${mail?.id}`);
    expect(
      await app.db.one(
        sql`select usuario_nome from auditoria where tabela = 'caixa_saida' and registro_id = ${mail?.id} and acao = 'L'`,
      ),
    ).toBeDefined();
  });
});

describe('a password that changes', () => {
  const lines = async (table: string, id: number) =>
    (
      await app.db.query<{ usuario_nome: string; mudancas: unknown; empresa_id: number }>(
        sql`select usuario_nome, mudancas, empresa_id from auditoria where tabela = ${table} and registro_id = ${id} and mudancas ? 'senha' order by id`,
      )
    ).map(({ usuario_nome, mudancas, empresa_id }) => [usuario_nome, mudancas, empresa_id]);
  const masked = { senha: ['•••', '•••'] };

  it('is told by the trail, without the password: by its owner, by a link, and of a candidate', async () => {
    const nova = 'Jabuticaba#77';
    const client = await app.login(3);
    await done(client, 'PUT', '/api/userinfo/senha', { senha: DEMO_PASSWORD, novaSenha: nova, confNovaSenha: nova });
    await send(app.app, { method: 'POST', url: '/api/login/recuperar', payload: { cpf: digits(3) } });
    await app.work();
    const mail = await app.db.one<{ texto: string }>(sql`select texto from emails order by id desc limit 1`);
    const token = /token=(\S+)/.exec(mail?.texto ?? '')?.[1];
    const reset = { token, senha: 'Carambola#88', confSenha: 'Carambola#88' };
    expect((await send(app.app, { method: 'POST', url: '/api/login/redefinir', payload: reset })).status).toBe(204);
    expect(await lines('usuarios', await userId(3))).toEqual([
      ['Tiago Ramalho', masked, app.empresas[0]],
      ['Tiago Ramalho (endereço de redefinição)', masked, app.empresas[0]],
    ]);

    const account = { cpf: DEMO_CANDIDATE.cpf, senha: DEMO_CANDIDATE.senha, empresaId: app.empresas[0] };
    const login = await send(app.app, { method: 'POST', url: '/api/externo/login', payload: account });
    const cookie = String((login.headers['set-cookie'] as string[])[0]).split(';')[0] as string;
    const { id } = login.body as Row;
    const url = `/api/externo/candidatos/${id}/alterar-senha`;
    const payload = { senha: DEMO_CANDIDATE.senha, novaSenha: nova, confNovaSenha: nova };
    expect((await send(app.app, { method: 'PATCH', url, payload, headers: { cookie } })).status).toBe(204);
    expect(await lines('contas_externas', id)).toEqual([[`${DEMO_CANDIDATE.nome} (candidato)`, masked, app.empresas[0]]]);
  });
});

// A hundred saves of long texts made an answer of 70 MB, and four readers of it two gigabytes of memory.
it('the history of a record tells its latest changes, and no more than an answer should hold', async () => {
  const [cargo] = await app.ids('cargos');
  await app.db.query(sql`
    insert into auditoria (usuario_nome, empresa_id, tabela, registro_id, acao, mudancas)
    select 'Alguém', ${app.empresas[0]}, 'cargos', ${cargo}, 'A', jsonb_build_object('missao', jsonb_build_array('Antes ' || n, repeat('abcde', 20000)))
    from generate_series(1, 60) n`);
  const shown = await done<{ mudancas: { de: string }[] }[]>(admin, 'GET', `/api/cargo-salario/cargos/${cargo}/historico`);
  expect(shown.length).toBeGreaterThan(10);
  expect(shown[0]?.mudancas[0]?.de).toBe('Antes 60');
  expect(JSON.stringify(shown).length).toBeLessThan(3_000_000);
});

describe('a profile that reaches every company', () => {
  const small = [ALL_COMPANIES, 'ROLE_CAD_PERFIL', 'ROLE_CAD_PERFIL_EDITAR'];
  const more = ['ROLE_CAD_TALENTO', 'ROLE_VER_TODAS_AREAS', 'ROLE_VER_SALARIO'];

  it('neither gets nor loses what its editor holds in one company alone', async () => {
    const make = async (autoridades: string[]) =>
      (await done(admin, 'POST', PERFIS, { nome: autoridades[0], ativo: true, autoridades })).id;
    const [wide, here] = [await make(small), await make(more)];
    const one = await userId(1);
    await app.db.query(sql`delete from usuarios_acessos where registro_id = ${one}`);
    for (const [ordem, perfil] of [wide, here].entries())
      await app.db.query(
        sql`insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) values (${one}, ${ordem + 1}, ${app.empresas[0]}, ${perfil})`,
      );
    await moveVersion(app.db);
    const editor = await app.login(1);
    const { id: _, ...profile } = await done(editor, 'GET', `${PERFIS}/${wide}`);
    const refused = { status: 403, body: { code: 'NAO_AUTORIZADO' } };
    expect(await editor('PUT', `${PERFIS}/${wide}`, { ...profile, autoridades: [...small, ...more] })).toMatchObject(refused);
    expect(
      await editor('PUT', `${PERFIS}/${here}`, { nome: 'Local', ativo: true, autoridades: [...more, ALL_COMPANIES], versao: 1 }),
    ).toMatchObject(refused);
    // Nor do they reach other companies by what they hold here.
    const beyond = ['ROLE_CAD_EMPRESA', 'ROLE_CAD_EMPRESA_EDITAR', 'ROLE_CAD_USUARIO', 'ROLE_CAD_CAIXA_SAIDA', 'ROLE_CAD_TAREFA'];
    await app.db.query(sql`update perfis set autoridades = autoridades || ${beyond}::text[] where id = ${here}`);
    await app.db.query(
      sql`insert into emails (empresa_id, para, assunto, texto) values (${app.empresas[1]}, 'de.outra@exemplo.com.br', 'Daqui não', 'Nada')`,
    );
    await moveVersion(app.db);
    const read = async (url: string) => JSON.stringify((await done<object>(editor, 'GET', `${url}?page=0&size=200`)) ?? '');
    expect(await read('/api/utilitario/caixa-saida')).not.toContain('de.outra@exemplo.com.br');
    const zelia = { nome: 'Zélia Só da Outra', cpf: '390.533.447-05', email: 'zelia@exemplo.com.br', ativo: true };
    const { id: there } = await done(await app.login(0, app.empresas[1]), 'POST', USUARIOS, {
      ...zelia,
      acessos: [{ empresa: { id: app.empresas[1] }, perfil: { id: here } }],
    });
    expect(await read(USUARIOS)).not.toContain(zelia.nome);
    const { id: otherId, ...other } = await done(admin, 'GET', `/api/utilitario/empresas/${app.empresas[1]}`);
    expect(await editor('PUT', `/api/utilitario/empresas/${otherId}`, other)).toMatchObject({ status: 404 });
    const named = async (client: Client) =>
      JSON.stringify((await done<object>(client, 'GET', `${PERFIS}/${here}/pessoas`)) ?? '');
    expect(await named(admin)).toContain(zelia.nome);
    expect(await named(editor)).not.toContain(zelia.nome);
    // Who reads users everywhere and changes them here alone changes nobody elsewhere.
    await app.db.query(sql`update perfis set autoridades = autoridades || array['ROLE_CAD_USUARIO'] where id = ${wide}`);
    await app.db.query(
      sql`update perfis set autoridades = autoridades || array['ROLE_CAD_USUARIO_EDITAR', 'ROLE_CAD_USUARIO_EXCLUIR'] where id = ${here}`,
    );
    await app.db.query(sql`delete from usuarios_acessos where registro_id = ${there}`);
    await moveVersion(app.db);
    const { id: __, ...taken } = await done(editor, 'GET', `${USUARIOS}/${there}`);
    expect(await editor('PUT', `${USUARIOS}/${there}`, { ...taken, email: 'ladrao@exemplo.com.br' })).toMatchObject(refused);
    expect(await editor('DELETE', `${USUARIOS}/${there}`)).toMatchObject(refused);
    // Nor lets anybody into another company where they edit no users, however little the profile gives.
    const little = await make(['ROLE_CAD_INFO_PESSOAL']);
    await app.db.query(
      sql`insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) values (${one}, 3, ${app.empresas[1]}, ${little})`,
    );
    await moveVersion(app.db);
    const mine = { nome: 'Daqui', cpf: '111.444.777-35', email: 'daqui@exemplo.com.br', ativo: true };
    const into = (empresa: number) => ({ ...mine, acessos: [{ empresa: { id: empresa }, perfil: { id: little } }] });
    expect(await editor('POST', USUARIOS, into(app.empresas[1] as number))).toMatchObject(refused);
    await app.db.query(sql`delete from usuarios_acessos where registro_id = ${one} and perfil_id = ${little}`);
    await app.db.query(sql`update perfis set autoridades = ${small}::text[] where id = ${wide}`);
    await app.db.query(sql`update perfis set autoridades = ${more}::text[] where id = ${here}`);
    await moveVersion(app.db);
    // What they hold everywhere they may take away everywhere, and what they hold here they may take away here.
    expect((await editor('PUT', `${PERFIS}/${wide}`, { ...profile, nome: 'Alcance' })).status).toBe(200);
    expect(
      (await editor('PUT', `${PERFIS}/${here}`, { nome: 'Local', ativo: true, autoridades: more.slice(0, 2), versao: 1 })).status,
    ).toBe(200);
  });
});

it('what all companies share is changed by who has the right in all of them, and anybody with the right adds to it', async () => {
  const IDIOMAS = '/api/captacao/idiomas';
  const { id, versao } = await done<Row & { versao: number }>(admin, 'POST', IDIOMAS, { nome: 'Guarani de todos' });
  const local = await loginWith(1, 'ROLE_CAD_IDIOMA', 'ROLE_CAD_IDIOMA_EDITAR', 'ROLE_CAD_IDIOMA_EXCLUIR');
  const refused = { status: 403, body: { code: 'NAO_AUTORIZADO', message: expect.stringContaining('de todas as empresas') } };
  expect(await local('PUT', `${IDIOMAS}/${id}`, { nome: 'Nenhum', versao })).toMatchObject(refused);
  expect(await local('DELETE', `${IDIOMAS}/${id}?versao=${versao}`)).toMatchObject(refused);
  expect(await done<{ acoes: string[] }>(local, 'GET', `${IDIOMAS}/${id}`)).toMatchObject({ acoes: [] });
  expect((await local('POST', IDIOMAS, { nome: 'Terena' })).status).toBe(201);
});

it('one’s own e-mail is not changed through the registry of users, where nobody asks for the password', async () => {
  const url = `${USUARIOS}/${await userId(0)}`;
  const { id: _, ...me } = await done(admin, 'GET', url);
  const refused = { status: 403, body: { code: 'PROPRIO_USUARIO', message: expect.stringContaining('com a sua senha') } };
  expect(await admin('PUT', url, { ...me, email: 'ladrao@exemplo.com.br' })).toMatchObject(refused);
});

// The race at its end is won by either of the two: whoever loses it has no session left.
describe('the last administrator', () => {
  const everything = [...authorities.keys()];
  const own = async (client: Client, id: number) => {
    const {
      id: _,
      versao: __,
      ...user
    } = await done<Row & { versao: number; acessos: unknown[] }>(client, 'GET', `${USUARIOS}/${id}`);
    return user;
  };
  const still = () => admin('GET', USUARIOS);

  it('is not lost: by losing the profile, by the profile’s losing its rights or being switched off', async () => {
    const me = await userId(0);
    const user = await own(admin, me);
    const refused = { status: 400, body: { code: 'ULTIMO_ADMINISTRADOR' } };
    expect(await admin('PUT', `${USUARIOS}/${me}`, { ...user, acessos: [] })).toMatchObject(refused);
    const perfil = (user.acessos[0] as { perfil: Row }).perfil.id;
    const { id: _, versao: __, ...profile } = await done(admin, 'GET', `${PERFIS}/${perfil}`);
    for (const less of [{ ativo: false }, { autoridades: ['ROLE_CAD_USUARIO'] }])
      expect(await admin('PUT', `${PERFIS}/${perfil}`, { ...profile, ...less })).toMatchObject(refused);
    expect((await still()).status).toBe(200);
    // Less of something else is nobody's business.
    const some = everything.filter((name) => !name.includes('IDIOMA'));
    expect((await admin('PUT', `${PERFIS}/${perfil}`, { ...profile, autoridades: some })).status).toBe(200);
    await done(admin, 'PUT', `${PERFIS}/${perfil}`, { ...profile, autoridades: some });
  });

  it('is left when two take each other’s rights at once', async () => {
    const [one, two] = [await userId(0), await userId(1)];
    await app.db.query(sql`delete from usuarios_acessos where registro_id = ${two}`);
    await app.db.query(sql`
      insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) select ${two}, 1, empresa_id, perfil_id from usuarios_acessos where registro_id = ${one}`);
    await moveVersion(app.db);
    const second = await app.login(1);
    const first = await own(admin, one);
    const answers = await Promise.all([
      admin('DELETE', `${USUARIOS}/${two}`),
      second('PUT', `${USUARIOS}/${one}`, { ...first, acessos: [] }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const [left] = await app.db.query(sql`
      select 1 from usuarios u join usuarios_acessos a on a.registro_id = u.id join perfis p on p.id = a.perfil_id
      where u.ativo and p.ativo and ${ALL_COMPANIES} = any(p.autoridades)`);
    expect(left).toBeDefined();
  });
});
