import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import { type Client, done, faultsOf, openTestApp, type TestApp } from './test-app.server.ts';

interface Tarefa {
  id: string;
  titulo: string;
  acao: string;
  link: string;
  total: number;
  linhas: { nome: string; nota: string | null; prazo: string | null; link: string }[];
}

let app: TestApp;
let admin: Client;
let empresaId: number;
const hoje = today();

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(40);
  empresaId = app.empresas[0] as number;
  admin = await app.login(0);
});
afterAll(() => app.close());

/** People who were hired on that day, into any area and band. */
async function contrata(quantos: number, dia: string): Promise<void> {
  await app.db.tx(async (tx) => {
    const novos = await tx.query<{ id: number }>(sql`
      insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao, area_atual_id, faixa_atual_id, cargo_atual_id)
      select ${empresaId}, 'Pessoa ' || n.n, n.cpf, 'F', 'E', ${dia}, 'A', t.area_atual_id, t.faixa_atual_id, t.cargo_atual_id
      from (select * from talentos where empresa_id = ${empresaId} and area_atual_id is not null order by id limit 1) t,
        unnest(${Array.from({ length: quantos }, (_, n) => CPF.sample(7_000 + quantos + n))}::text[]) with ordinality n(cpf, n) returning id`);
    await tx.query(sql`
      insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, tipo_salario, salario)
      select t.id, 1, t.data_admissao, 'C', t.area_atual_id, t.faixa_atual_id, '3', 2000 from talentos t where t.id = any(${novos.map(({ id }) => id)}::bigint[])`);
  });
}

describe('what somebody has to do today', () => {
  const PARA_FAZER = '/api/geral/para-fazer';
  const tarefas = (client: Client) => done<Tarefa[]>(client, 'GET', PARA_FAZER);
  const uma = async (client: Client, id: string) => (await tarefas(client)).find((tarefa) => tarefa.id === id);
  const EXPERIENCIA = 'gestao-talentos/experiencia';

  it('names trial periods that end within fifteen days, each with the way to evaluate it', async () => {
    await app.db.query(sql`delete from avaliacoes_experiencia`);
    await app.db.query(sql`update periodos_experiencia set ativo = false`);
    const periodo = await done(admin, 'POST', '/api/avaliacao/periodos-experiencia', {
      nome: 'De dez dias',
      dias: 10,
      ativo: true,
    });
    await contrata(1, addDays(hoje, -2));
    const [quem] = await app.db.query<{ id: number }>(sql`select id from talentos where nome = 'Pessoa 1'`);
    const tarefa = await uma(admin, EXPERIENCIA);
    expect(tarefa).toMatchObject({ total: 1, acao: 'Avaliar' });
    expect(tarefa?.linhas).toEqual([
      {
        nome: 'Pessoa 1',
        nota: 'De dez dias',
        prazo: addDays(hoje, 7),
        link: `/gestao-talentos/colaboradores-periodos-experienciais-avaliacoes/new?colaborador=${quem?.id}&periodo=${periodo.id}`,
      },
    ]);
    // Who may not evaluate, works in another company or sees no such area is not told.
    const semAvaliar = await app.loginWithout(1, (name) => name === 'ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO_EDITAR');
    const outra = await app.login(0, app.empresas[1]);
    const semAreas = await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS');
    for (const client of [outra, semAreas]) expect(await uma(client, EXPERIENCIA)).toBeUndefined();
    expect(await uma(semAvaliar, EXPERIENCIA)).toBeUndefined();
  });

  it('holds what waits for a step that they may take, and imports that they left unfinished', async () => {
    await app.db.query(sql`
      update desligamentos set status = 'U' where id = (select min(id) from desligamentos where empresa_id = ${empresaId})`);
    expect(await uma(admin, 'gestao-talentos/desligamentos/confirmar')).toMatchObject({
      titulo: 'Desligamentos',
      acao: 'Confirmar desligamento',
      link: '/gestao-talentos/desligamentos?status=U',
      linhas: [{ nome: expect.any(String), link: expect.stringMatching(/^\/gestao-talentos\/desligamentos\/\d+$/) }],
    });
    await app.db.query(sql`
      with arquivo as (insert into arquivos (empresa_id, criado_por, nome, tipo, tamanho, checksum, chave, uso)
        values (${empresaId}, 1, 'equipe.xlsx', 'application/octet-stream', 3, 'prova', 'prova', 'importacao') returning id)
      insert into importacoes (empresa_id, usuario_id, cadastro, arquivo_id, nome, estado, total, validos)
      select ${empresaId}, u, c, arquivo.id, 'equipe.xlsx', 'analisada', 40, 38
      from arquivo, (values (1, 'gestao-talentos/talentos'), (2, 'geral/bairros')) x(u, c)`);
    expect(await uma(admin, 'importacoes')).toMatchObject({
      total: 1,
      linhas: [
        {
          nome: 'equipe.xlsx',
          nota: 'Talentos: 2 linhas com erro',
          link: expect.stringMatching(/^\/gestao-talentos\/talentos\/importacao-colaborador\?importar=\d+$/),
        },
      ],
    });
  });

  it('names the steps of pay transparency only in a company that owes them', async () => {
    const TRANSPARENCIA = 'gestao-talentos/transparencia';
    expect(await uma(admin, TRANSPARENCIA)).toBeUndefined();
    await contrata(100, addDays(hoje, -400));
    // At any time of the year the first step of this half-year is late, or next within a month.
    const tarefa = await uma(admin, TRANSPARENCIA);
    expect(tarefa?.linhas[0]?.nome).toBe('Conferir os dados');
    expect(tarefa?.link).toBe('/gestao-talentos/transparencia-salarial');
  });

  it('names establishments that lack apprentices, to whoever sees the whole company', async () => {
    const COTAS = 'gestao-talentos/cotas';
    await app.db.query(sql`update talentos set vinculo = 'E' where empresa_id = ${empresaId} and vinculo = 'A'`);
    const quadro = await done<{ estabelecimentos: { nome: string; base: number }[] }>(admin, 'GET', '/api/gestao-talentos/cotas');
    const devem = quadro.estabelecimentos.filter(({ base }) => base >= 7).map(({ nome }) => nome);
    expect(devem.length).toBeGreaterThan(0);
    const tarefa = await uma(admin, COTAS);
    expect(tarefa?.link).toBe('/gestao-talentos/cotas');
    // The company of more than a hundred people lacks people with a disability as well.
    expect(tarefa?.linhas.map(({ nome }) => nome).toSorted()).toEqual([...devem, 'Pessoas com deficiência'].toSorted());
    expect(await uma(await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS'), COTAS)).toBeUndefined();
  });

  it('names users who do not work here any more, to whoever may end their login', async () => {
    const ACESSOS = 'gestao-talentos/acessos';
    const semUsuarios = await app.loginWithout(1, (name) => name === 'ROLE_CAD_USUARIO_EDITAR');
    const { perfil } = await app.db.only<{ perfil: number }>(
      sql`select perfil_id as perfil from usuarios_acessos order by id limit 1`,
    );
    const saiu = await app.db.only<{ cpf: string; dia: string }>(sql`
      update talentos set cpf = ${CPF.sample(81_001)}, data_desligamento = ${addDays(hoje, -3)}, situacao = 'D'
      where id = (select min(id) from talentos where empresa_id = ${empresaId} and situacao = 'A') returning cpf, data_desligamento::text as dia`);
    const usuario = { nome: 'Saiu da Empresa', cpf: saiu.cpf, ativo: true, acessos: [{ empresa: empresaId, perfil }] };
    const { id } = await done(admin, 'POST', '/api/utilitario/usuarios', usuario);
    expect(await uma(admin, ACESSOS)).toMatchObject({
      total: 1,
      linhas: [{ nome: 'Saiu da Empresa', nota: 'Desligado', prazo: saiu.dia, link: `/utilitario/usuarios/${id}` }],
    });
    expect(await uma(semUsuarios, ACESSOS)).toBeUndefined();
    expect(await uma(await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS'), ACESSOS)).toBeUndefined();
    // Whoever works on under another record, in any company, is no such user.
    await app.db.query(sql`
      insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao)
      values (${app.empresas[1]}, 'Saiu da Empresa', ${saiu.cpf}, 'F', 'E', ${hoje}, 'A')`);
    expect(await uma(admin, ACESSOS)).toBeUndefined();
    await app.db.query(sql`update talentos set situacao = 'C' where cpf = ${saiu.cpf} and empresa_id = ${app.empresas[1]}`);
    expect(await uma(admin, ACESSOS)).toMatchObject({ total: 1 });
    await app.db.query(sql`update usuarios set ativo = false where id = ${id}`);
    expect(await uma(admin, ACESSOS)).toBeUndefined();
  });

  it('is nothing for who may do nothing', async () => {
    expect(await tarefas(await app.loginWithout(2, (name) => !name.startsWith('ROLE_REL')))).toEqual([]);
  });
});

describe('news', () => {
  const CADASTRO = '/api/utilitario/noticias';
  const MINHAS = '/api/userinfo/usuario/noticias';
  interface Noticia {
    id: number;
    titulo: string;
    texto: string;
    link: string | null;
    lida: boolean;
    criticidade: number;
    data: string;
  }
  const minhas = (client: Client) => done<Noticia[]>(client, 'GET', MINHAS);
  const nova = (mais: object = {}) => ({
    titulo: 'Novo refeitório',
    texto: '<p>Abre na <strong>segunda</strong>.</p><script>alert(1)</script>',
    criticidade: '1',
    publico: 'E',
    inicio: hoje,
    ativo: true,
    ...mais,
  });

  it('reaches the people of the company in its days, until each has read it', async () => {
    const { id } = await done(admin, 'POST', CADASTRO, nova());
    await done(admin, 'POST', CADASTRO, nova({ titulo: 'Amanhã', inicio: addDays(hoje, 1) }));
    await done(admin, 'POST', CADASTRO, nova({ titulo: 'Passada', inicio: addDays(hoje, -9), fim: addDays(hoje, -1) }));
    await done(admin, 'POST', CADASTRO, nova({ titulo: 'Guardada', ativo: false }));
    const tiago = await app.login(3);
    expect(await minhas(tiago)).toEqual([
      {
        id,
        titulo: 'Novo refeitório',
        texto: '<p>Abre na <strong>segunda</strong>.</p>',
        link: null,
        lida: false,
        criticidade: 1,
        data: hoje,
      },
    ]);
    expect((await tiago('PUT', `${MINHAS}/${id}/lida`)).status).toBe(204);
    expect((await tiago('PUT', `${MINHAS}/${id}/lida`)).status).toBe(204);
    expect((await minhas(tiago)).map(({ lida }) => lida)).toEqual([true]);
    expect((await minhas(admin)).map(({ lida }) => lida)).toEqual([false]);
    expect(await minhas(await app.login(0, app.empresas[1]))).toEqual([]);
    const outra = await app.login(0, app.empresas[1]);
    expect((await outra('PUT', `${MINHAS}/${id}/lida`)).status).toBe(404);
    // A news item goes, whoever has read it.
    const { versao } = await done<{ id: number; versao: number }>(admin, 'GET', `${CADASTRO}/${id}`);
    expect((await admin('DELETE', `${CADASTRO}/${id}?versao=${versao}`)).status).toBe(204);
    expect(await minhas(tiago)).toEqual([]);
  });

  it('stands with the unread first, of these the most urgent, and then by its day', async () => {
    const ids: number[] = [];
    for (const [titulo, criticidade, dias] of [
      ['Urgente de ontem', '-1', -1],
      ['Importante', '0', 0],
      ['Informativa', '1', 0],
      ['Urgente de hoje', '-1', 0],
      ['Urgente lida', '-1', 0],
    ] as const)
      ids.push(
        (await done<{ id: number }>(admin, 'POST', CADASTRO, nova({ titulo, criticidade, inicio: addDays(hoje, dias) }))).id,
      );
    const tiago = await app.login(3);
    await tiago('PUT', `${MINHAS}/${ids.at(-1)}/lida`);
    expect((await minhas(tiago)).map(({ titulo }) => titulo)).toEqual([
      'Urgente de hoje',
      'Urgente de ontem',
      'Importante',
      'Informativa',
      'Urgente lida',
    ]);
    expect(await done(admin, 'POST', `${CADASTRO}/excluir-varios`, { ids })).toMatchObject({ removidos: ids.length });
  });

  it('for some profiles reaches nobody else, and names one at least', async () => {
    expect(faultsOf(await admin('POST', CADASTRO, nova({ publico: 'P' })))).toEqual(['perfis: Perfis são obrigatórios']);
    const [sst] = await app.db.query<{ id: number }>(sql`select id from perfis where nome = 'SST'`);
    await done(admin, 'POST', CADASTRO, nova({ titulo: 'Só SST', publico: 'P', perfis: [sst?.id] }));
    expect((await minhas(await app.login(3))).map(({ titulo }) => titulo)).toEqual(['Só SST']);
    expect(await minhas(admin)).toEqual([]);
  });

  it('is looked for among the newest 2,000 of the company, however many it has', async () => {
    const tiago = await app.login(3);
    await done(admin, 'POST', CADASTRO, nova({ titulo: 'Antiga', inicio: addDays(hoje, -30) }));
    const titulos = async () => (await minhas(tiago)).map(({ titulo }) => titulo);
    const encerradas = (quantas: number) =>
      app.db.query(sql`
        insert into noticias (empresa_id, titulo, texto, criticidade, publico, inicio, fim)
        select ${app.empresas[0]}, 'Encerrada', '', '1', 'E', ${addDays(hoje, -9)}, ${addDays(hoje, -1)} from generate_series(1, ${quantas}::int)`);
    await encerradas(1_990);
    expect(await titulos()).toContain('Antiga');
    await encerradas(10);
    expect(await titulos()).not.toContain('Antiga');
    await app.db.query(sql`delete from noticias where titulo in ('Encerrada', 'Antiga')`);
  });

  it('is published by administrators, and for all companies by those of all companies', async () => {
    const local = await app.loginWithout(1, (name) => name === 'ROLE_GERAL_TODAS_EMPRESAS');
    expect(faultsOf(await local('POST', CADASTRO, nova({ publico: 'G' })))).toEqual([
      'publico: Só quem vê todas as empresas publica para todas',
    ]);
    const { id } = await done(admin, 'POST', CADASTRO, nova({ titulo: 'Para o grupo', publico: 'G', criticidade: '-1' }));
    expect((await local('DELETE', `${CADASTRO}/${id}`)).status).toBe(403);
    expect(await local('POST', `${CADASTRO}/excluir-varios`, { ids: [id] })).toMatchObject({ body: { removidos: 0 } });
    expect((await minhas(await app.login(0, app.empresas[1]))).map(({ titulo, criticidade }) => [titulo, criticidade])).toEqual([
      ['Para o grupo', -1],
    ]);
    const tiago = await app.login(3);
    expect((await tiago('POST', CADASTRO, nova())).status).toBe(403);
    expect(faultsOf(await admin('POST', CADASTRO, nova({ fim: addDays(hoje, -1) })))).toEqual([
      'fim: Data final inferior à data inicial.',
    ]);
  });
});

describe('whom to ask for a right', () => {
  const QUEM = '/api/userinfo/quem-autoriza';

  it('is told with the profiles that have it and the people who give profiles', async () => {
    const tiago = await app.login(3);
    expect(await done(tiago, 'GET', `${QUEM}?autorizacoes=ROLE_CAD_PERFIL`)).toEqual({
      autorizacoes: ['Consultar Perfis'],
      perfis: expect.arrayContaining(['Administrador']),
      pessoas: expect.arrayContaining(['Mariana Borges']),
    });
    expect(await done(tiago, 'GET', `${QUEM}?autorizacoes=ROLE_NADA`)).toMatchObject({ autorizacoes: [], perfis: [] });
    expect((await tiago('GET', QUEM)).status).toBe(400);
  });
});

it('CALL-015, CALL-021, CALL-025, CALL-026: calls of the user under the names of the specification', async () => {
  const tiago = await app.login(3);
  expect((await tiago('POST', '/api/userinfo/sensedata?url=/sst/vacinas')).status).toBe(204);
  // A link ends no session: the page that it leads to does.
  expect(await tiago('GET', '/api/logout')).toMatchObject({ status: 303, headers: { location: '/logout' } });
  const senhas = { senha: 'errada', novaSenha: 'Nova#Senha2026x', confNovaSenha: 'Nova#Senha2026x' };
  expect((await tiago('PATCH', '/api/userinfo/usuario/alterar-senha', senhas)).status).toBe(400);
  const dados = { nome: 'Mariana Borges', email: null, senha: 'errada' };
  expect((await admin('PUT', '/api/userinfo/usuario', dados)).status).toBe(400);
  expect((await tiago('PUT', '/api/userinfo/usuario', dados)).status).toBe(403);
});
