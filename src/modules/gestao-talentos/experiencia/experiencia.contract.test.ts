import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { multipart } from '#app/server-process.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { talentos } from '../talentos/talentos.registry.ts';

/** CALL-648, CALL-308, RUL-307: trials from who is due to what came of it. */
const URL = '/api/gestao-talentos/colaboradores-periodos-experienciais-avaliacoes';
const ACOMPANHAMENTO = `${URL}/acompanhamento`;
const HOJE = today();

interface Linha {
  nome: string;
  colaborador: { id: number };
  periodo: { id: number };
  termino: string;
  situacao: string;
  avaliacao: { id: number; nome: string } | null;
  data: string | null;
  percentual: number | null;
  resultado: string | null;
  parecer: string | null;
}

let app: TestApp;
let admin: Client;
const periodo = { primeiro: 0, segundo: 0 };
const modelo = { primeiro: 0, segundo: 0 };
/** Admitted as many days ago as their name says; the period of 45 days ends on the 45th, today's the 1st. */
const gente = new Map<number, number>();
const com = (dias: number) => gente.get(dias) as number;

const linhas = async (filtro = '', client = admin) =>
  ((await client('GET', `${ACOMPANHAMENTO}?unpaged=true${filtro}`)).body as { content: Linha[] }).content;
const linha = async (dias: number, doPeriodo = periodo.primeiro) =>
  (await linhas(`&colaboradorId=${com(dias)}`)).find((uma) => uma.periodo.id === doPeriodo);
const avaliacao = (dias: number, mais: object = {}) => ({
  colaborador: com(dias),
  periodo: periodo.primeiro,
  data: HOJE,
  avaliador: 'Cláudia Menezes',
  parecer: 'PRORROGAR',
  ...mais,
});
const avalia = (dias: number, mais: object = {}) => done<Row & { versao: number }>(admin, 'POST', URL, avaliacao(dias, mais));
const remove = (id: number) => done(admin, 'DELETE', `${URL}/${id}`);

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(20);
  await app.db.query(sql`delete from avaliacoes_experiencia`);
  await app.db.query(sql`delete from modelos_avaliacao`);
  await app.db.query(sql`delete from periodos_experiencia`);
  admin = await app.login(0);
  const novo = async (url: string, corpo: object) =>
    (await done(admin, 'POST', `/api/avaliacao/${url}`, { ativo: true, ...corpo })).id;
  periodo.primeiro = await novo('periodos-experiencia', { nome: 'Primeiro', dias: 45 });
  periodo.segundo = await novo('periodos-experiencia', { nome: 'Segundo', dias: 90 });
  const doTipo = { tipo: 'A', percentualMinimoAprovacao: 70 };
  modelo.primeiro = await novo('modelos-avaliacao', {
    ...doTipo,
    titulo: 'De 45 dias',
    periodoAcompanhamentoExperienciaId: periodo.primeiro,
  });
  modelo.segundo = await novo('modelos-avaliacao', {
    ...doTipo,
    titulo: 'De 90 dias',
    periodoAcompanhamentoExperienciaId: periodo.segundo,
  });
  const ativos = await app.db.query<{ id: number }>(
    sql`select id from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' and data_desligamento is null order by id limit 10`,
  );
  for (const [place, dias] of [10, 34, 35, 44, 45, 74, 75, 400, 409, 410].entries()) {
    const id = ativos[place]?.id as number;
    gente.set(dias, id);
    const admissao = addDays(HOJE, -dias);
    // With one entry of their history, which begins with the admission.
    await app.db.tx(async (tx) => {
      await tx.query(
        sql`delete from talentos_historicos h where registro_id = ${id} and data > (select min(data) from talentos_historicos where registro_id = ${id})`,
      );
      await tx.query(sql`update talentos_historicos set data = ${admissao}::date, ate = null where registro_id = ${id}`);
      await tx.query(
        sql`update talentos set vinculo = 'E', nome = ${`Pessoa ${dias}`}, data_admissao = ${admissao}::date where id = ${id}`,
      );
    });
  }
});
afterAll(() => app.close());

describe('models of evaluation', () => {
  const URL_MODELOS = '/api/avaliacao/modelos-avaliacao';

  it('RUL-307: the experience type requires a period, which no other keeps', async () => {
    const sem = { titulo: 'Sem período', tipo: 'A', ativo: true };
    expect(faultsOf(await admin('POST', URL_MODELOS, sem))).toEqual([
      'periodoAcompanhamentoExperienciaId: Período de Experiência é obrigatório',
    ]);
    const outro = await done(admin, 'POST', URL_MODELOS, {
      ...sem,
      tipo: 'D',
      periodoAcompanhamentoExperienciaId: periodo.primeiro,
    });
    expect(outro).toMatchObject({ tipo: 'D', periodoAcompanhamentoExperienciaId: null });
    // CALL-237 sends the type along.
    expect((await admin('DELETE', `${URL_MODELOS}/${outro.id}?tipo=D`)).status).toBe(204);
  });

  it('CALL-308: those of trials that are active, of the company alone', async () => {
    const url = '/api/avaliacao/periodos-experiencia/modelos-acompanhamentos-periodo-experiencias';
    const parado = { titulo: 'Antigo', tipo: 'A', periodoAcompanhamentoExperienciaId: periodo.primeiro, ativo: false };
    const { id } = await done(admin, 'POST', URL_MODELOS, parado);
    expect((await admin('GET', url)).body).toEqual([
      {
        id: modelo.primeiro,
        titulo: 'De 45 dias',
        percentualMinimoAprovacao: 70,
        periodoAcompanhamentoExperienciaId: periodo.primeiro,
      },
      {
        id: modelo.segundo,
        titulo: 'De 90 dias',
        percentualMinimoAprovacao: 70,
        periodoAcompanhamentoExperienciaId: periodo.segundo,
      },
    ]);
    const other = await app.login(0, app.empresas[1]);
    expect((await other('GET', url)).body).toEqual([]);
    await done(admin, 'DELETE', `${URL_MODELOS}/${id}`);
  });
});

describe('who is to be evaluated', () => {
  it('is told by when: the day of admission counts, 10 days are soon, 30 days late are too late, and of a year ago nobody asks', async () => {
    const situacoes: Record<number, string | undefined> = {};
    for (const dias of gente.keys()) situacoes[dias] = (await linha(dias))?.situacao;
    // The 45th day is 44 days after the admission: 34 days ago leaves ten, 45 days ago missed it by one, 74 by thirty.
    expect(situacoes).toEqual({ 10: 'E', 34: 'P', 35: 'P', 44: 'P', 45: 'V', 74: 'V', 75: 'N', 400: 'N', 409: 'N' });
    expect((await linha(44))?.termino).toBe(HOJE);
    expect((await linha(10))?.termino).toBe(addDays(HOJE, 34));
  });

  it('stands in the order of urgency', async () => {
    const nomes = (await linhas(`&situacao=V,P,E&periodo=${periodo.primeiro}`))
      .map(({ nome }) => nome)
      .filter((nome) => nome.startsWith('Pessoa '));
    expect(nomes).toEqual(['Pessoa 74', 'Pessoa 45', 'Pessoa 44', 'Pessoa 35', 'Pessoa 34', 'Pessoa 10']);
  });

  it('is nobody of an inactive period, who left or who is no employee, but their evaluations stay', async () => {
    const { id } = await avalia(34);
    const antes = (await linhas()).length;
    await app.db.query(sql`update talentos set vinculo = 'S' where id in (${com(34)}, ${com(10)})`);
    expect((await linhas(`&colaboradorId=${com(10)}`)).length).toBe(0);
    expect((await linhas(`&colaboradorId=${com(34)}`)).map(({ avaliacao: feita }) => feita?.id)).toEqual([id]);
    await app.db.query(sql`update talentos set vinculo = 'E' where id in (${com(34)}, ${com(10)})`);
    await app.db.query(sql`update periodos_experiencia set ativo = false`);
    expect((await linhas()).map(({ avaliacao: feita }) => feita?.id)).toEqual([id]);
    await app.db.query(sql`update periodos_experiencia set ativo = true`);
    expect((await linhas()).length).toBe(antes);
    await remove(id);
  });

  it('has no later period once they are kept or dismissed, but goes on when prolonged', async () => {
    const { id, versao } = await avalia(44);
    expect((await linha(44, periodo.segundo))?.situacao).toBe('E');
    await done(admin, 'PUT', `${URL}/${id}`, { ...avaliacao(44, { parecer: 'EFETIVAR' }), versao });
    expect(await linha(44, periodo.segundo)).toBeUndefined();
    await done(admin, 'PUT', `${URL}/${id}`, avaliacao(44, { parecer: 'DESLIGAR' }));
    expect(await linha(44, periodo.segundo)).toBeUndefined();
    await remove(id);
    expect((await linha(44, periodo.segundo))?.situacao).toBe('E');
  });
});

describe('CALL-648: an evaluation', () => {
  it('is made, shown in the line, changed and removed, and leaves its trail', async () => {
    const feita = await avalia(45, { modelo: modelo.primeiro, percentual: 70 });
    expect(feita).toMatchObject({ minimo: 70, resultado: 'A', resumo: 'Pessoa 45 – Primeiro' });
    expect(await linha(45)).toMatchObject({
      situacao: 'A',
      avaliacao: { id: feita.id, nome: 'Pessoa 45 – Primeiro' },
      data: HOJE,
      percentual: 70,
      resultado: 'A',
      parecer: 'PRORROGAR',
    });
    const url = `${URL}/${feita.id}`;
    const outra = avaliacao(45, { modelo: modelo.primeiro, percentual: 69.99, parecer: 'DESLIGAR', versao: feita.versao });
    expect(await done(admin, 'PUT', url, outra)).toMatchObject({ resultado: 'R' });
    expect(await linha(45)).toMatchObject({ resultado: 'R', parecer: 'DESLIGAR' });
    expect((await admin('PUT', url, outra)).status).toBe(409);
    const lista = (await admin('GET', `${URL}?page=0&colaboradorId=${com(45)}&resultado=R`)).body;
    expect(lista).toMatchObject({ totalElements: 1, content: [{ id: feita.id, percentual: 69.99 }] });
    await remove(feita.id);
    expect(await linha(45)).toMatchObject({ situacao: 'V', avaliacao: null, resultado: null, parecer: null });
    const trilha = await app.db.query<{ acao: string }>(
      sql`select acao from auditoria where tabela = 'avaliacoes_experiencia' and registro_id = ${feita.id} order by id`,
    );
    expect(trilha.map(({ acao }) => acao)).toEqual(['I', 'A', 'E']);
  });

  it('is never decided by whoever is on trial', async () => {
    const cpf = DEMO_LOGINS[0].cpf.replace(/\D/g, '');
    const { id } = await app.db.only<{ id: number }>(sql`
      select id from talentos where id = any(${[...gente.values()]}::bigint[]) and situacao = 'A' order by data_admissao desc, id desc limit 1`);
    const { antes } = await app.db.only<{ antes: string }>(sql`select cpf as antes from talentos where id = ${id}`);
    await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id}`);
    expect(await admin('POST', URL, { ...avaliacao(10), colaborador: id })).toMatchObject({
      status: 403,
      body: { code: 'PROPRIA_EXPERIENCIA' },
    });
    // Neither by giving the decision to somebody else, nor by removing it, nor by being somebody else.
    await app.db.query(sql`update talentos set cpf = ${antes} where id = ${id}`);
    const { id: feita } = await done<Row>(admin, 'POST', URL, { ...avaliacao(10), colaborador: id, confirma: true });
    await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id}`);
    const recusada = { status: 403, body: { code: 'PROPRIA_EXPERIENCIA' } };
    expect(await admin('PUT', `${URL}/${feita}`, { ...avaliacao(10), colaborador: com(45), confirma: true })).toMatchObject(
      recusada,
    );
    const { versao } = await done<Row>(admin, 'GET', `${URL}/${feita}`);
    expect(await admin('DELETE', `${URL}/${feita}?versao=${String(versao)}`)).toMatchObject(recusada);
    const talento = await done<Row>(admin, 'GET', `/api/gestao-talentos/talentos/${id}`);
    expect(
      await admin('PUT', `/api/gestao-talentos/talentos/${id}`, { ...inputOf(talentos, talento), cpf: antes, confirma: true }),
    ).toMatchObject({ status: 403, body: { code: 'PROPRIO_CPF' } });
    await app.db.query(sql`update talentos set cpf = ${antes} where id = ${id}`);
    await remove(feita);
    await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id}`);
    expect(await admin('POST', `${URL}/${feita}/restaurar`)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Ninguém decide sobre a própria experiência') },
    });
    await app.db.query(sql`update talentos set cpf = ${antes} where id = ${id}`);
  });

  it('is one for each talent and period', async () => {
    const { id } = await avalia(45);
    expect(faultsOf(await admin('POST', URL, avaliacao(45)))).toEqual([
      'colaborador: Já existe um registro com este Talento e este Período de Experiência',
    ]);
    const segunda = await avalia(45, { periodo: periodo.segundo, confirma: true });
    await remove(segunda.id);
    await remove(id);
  });

  it('approves and fails by the minimum that the model had when it was chosen', async () => {
    const feita = await avalia(45, { modelo: modelo.primeiro, percentual: 72 });
    await app.db.query(
      sql`update modelos_avaliacao set percentual_minimo_aprovacao = 80, ativo = false where id = ${modelo.primeiro}`,
    );
    const igual = avaliacao(45, { modelo: modelo.primeiro, percentual: 75 });
    expect(await done(admin, 'PUT', `${URL}/${feita.id}`, igual)).toMatchObject({ minimo: 70, resultado: 'A' });
    expect(faultsOf(await admin('POST', URL, { ...igual, colaborador: com(44) }))).toEqual([
      'modelo: Este modelo de avaliação está inativo.',
    ]);
    await app.db.query(
      sql`update modelos_avaliacao set percentual_minimo_aprovacao = 70, ativo = true where id = ${modelo.primeiro}`,
    );
    expect(await done(admin, 'PUT', `${URL}/${feita.id}`, avaliacao(45, { percentual: 75 }))).toMatchObject({
      minimo: null,
      resultado: null,
    });
    await remove(feita.id);
  });

  it('tells everything that stands against it at once, and keeps nothing', async () => {
    const cedo = avaliacao(45, { data: addDays(HOJE, -46), modelo: modelo.segundo, percentual: 50 });
    expect(faultsOf(await admin('POST', URL, cedo))).toEqual([
      'data: Data da avaliação inferior à data de admissão do talento.',
      'modelo: Este modelo de avaliação é de outro período de experiência.',
    ]);
    expect(faultsOf(await admin('POST', URL, avaliacao(45, { data: addDays(HOJE, 1), modelo: modelo.primeiro })))).toEqual([
      'percentual: Percentual obtido é obrigatório',
      'data: A data da avaliação não pode ser futura.',
    ]);
    await app.db.query(sql`update talentos set data_desligamento = ${addDays(HOJE, -1)}::date where id = ${com(45)}`);
    expect(faultsOf(await admin('POST', URL, avaliacao(45)))).toEqual([
      'data: Data da avaliação posterior à data de desligamento do talento.',
    ]);
    await app.db.query(sql`update talentos set data_desligamento = null where id = ${com(45)}`);
    expect((await linha(45))?.avaliacao).toBeNull();
  });

  it('comes in a sheet, judged by the same rules before anything is written', async () => {
    const sheet = [
      'Talento;Período de Experiência;Data da avaliação;Avaliador;Modelo de avaliação;Percentual obtido;Parecer',
      `Pessoa 400;Primeiro;${HOJE};Cláudia Menezes;De 45 dias;82,5;Efetivar`,
      `Pessoa 45;Primeiro;${addDays(HOJE, -60)};Cláudia Menezes;;;Desligar`,
      `Pessoa 44;Terceiro;${HOJE};Cláudia Menezes;;;Promover`,
    ];
    const { body, headers } = multipart('avaliacoes.csv', Buffer.from(sheet.join('\r\n')));
    const told = await admin('POST', `${URL}/importar/analisar`, body, headers);
    expect(told).toMatchObject({
      status: 200,
      body: {
        total: 3,
        validos: 1,
        falhas: [
          { linha: 3, mensagem: 'Data da avaliação inferior à data de admissão do talento.' },
          { linha: 4, campo: 'parecer' },
          { linha: 4, campo: 'periodo' },
        ],
      },
    });
    expect(await linha(400)).toMatchObject({ avaliacao: null });
  });

  it('is called by the name that the talent has now', async () => {
    const { id } = await avalia(400);
    const talento = `/api/gestao-talentos/talentos/${com(400)}`;
    const { id: _, ...ficha } = await done<Row>(admin, 'GET', talento);
    await done(admin, 'PUT', talento, { ...ficha, nome: 'Nome Social' });
    expect(await done(admin, 'GET', `${URL}/${id}`)).toMatchObject({ resumo: 'Nome Social – Primeiro' });
    expect(await linha(400)).toMatchObject({ avaliacao: { nome: 'Nome Social – Primeiro' } });
    const busca = async (nome: string) => ((await admin('GET', `${URL}?busca=${nome}`)).body as Row[]).map((uma) => uma.id);
    expect([await busca('Pessoa 400'), await busca('Nome Social')]).toEqual([[], [id]]);
    await done(admin, 'PUT', talento, { ...ficha, versao: undefined });
    await remove(id);
  });

  it('holds its talent, period and model', async () => {
    const { id } = await avalia(45, { modelo: modelo.primeiro, percentual: 80 });
    for (const url of [`avaliacao/modelos-avaliacao/${modelo.primeiro}`, `avaliacao/periodos-experiencia/${periodo.primeiro}`])
      expect(await admin('DELETE', `/api/${url}`)).toMatchObject({ status: 400, body: { code: 'EM_USO' } });
    await remove(id);
  });

  it('stands in the timeline of the talent, for who may open it, beside the day that the period ends', async () => {
    const { id } = await avalia(45, { modelo: modelo.primeiro, percentual: 80.5, observacao: 'Aprende depressa.' });
    const url = `/api/gestao-talentos/talentos/${com(45)}/linha-do-tempo`;
    const eventos = async (client: Client) =>
      ((await client('GET', url)).body as { eventos: { tipo: string }[] }).eventos.filter(({ tipo }) => tipo === 'experiencia');
    expect(await eventos(admin)).toEqual([
      { data: addDays(HOJE, 44), tipo: 'experiencia', titulo: 'Término do período de experiência: Segundo', detalhe: null },
      {
        data: HOJE,
        tipo: 'experiencia',
        titulo: 'Avaliação do período de experiência: Primeiro',
        detalhe: 'Prorrogar · 80,50% · Aprovado · Cláudia Menezes · Aprende depressa.',
      },
    ]);
    const sem = await app.loginWithout(1, (nome) => nome.startsWith('ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO'));
    expect(await eventos(sem)).toEqual([]);
    expect((await sem('GET', URL)).status).toBe(403);
    expect((await sem('GET', ACOMPANHAMENTO)).status).toBe(403);
    await remove(id);
  });

  it('is seen and made by a manager for the talents of their areas alone', async () => {
    // They answer for the area of one of the people, and are who the area names.
    const area = sql`(select area_atual_id from talentos where id = ${com(45)})`;
    await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis where registro_id <> ${area}`);
    await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')}
      where id = (select colaborador_dto_id from areas_organizacionais_empresa_e_responsaveis)`);
    const manager = await app.loginWithout(2, (nome) => nome === 'ROLE_VER_TODAS_AREAS' || nome === ALL_COMPANIES);
    const vistos = new Set((await linhas('', manager)).map(({ colaborador }) => colaborador.id));
    expect(vistos).toContain(com(45));
    const { id: minha } = await done(manager, 'POST', URL, avaliacao(45));
    expect((await linhas('&situacao=A', manager)).map(({ avaliacao: feita }) => feita?.id)).toEqual([minha]);
    await done(manager, 'DELETE', `${URL}/${minha}`);
    const alheio = [...gente].find(([, id]) => !vistos.has(id))?.[0] as number;
    expect(faultsOf(await manager('POST', URL, avaliacao(alheio)))).toEqual(['colaborador: O registro selecionado não existe']);
    const { id } = await avalia(alheio);
    expect((await manager('GET', `${URL}/${id}`)).status).toBe(404);
    expect((await manager('PUT', `${URL}/${id}`, avaliacao(alheio))).status).toBe(404);
    expect((await manager('DELETE', `${URL}/${id}`)).status).toBe(404);
    await remove(id);
    const reader = await app.loginWithout(3, (nome) => nome === 'ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO_EDITAR');
    expect((await reader('POST', URL, avaliacao(45))).status).toBe(403);
  });
});
