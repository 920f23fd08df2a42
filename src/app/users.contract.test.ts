import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cpf } from '#kit/br/cpf.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { OF_A_PERSON } from '#platform/authority/another-person.server.ts';
import { takeTurnOfCpf } from '#platform/authority/cpf-turn.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { multipart, until } from './server-process.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';

const USUARIOS = '/api/utilitario/usuarios';
const TALENTOS = '/api/gestao-talentos/talentos';
const AREAS = '/api/cargo-salario/areas-organizacionais';

let app: TestApp;
let admin: Client;

const digits = (text: string) => text.replace(/\D/g, '');
const one = async (query: ReturnType<typeof sql>) => (await app.db.one<Row>(query)) as Row;
const bodyOf = async (client: Client, url: string) => {
  const { id: _id, ...record } = await done(client, 'GET', url);
  return record as Record<string, unknown>;
};
/** A profile of these authorities, held by user `who` in these companies alone. */
async function give(who: number, empresas: readonly number[], names: readonly string[]): Promise<number> {
  const { id } = await one(
    sql`insert into perfis (nome, ativo, autoridades) values (${`P ${who} ${Math.random()}`}, true, ${[...names]}) returning id`,
  );
  const user = await one(sql`select id from usuarios where cpf = ${digits(DEMO_LOGINS[who]?.cpf ?? '')}`);
  await app.db.query(sql`delete from usuarios_acessos where registro_id = ${user.id}`);
  await app.db.query(
    sql`insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) select ${user.id}, n, e, ${id} from unnest(${[...empresas]}::bigint[]) with ordinality as x(e, n)`,
  );
  await moveVersion(app.db);
  return id;
}

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  await app.seed(30);
});
beforeEach(() => app.db.query(sql`delete from tentativas`));
afterAll(() => app.close());

describe('a user without accesses', () => {
  const RIGHTS = [
    'ROLE_CAD_USUARIO',
    'ROLE_CAD_USUARIO_EDITAR',
    'ROLE_CAD_USUARIO_EXCLUIR',
    'ROLE_VER_DOCUMENTOS',
    'ROLE_CAD_ESTADO',
  ];
  let profile = 0;
  let maker: Client;
  let other: Client;

  beforeAll(async () => {
    const [first, second] = app.empresas as [number, number];
    profile = await give(1, [first], RIGHTS);
    await give(3, [second], RIGHTS);
    maker = await app.login(1, first);
    other = await app.login(3, second);
  });

  const nobody = async () => {
    const { id } = await done(maker, 'POST', USUARIOS, {
      nome: 'Sem Acesso',
      cpf: '390.533.447-05',
      email: 'sem@exemplo.com.br',
      ativo: true,
      acessos: [],
    });
    return { id, url: `${USUARIOS}/${id}` };
  };

  it.each([
    ['read', async (client: Client, url: string) => client('GET', url)],
    [
      'given another e-mail',
      async (client: Client, url: string) => client('PUT', url, { ...(await bodyOf(admin, url)), email: 'meu@exemplo.com.br' }),
    ],
    [
      'given another CPF',
      async (client: Client, url: string) => client('PUT', url, { ...(await bodyOf(admin, url)), cpf: '111.444.777-35' }),
    ],
    [
      'given an access',
      async (client: Client, url: string) =>
        client('PUT', url, { ...(await bodyOf(admin, url)), acessos: [{ empresa: app.empresas[1], perfil: profile }] }),
    ],
    ['removed', async (client: Client, url: string) => client('DELETE', url)],
  ])('is %s by the company that made it, and unknown to every other', async (_what, attempt) => {
    const { id, url } = await nobody();
    try {
      expect((await attempt(other, url)).status).toBe(404);
      const answer = await attempt(_what === 'given an access' ? admin : maker, url);
      expect([200, 204], JSON.stringify(answer.body)).toContain(answer.status);
    } finally {
      await app.db.query(sql`delete from usuarios where id = ${id}`);
    }
  });

  it('takes their problem reports along, which may hold what stood on their screen', async () => {
    const { id, url } = await nobody();
    await app.db.query(sql`
      insert into relatorios_erro (usuario_id, pagina, mensagem, pilha, ambiente) values (${id}, '/', 'Do removido', '', '')`);
    await done(maker, 'DELETE', url);
    expect(await app.db.query(sql`select 1 from relatorios_erro where usuario_id = ${id}`)).toEqual([]);
  });

  it('is in no list of another company', async () => {
    const { id } = await nobody();
    const found = async (client: Client) =>
      (await done<{ totalElements: number }>(client, 'GET', `${USUARIOS}?page=0&busca=Sem Acesso`)).totalElements;
    expect([await found(maker), await found(other), await found(admin)]).toEqual([1, 0, 1]);
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });

  it('gets no link for a password before there is something to enter, and none lives on when the address changes', async () => {
    const { id, url } = await nobody();
    const asks = () => admin('POST', '/api/login/recuperar', { cpf: '390.533.447-05' });
    const links = async () =>
      (
        await app.db.query<{ chave: string }>(
          sql`select encode(chave, 'hex') as chave from recuperacoes where usuario_id = ${id}`,
        )
      ).map(({ chave }) => chave);
    await asks();
    await app.work();
    expect(await links()).toHaveLength(0);
    await done(admin, 'PUT', url, { ...(await bodyOf(admin, url)), acessos: [{ empresa: app.empresas[0], perfil: profile }] });
    await asks();
    await app.work();
    // That of the invitation, and the one that was asked for.
    const before = await links();
    expect(before).toHaveLength(2);
    await done(admin, 'PUT', url, { ...(await bodyOf(admin, url)), email: 'outro@exemplo.com.br' });
    // The invitation that went to the new address.
    const [after, ...none] = await links();
    expect([before.includes(after as string), none]).toEqual([false, []]);
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });
});

describe('the CPF of a talent', () => {
  const CPF = '987.654.321-00';
  const email = 'ficha@casa.com.br';
  let staff: Client;
  let talento = 0;
  let perfil = 0;

  const lacking = async (authority: string) => {
    const all = await done<{ autoridade: string }[]>(admin, 'GET', '/api/autoridades');
    const names = all.map(({ autoridade }) => autoridade).filter((name) => ![authority, ALL_COMPANIES].includes(name));
    await give(2, [app.empresas[0] as number], names);
    return app.login(2);
  };
  const novo = (more: object = {}) => ({
    nome: 'Alguém',
    cpf: CPF,
    email,
    ativo: true,
    acessos: [{ empresa: app.empresas[0], perfil }],
    ...more,
  });
  const refusedAt = (field: string, what = 'abre as avaliações') => ({
    status: 400,
    body: { errors: [{ field, message: expect.stringContaining(what) }] },
  });

  beforeAll(async () => {
    talento = (
      await one(sql`
      update talentos set cpf = ${digits(CPF)}, email = ${email}
      where id = (select max(id) from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A') returning id`)
    ).id;
    perfil = (
      await one(sql`insert into perfis (nome, ativo, autoridades) values ('Só estados', true, '{ROLE_CAD_ESTADO}') returning id`)
    ).id;
    staff = await lacking('ROLE_CAD_AVALIACAO_DESEMPENHO');
  });

  it('is given to no user at another address by who does not see their evaluations', async () => {
    for (const other of ['minha@exemplo.com.br', 'ficha@casa.com.br.exemplo.com'])
      expect(await staff('POST', USUARIOS, novo({ email: other })), other).toMatchObject(refusedAt('cpf'));
    // A second record of the same CPF has an address, too.
    await app.db.query(sql`update talentos set email = null where id = ${talento}`);
    expect(await staff('POST', USUARIOS, novo())).toMatchObject(refusedAt('cpf'));
    await app.db.query(sql`update talentos set email = upper(${email}) where id = ${talento}`);
  });

  it('is given to a user at the address of the record, and its link is shown to nobody', async () => {
    const { id } = await done(staff, 'POST', USUARIOS, novo());
    const url = `${USUARIOS}/${id}`;
    const sees = { status: 403, body: { message: expect.stringContaining('abre as avaliações') } };
    expect(await staff('POST', `${url}/copiar-link`, {})).toMatchObject(sees);
    expect(await staff('POST', `${url}/ver-como`, {})).toMatchObject({ status: 403 });
    expect(await staff('POST', `${url}/convidar`, {})).toMatchObject({ status: 204 });
    expect(await staff('POST', `${url}/redefinir-senha`, {})).toMatchObject({ status: 204 });
    const record = await bodyOf(staff, url);
    expect(await staff('PUT', url, { ...record, email: 'minha@exemplo.com.br' })).toMatchObject(refusedAt('email'));
    // The record goes to another address: what the user has is not the talent's any more.
    await app.db.query(sql`update talentos set email = 'nova@casa.com.br' where id = ${talento}`);
    expect(await staff('POST', `${url}/redefinir-senha`, {})).toMatchObject(sees);
    expect(await admin('POST', `${url}/copiar-link`, {})).toMatchObject({ status: 200 });
    await app.db.query(sql`update talentos set email = ${email} where id = ${talento}`);
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });

  it('is given to a user and to a talent at once to neither: the second one waits and is judged by the first', async () => {
    const outro = cpf.sample(97_531);
    const { cpf: antes, ...ficha } = await bodyOf(staff, `${TALENTOS}/${talento}`);
    const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%cpfs_em_curso%'`;
    const meanwhile = async (write: Sql, ask: () => Promise<unknown>) => {
      const { asked } = await app.db.tx(async (tx) => {
        await takeTurnOfCpf(tx, digits(outro));
        await tx.query(write);
        let answered = false;
        const asked = ask().finally(() => {
          answered = true;
        });
        await until(async () => answered || (await app.db.owner.one(blocked)));
        return { asked };
      });
      return asked;
    };
    const userAsked = await meanwhile(sql`update talentos set cpf = ${digits(outro)} where id = ${talento}`, () =>
      staff('POST', USUARIOS, novo({ cpf: outro, email: 'minha@exemplo.com.br' })),
    );
    expect(userAsked).toMatchObject(refusedAt('cpf'));
    await app.db.query(sql`update talentos set cpf = ${digits(CPF)} where id = ${talento}`);
    const talentAsked = await meanwhile(
      sql`insert into usuarios (nome, cpf, email, ativo) values ('Outro', ${digits(outro)}, 'outro@exemplo.com.br', true)`,
      () => staff('PUT', `${TALENTOS}/${talento}`, { ...ficha, cpf: outro }),
    );
    expect(talentAsked).toMatchObject({ status: 403, body: { message: expect.stringContaining('passaria a abrir') } });
    await app.db.query(sql`delete from usuarios where cpf = ${digits(outro)}`);
    expect(await bodyOf(staff, `${TALENTOS}/${talento}`)).toMatchObject({ cpf: antes });
  });

  it('makes another person of a user: who entered until then does not enter any more, and is invited anew', async () => {
    const { id } = await done(staff, 'POST', USUARIOS, novo({ cpf: '390.533.447-05' }));
    const url = `${USUARIOS}/${id}`;
    await app.db.query(sql`insert into credenciais (usuario_id, hash, entrou_em) values (${id}, 'x', now())`);
    await app.db.query(sql`insert into sessoes (chave, usuario_id, empresa_id, expira_em)
      select decode(repeat('ab', 32), 'hex'), ${id}, ${app.empresas[0]}, now() + interval '1 hour'`);
    await done(staff, 'PUT', url, { ...(await bodyOf(staff, url)), cpf: CPF });
    const left = async (table: string) => (await app.db.query(sql`select from ${raw(table)} where usuario_id = ${id}`)).length;
    expect([await left('credenciais'), await left('sessoes'), await left('recuperacoes')]).toEqual([0, 0, 1]);
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });

  it('is taken from no user by who does not see what it opens: what the user has written would go to another person', async () => {
    const { id } = await done(staff, 'POST', USUARIOS, novo());
    const url = `${USUARIOS}/${id}`;
    const outro = { ...(await bodyOf(admin, url)), cpf: '390.533.447-05' };
    for (const endereco of [email, 'minha@exemplo.com.br', null])
      expect(await staff('PUT', url, { ...outro, email: endereco })).toMatchObject(refusedAt('cpf', 'seguiria com ele'));
    await done(admin, 'PUT', url, outro);
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });

  describe('taken from a user, who is another person from then on', () => {
    const OUTRO = '390.533.447-05';
    let id = 0;
    const url = () => `${USUARIOS}/${id}`;
    const change = async () => admin('PUT', url(), { ...(await bodyOf(admin, url())), cpf: OUTRO });
    const file = async (uso: string) =>
      (
        await one(sql`
          insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave, uso, criado_por)
          values (${app.empresas[0]}, 'a.txt', 'text/plain', 7, 'x', gen_random_uuid(), ${uso}, ${id}) returning id`)
      ).id;
    const task = async (estado: string, arquivo: number | null = null) =>
      app.db.query(sql`
        insert into tarefas (tipo, titulo, empresa_id, usuario_id, estado, arquivo_id, trabalhador, batida_em)
        values ('nenhuma', 'Salários', ${app.empresas[0]}, ${id}, ${estado}, ${arquivo}, 'x', now())`);
    const left = async (from: string, where = 'usuario_id') =>
      (await app.db.query(sql`select from ${raw(from)} where ${raw(where)} = ${id}`)).length;

    beforeEach(async () => {
      ({ id } = await done(admin, 'POST', USUARIOS, novo()));
    });
    afterEach(async () => {
      await app.db.query(sql`delete from tarefas where usuario_id = ${id}`);
      await app.db.query(sql`delete from buscas_candidatos where usuario_id = ${id}`);
      await app.db.query(sql`delete from usuarios where id = ${id}`);
    });

    it('leaves them nothing that the former one alone read, and to all others what these read, too', async () => {
      const [empresa] = app.empresas as [number];
      await app.db.query(sql`
        with m as (insert into mensagens (empresa_id, tipo, remetente, assunto, texto) values (${empresa}, 'captacao/x', 'Ana', 'Só para você', 'x') returning id)
        insert into usuarios_mensagens (mensagem_id, usuario_id, empresa_id, caixa, resumir) select id, ${id}, ${empresa}, 'captacao', true from m`);
      for (const compartilhada of [true, false])
        await app.db.query(sql`
          insert into visoes (empresa_id, usuario_id, cadastro, nome, compartilhada, query)
          values (${empresa}, ${id}, 'gestao-talentos/talentos', ${`Visão ${compartilhada}`}, ${compartilhada}, 'busca=fulano')`);
      await app.db.query(sql`insert into favoritos values (${id}, '/gestao-talentos/talentos/1', 1)`);
      await app.db.query(sql`insert into preferencias values (${id}, 'densidade', '"compact"')`);
      await app.db.query(sql`
        insert into relatorios_dinamicos (usuario_id, empresa_id, colunas, titulo, filtro) values (${id}, ${empresa}, '{nome}', 'Quem sai', '{}')`);
      await app.db.query(sql`
        insert into importacoes (empresa_id, usuario_id, cadastro, arquivo_id, nome, estado)
        values (${empresa}, ${id}, 'gestao-talentos/talentos', ${await file('importacao')}, 'a.xlsx', 'analisada')`);
      await task('concluida', await file('tarefa'));
      await file('tarefa');
      const sent = await file('envio');
      expect(await change()).toMatchObject({ status: 200 });
      for (const table of ['usuarios_mensagens', 'favoritos', 'preferencias', 'relatorios_dinamicos', 'importacoes', 'tarefas'])
        expect(await left(table), table).toBe(0);
      expect(await app.db.query(sql`select nome from visoes where usuario_id = ${id}`)).toEqual([{ nome: 'Visão true' }]);
      // What was sent stays with the records that refer to it, and is read by who opens these.
      expect(await left('arquivos', 'criado_por')).toBe(0);
      expect(await app.db.query(sql`select uso from arquivos where id = ${sent}`)).toEqual([{ uso: 'envio' }]);
      expect(await app.db.query(sql`select from ocupacao where usuario_id = ${id} and bytes <> 0`)).toEqual([]);
    });

    it('is seen as by nobody any more who began to while they had the other CPF', async () => {
      const viewer = await app.login(0);
      await done(viewer, 'POST', `${url()}/ver-como`, {});
      expect(await left('sessoes', 'vendo_usuario_id')).toBe(1);
      expect(await change()).toMatchObject({ status: 200 });
      expect(await left('sessoes', 'vendo_usuario_id')).toBe(0);
    });

    it.each(['fila', 'executando'])('waits for a task of theirs (%s), whose result would be the other one’s', async (estado) => {
      await task(estado);
      expect(await change()).toMatchObject({ status: 409, body: { code: 'TAREFA_EM_ANDAMENTO' } });
      expect(await left('tarefas')).toBe(1);
    });

    it('is refused while they keep a search of candidates, which nobody else reads, or have it in the bin', async () => {
      const busca = await one(sql`
        insert into buscas_candidatos (empresa_id, nome, consulta, avisar, usuario_id)
        values (${app.empresas[0]}, 'Minha', 'busca=fulano', false, ${id}) returning id`);
      expect(await change()).toMatchObject(refusedAt('cpf', 'guarda o que só ele lê'));
      expect(await admin('PUT', url(), { ...(await bodyOf(admin, url())), nome: 'Outro Nome' })).toMatchObject({ status: 200 });
      await app.db.query(sql`
        insert into lixeira (empresa_id, tabela, registro_id, cadastro, nome, retrato, usuario)
        select empresa_id, 'buscas_candidatos', id, 'captacao/buscas-candidatos', nome,
          jsonb_build_array(jsonb_build_object('tabela', 'buscas_candidatos', 'linhas', jsonb_build_array(to_jsonb(b)))), 'Alguém' from buscas_candidatos b where id = ${busca.id}`);
      await app.db.query(sql`delete from buscas_candidatos where id = ${busca.id}`);
      expect(await change()).toMatchObject(refusedAt('cpf', 'guarda o que só ele lê'));
      await app.db.query(sql`delete from lixeira where tabela = 'buscas_candidatos' and registro_id = ${busca.id}`);
      expect(await change()).toMatchObject({ status: 200 });
    });

    it('comes by no sheet and by no edit of several: a sheet finds its users by their CPF', async () => {
      const { nome, versao } = (await bodyOf(admin, url())) as { nome: string; versao: number };
      for (const path of ['previa', ''])
        expect(
          await admin('POST', `${USUARIOS}/editar-varios${path && `/${path}`}`, {
            campos: { cpf: OUTRO },
            ids: [id],
            registros: [{ id, versao }],
          }),
        ).toMatchObject({ status: 400 });
      const { body, headers } = multipart('usuarios.csv', Buffer.from(`Nome;CPF;E-mail;Ativo\n${nome};${OUTRO};${email};Sim\n`));
      expect(await admin('POST', `${USUARIOS}/importar/analisar`, body, headers)).toMatchObject({
        status: 200,
        body: { validos: 1, existentes: 0 },
      });
    });
  });

  it('is not given at an address of the record that whoever gives it has written there', async () => {
    const url = `${TALENTOS}/${talento}`;
    const { email: _, ...record } = await bodyOf(staff, url);
    await done(staff, 'PUT', url, { ...record, email: 'minha@exemplo.com.br' });
    expect(await staff('POST', USUARIOS, novo({ email: 'minha@exemplo.com.br' }))).toMatchObject(
      refusedAt('cpf', 'mudou o e-mail da ficha dele'),
    );
    await app.db.query(sql`update talentos set email = ${email} where id = ${talento}`);
    expect(await staff('POST', USUARIOS, novo())).toMatchObject(refusedAt('cpf'));
  });

  it('is not given where somebody whom the giver has made has written the address, nor where a record has none', async () => {
    const [deles, dela] = [cpf.sample(81_001), cpf.sample(81_002)];
    const [outro, segunda] = (await app.db.query<{ id: number }>(sql`
      select id from talentos where empresa_id = ${app.empresas[0]} and id <> ${talento} order by id limit 2`)) as [Row, Row];
    await app.db.query(sql`update talentos set cpf = ${deles}, email = ${email} where id = ${outro.id}`);
    const deOutro = novo({ cpf: deles });
    const some = (id: unknown) => app.db.query(sql`delete from usuarios where id = ${id}`);
    const escreve = (quem: unknown) =>
      app.db.query(sql`
        insert into auditoria (empresa_id, tabela, registro_id, acao, usuario_id, usuario_nome, mudancas)
        values (${app.empresas[0]}, 'talentos', ${outro.id}, 'A', ${quem}, 'Alguém', '{"email": [null, "x"]}')`);
    const mao = await done(staff, 'POST', USUARIOS, novo({ cpf: dela, email: 'segunda@casa.com.br' }));
    await escreve(null);
    await some((await done(staff, 'POST', USUARIOS, deOutro)).id);
    await escreve(mao.id);
    expect(await staff('POST', USUARIOS, deOutro)).toMatchObject(refusedAt('cpf', 'entra por você'));
    // A talent has an address that is their own, which somebody else has written.
    await app.db.query(sql`update talentos set cpf = ${dela}, email = 'segunda@casa.com.br' where id = ${segunda.id}`);
    await some((await done(staff, 'POST', USUARIOS, deOutro)).id);
    await app.db.query(sql`
      insert into auditoria (empresa_id, tabela, registro_id, acao, usuario_id, usuario_nome, mudancas)
      select ${app.empresas[0]}, 'talentos', ${segunda.id}, 'I', id, nome, '{}' from usuarios where cpf = ${digits(DEMO_LOGINS[2].cpf)}`);
    expect(await staff('POST', USUARIOS, deOutro)).toMatchObject(refusedAt('cpf', 'entra por você'));
    await app.db.query(sql`update talentos set cpf = ${deles}, email = null, situacao = 'D' where id = ${segunda.id}`);
    await some(mao.id);
    expect(await staff('POST', USUARIOS, deOutro)).toMatchObject(refusedAt('cpf', 'em todas as fichas'));
  });

  it('had a user at another address before the record: whoever is written to there learns of it', async () => {
    const dela = cpf.sample(81_003);
    const { id } = await done(staff, 'POST', USUARIOS, novo({ cpf: dela, email: 'antes@exemplo.com.br' }));
    const url = `${TALENTOS}/${talento}`;
    const record = await bodyOf(admin, url);
    const avisos = async () =>
      (
        await app.db.query<{ para: string }>(
          sql`select para from emails where tipo = 'utilitario/acesso-aberto-com-cpf' and para like '%@nova.com.br' order by id`,
        )
      ).map(({ para }) => para);
    await done(admin, 'PUT', url, { ...record, cpf: dela, email: 'uma@nova.com.br' });
    expect(await avisos()).toEqual(['uma@nova.com.br']);
    const { versao } = await bodyOf(admin, url);
    await done(admin, 'PUT', url, { ...record, versao, cpf: dela, email: 'antes@exemplo.com.br' });
    expect(await avisos()).toEqual(['uma@nova.com.br']);
    await app.db.query(sql`delete from usuarios where id = ${id}`);
    await app.db.query(sql`update talentos set cpf = ${digits(CPF)}, email = ${email} where id = ${talento}`);
  });

  it('opens what they answer in surveys, too', async () => {
    const other = await lacking('ROLE_RESULTADO_PESQUISA');
    expect(await other('POST', USUARIOS, novo({ email: 'minha@exemplo.com.br' }))).toMatchObject(
      refusedAt('cpf', 'abre as pesquisas'),
    );
    const both = await lacking('ROLE_CAD_CIDADE');
    const { id } = await done(both, 'POST', USUARIOS, novo({ email: 'minha@exemplo.com.br' }));
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });

  it('is not exchanged for that of a user, or of whoever edits the record, by who does not see the same', async () => {
    const url = `${TALENTOS}/${talento}`;
    const record = await bodyOf(admin, url);
    for (const [authority, what] of [
      ['ROLE_CAD_AVALIACAO_DESEMPENHO', 'as avaliações'],
      ['ROLE_RESULTADO_PESQUISA', 'as pesquisas'],
    ] as const) {
      const client = await lacking(authority);
      expect(await client('PUT', url, { ...record, cpf: DEMO_LOGINS[1].cpf })).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining(`abrir ${what} deste talento`) },
      });
    }
    expect(await admin('PUT', url, { ...record, cpf: DEMO_LOGINS[0].cpf })).toMatchObject({
      status: 403,
      body: { code: 'PROPRIO_CPF' },
    });
  });
});

describe('the CPF of somebody who answers for an area', () => {
  const CPF = '168.995.350-09';
  let staff: Client;
  let self = { id: 0, cpf: '' };
  let area = 0;

  beforeAll(async () => {
    const [empresaId] = app.empresas as [number];
    const all = await done<{ autoridade: string }[]>(admin, 'GET', '/api/autoridades');
    const names = all
      .map(({ autoridade }) => autoridade)
      .filter((name) => !['ROLE_VER_TODAS_AREAS', ALL_COMPANIES].includes(name));
    await give(2, [empresaId], names);
    const talento = await one(sql`
      select t.id, t.area_atual_id as area from talentos t where t.empresa_id = ${empresaId} and t.situacao = 'A' and t.area_atual_id is not null order by t.id limit 1`);
    area = talento.area as number;
    await app.db.query(sql`update talentos set cpf = ${digits(CPF)} where id = ${talento.id}`);
    await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
    await app.db.query(sql`delete from areas_organizacionais_empresa_e_coresponsaveis`);
    await app.db.query(
      sql`insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${area}, 1, ${empresaId}, ${talento.id})`,
    );
    staff = await app.login(2);
    self = {
      id: (await one(sql`select id from usuarios where cpf = ${digits(DEMO_LOGINS[2].cpf)}`)).id,
      cpf: DEMO_LOGINS[2].cpf,
    };
  });

  const seen = async () => (await done<{ totalElements: number }>(staff, 'GET', `${TALENTOS}?page=0`)).totalElements;
  const refusedAt = (field: string) => ({
    status: 400,
    body: { errors: [{ field, message: expect.stringContaining('responde por áreas') }] },
  });

  it('opens nothing to whoever gives it to their own user', async () => {
    expect(await seen()).toBe(0);
    const mine = await bodyOf(staff, `${USUARIOS}/${self.id}`);
    expect(await staff('PUT', `${USUARIOS}/${self.id}`, { ...mine, cpf: CPF })).toMatchObject(refusedAt('cpf'));
    expect(await seen()).toBe(0);
  });

  it('is not given to a new user, nor to another one, by who does not see the areas', async () => {
    const fresh = { nome: 'Outra', cpf: CPF, email: 'outra@exemplo.com.br', ativo: true, acessos: [] };
    expect(await staff('POST', USUARIOS, fresh)).toMatchObject(refusedAt('cpf'));
    const { id } = await done(staff, 'POST', USUARIOS, { ...fresh, cpf: '390.533.447-05' });
    const record = await bodyOf(staff, `${USUARIOS}/${id}`);
    expect(await staff('PUT', `${USUARIOS}/${id}`, { ...record, cpf: CPF })).toMatchObject(refusedAt('cpf'));
    // Who sees all areas may.
    await done(admin, 'PUT', `${USUARIOS}/${id}`, { ...record, cpf: CPF });
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });

  it('is not kept for later either, by an inactive user whom somebody else activates', async () => {
    const later = { nome: 'Depois', cpf: CPF, email: 'meu@exemplo.com.br', ativo: false, acessos: [] };
    expect(await staff('POST', USUARIOS, later)).toMatchObject(refusedAt('cpf'));
    const { id } = await done(staff, 'POST', USUARIOS, { ...later, cpf: '390.533.447-05' });
    const url = `${USUARIOS}/${id}`;
    expect(await staff('PUT', url, { ...(await bodyOf(staff, url)), cpf: CPF })).toMatchObject(refusedAt('cpf'));
    await done(admin, 'PUT', url, { ...(await bodyOf(admin, url)), cpf: CPF });
    expect(await staff('PUT', url, { ...(await bodyOf(staff, url)), email: 'outro@exemplo.com.br' })).toMatchObject(
      refusedAt('email'),
    );
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });

  it('tells the person at the address of their record, and the trail, whenever it may enter by another one', async () => {
    await app.db.query(sql`update talentos set email = 'Chefe@casa.com.br' where cpf = ${digits(CPF)}`);
    const told = async () => {
      const mails = await app.db.query(sql`delete from emails where para = 'Chefe@casa.com.br' returning texto`);
      return mails.map(({ texto }) => texto as string);
    };
    const novo = { nome: 'Chefe', cpf: CPF, email: 'estranho@exemplo.com.br', ativo: false, acessos: [] };
    const { id } = await done(admin, 'POST', USUARIOS, novo);
    const url = `${USUARIOS}/${id}`;
    const save = async (more: object) => done(admin, 'PUT', url, { ...(await bodyOf(admin, url)), ...more });
    expect(await told()).toEqual([]);
    await save({ ativo: true });
    const [texto, ...more] = await told();
    expect(more).toEqual([]);
    expect(texto).toContain('e•••@exemplo.com.br');
    expect(texto).not.toMatch(new RegExp(`estranho|${digits(CPF)}`));
    expect(JSON.stringify(await done(admin, 'GET', `${url}/historico`))).toContain('outro e-mail');
    await save({ nome: 'Chefe Souza' });
    await save({ email: 'chefe@casa.com.br' });
    expect(await told()).toEqual([]);
    await save({ email: 'de.novo@exemplo.com.br' });
    expect(await told()).toHaveLength(1);
    await app.db.query(sql`delete from usuarios where id = ${id}`);
    await done(admin, 'POST', USUARIOS, { ...novo, ativo: true }).then(({ id: outro }) =>
      app.db.query(sql`delete from usuarios where id = ${outro}`),
    );
    expect(await told()).toHaveLength(1);
  });

  it('is not given either while they have left, for they may come back', async () => {
    const left = (day: string | null) =>
      app.db.query(sql`update talentos set data_desligamento = ${day}::date where cpf = ${digits(CPF)}`);
    await left('2020-01-01');
    const novo = { nome: 'Rita', cpf: CPF, email: 'rita@exemplo.com.br', ativo: true, acessos: [] };
    expect(await staff('POST', '/api/utilitario/usuarios', novo)).toMatchObject(refusedAt('cpf'));
    await left(null);
  });

  it('makes a user whose address and return are for those who see the areas; a name is for everybody', async () => {
    const { perfil } = (await one(
      sql`select perfil_id as perfil from usuarios_acessos where registro_id = ${self.id}`,
    )) as unknown as { perfil: number };
    const { id } = await done(admin, 'POST', USUARIOS, {
      nome: 'Responsável',
      cpf: CPF,
      email: 'responsavel@exemplo.com.br',
      ativo: true,
      acessos: [{ empresa: app.empresas[0], perfil }],
    });
    const url = `${USUARIOS}/${id}`;
    expect(await staff('PUT', url, { ...(await bodyOf(staff, url)), email: 'meu@exemplo.com.br' })).toMatchObject(
      refusedAt('email'),
    );
    expect((await staff('PUT', url, { ...(await bodyOf(staff, url)), nome: 'Responsável Souza' })).status).toBe(200);
    expect((await staff('PUT', url, { ...(await bodyOf(staff, url)), ativo: false })).status).toBe(200);
    expect(await staff('PUT', url, { ...(await bodyOf(staff, url)), ativo: true })).toMatchObject(refusedAt('ativo'));
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });

  it('opens no areas of another company either', async () => {
    const second = app.empresas[1] as number;
    await app.db.query(sql`update areas_organizacionais_empresa_e_responsaveis set empresa_id = ${second}`);
    const all = (await done<{ autoridade: string }[]>(admin, 'GET', '/api/autoridades')).map(({ autoridade }) => autoridade);
    await give(
      2,
      [app.empresas[0] as number],
      all.filter((name) => name !== ALL_COMPANIES),
    );
    await app.db.query(sql`
      with irma as (insert into areas_organizacionais (empresa_id, nome, ativo) values (${second}, 'Irmã', true) returning id)
      update areas_organizacionais_empresa_e_responsaveis set registro_id = irma.id from irma`);
    const mine = await bodyOf(staff, `${USUARIOS}/${self.id}`);
    expect(await staff('PUT', `${USUARIOS}/${self.id}`, { ...mine, cpf: CPF })).toMatchObject(refusedAt('cpf'));
  });

  it('is not got the other way round: on a talent, on an area, on a new area', async () => {
    const [empresaId] = app.empresas as [number];
    const all = (await done<{ autoridade: string }[]>(admin, 'GET', '/api/autoridades')).map(({ autoridade }) => autoridade);
    await give(
      2,
      [empresaId],
      all.filter((name) => !['ROLE_VER_TODAS_AREAS', ALL_COMPANIES].includes(name)),
    );
    // One area of the user's own, with the one in it who answers for another.
    const chief = await one(sql`select id from talentos where cpf = ${digits(CPF)}`);
    const [own, foreign] = (await app.db.query<Row>(sql`
      select area_atual_id as id from talentos where empresa_id = ${empresaId} and situacao = 'A' and area_atual_id is not null
      group by 1 order by area_atual_id = ${area} desc, 1 limit 2`)) as [Row, Row];
    const me = await one(sql`
      update talentos set cpf = ${digits(self.cpf)}, area_atual_id = ${own.id} where id = (select id from talentos where empresa_id = ${empresaId} and situacao = 'A' and id <> ${chief.id} order by id desc limit 1) returning id`);
    await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
    await app.db.query(sql`
      insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id)
      values (${own.id}, 1, ${empresaId}, ${me.id}), (${foreign.id}, 1, ${empresaId}, ${chief.id})`);
    const before = await seen();
    expect(before).toBeGreaterThan(0);
    const talent = await bodyOf(staff, `${TALENTOS}/${chief.id}`);
    expect((await staff('PUT', `${TALENTOS}/${chief.id}`, { ...talent, cpf: '390.533.447-05' })).status).toBe(403);
    const record = await bodyOf(staff, `${AREAS}/${foreign.id}`);
    const lists = { empresaEResponsaveis: [{ empresa: empresaId, colaboradorDTO: me.id }] };
    expect(await staff('PUT', `${AREAS}/${foreign.id}`, { ...record, ...lists })).toMatchObject({ status: 403 });
    expect((await staff('PUT', `${AREAS}/${foreign.id}`, { ...record, areaMae: own.id })).status).toBe(403);
    await staff('POST', AREAS, {
      nome: 'Nova',
      ativo: true,
      exibirOrganograma: true,
      areaMae: foreign.id,
      ...lists,
      replicarResponsaveisParaAreasFilhas: true,
    });
    expect(await seen()).toBe(before);
  });
});

it('waits for nobody who changes rights, unless it changes some itself', async () => {
  await app.db.tx(async (tx) => {
    await moveVersion(tx);
    const { id } = await done(admin, 'POST', USUARIOS, { nome: 'Ao Lado', cpf: cpf.sample(77_001), ativo: true, acessos: [] });
    const usuario = await bodyOf(admin, `${USUARIOS}/${id}`);
    expect((await admin('PUT', `${USUARIOS}/${id}`, { ...usuario, nome: 'Bem ao Lado' })).status).toBe(200);
    await app.db.query(sql`delete from usuarios where id = ${id}`);
  });
});

it('every table whose rows go with a user says whether they go with the person, too', async () => {
  const known = await app.db.query<{ tabela: string }>(sql`
    select c.conrelid::regclass::text as tabela from pg_constraint c
    where c.contype = 'f' and c.confdeltype = 'c' and c.confrelid = 'usuarios'::regclass`);
  expect(
    known
      .map(({ tabela }) => tabela)
      .filter((table) => !OF_A_PERSON.has(table))
      .toSorted(),
  ).toEqual([
    // who has read others' opinions, or the news
    'candidaturas_pareceres_leituras',
    // nobody knows the keys
    'envios',
    // of the company: nobody reads their own
    'nps_respostas',
    // the module's own matter
    'relatorios_dinamicos',
    'usuarios_acessos',
    'usuarios_noticias_lidas',
    // those that are shared stay
    'visoes',
  ]);
});
