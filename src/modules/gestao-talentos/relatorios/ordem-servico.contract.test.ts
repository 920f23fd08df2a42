import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServices } from '#app/services.server.ts';
import { type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import type { Acting } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import { ordemServicoDados } from './ordem-servico.server.ts';

const URL_ = '/api/gestao-talentos/relatorios/ordem-servico';

let app: TestApp;
let admin: Client;
let talento: { id: number; nome: string; area: number };

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  admin = await app.login(0);
  talento = (await app.db.one(
    sql`select id, nome, area_atual_id as area from talentos where situacao = 'A' order by id limit 1`,
  )) as typeof talento;
});
afterAll(() => app.close());

const acting: Acting = {
  kind: 'usuario',
  usuarioId: 1,
  usuarioNome: 'Prova',
  empresaId: 1,
  empresaNome: 'Prova',
  requestId: 'prova',
  today: today(),
  settings: {},
  can: () => true,
  everywhere: () => true,
  audit: async () => {},
};

type Ordem = { nome: string; campos: [string, string][]; atividades: string[]; ambiente: string };
const vazio = {
  talentosIds: null,
  areasIds: null,
  estabelecimentosIds: null,
  local: null,
  assinante: null,
  cargoAssinante: null,
};
const ordens = async (filtro: object, quem: Acting = { ...acting, empresaId: app.empresas[0] as number }) =>
  ((await ordemServicoDados.data(createServices(app.db), { ...vazio, ...filtro }, quem))?.ordens ?? []) as Ordem[];

it('prints one talent, or a page for each of an area and what stands below it', async () => {
  const uma = await admin('POST', URL_, { talentosIds: [talento.id] });
  expect(uma.status, JSON.stringify(uma.body).slice(0, 300)).toBe(200);
  expect((uma.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
  expect(decodeURIComponent(String(uma.headers['content-disposition']))).toContain(`Ordem de Serviço - ${talento.nome}`);
  const daArea = await ordens({ areasIds: [talento.area] });
  const ativos = await app.db.query(
    sql`with recursive ramo as (select ${talento.area}::bigint as id union select a.id from areas_organizacionais a join ramo r on a.area_mae_id = r.id)
      select 1 from talentos where area_atual_id in (select id from ramo) and (data_desligamento is null or data_desligamento >= ${today()}::date)`,
  );
  expect(daArea).toHaveLength(ativos.length);
});

it('says function, place of work and what is done there; the position speaks where the function is silent', async () => {
  const campo = (ordem: Ordem | undefined, nome: string) => ordem?.campos.find(([rotulo]) => rotulo === nome)?.[1];
  const funcao = await app.db.one<{ nome: string; descricao: string }>(sql`
    select f.nome_funcao as nome, f.descricao from talentos_historicos h join funcoes f on f.id = h.funcao_id where h.registro_id = ${talento.id} and h.ate is null`);
  const [com] = await ordens({ talentosIds: [talento.id] });
  expect(campo(com, 'Função')).toBe(funcao?.nome);
  expect(com?.atividades).toEqual([funcao?.descricao]);
  await app.db.query(sql`update talentos_historicos set funcao_id = null where registro_id = ${talento.id}`);
  await app.db.query(
    sql`update cargos set missao = 'Guardar', responsabilidades = 'Conferir' where id = (select cargo_atual_id from talentos where id = ${talento.id})`,
  );
  expect((await ordens({ talentosIds: [talento.id] }))[0]?.atividades).toEqual(['Guardar', 'Conferir']);
});

it('is for who works here, in the own company and areas, and asks of whom', async () => {
  const vazia = await admin('POST', URL_, {});
  expect(vazia).toMatchObject({ status: 400 });
  expect(JSON.stringify(vazia.body)).toContain('Escolha os talentos, as áreas ou os estabelecimentos.');
  const outra = await app.login(0, app.empresas[1]);
  expect((await outra('POST', URL_, { talentosIds: [talento.id] })).status).toBeGreaterThanOrEqual(204);
  const quem = {
    ...acting,
    empresaId: app.empresas[0] as number,
    usuarioId: 0,
    can: (name: string) => name !== 'ROLE_VER_TODAS_AREAS',
  };
  expect(await ordens({ talentosIds: [talento.id] }, quem)).toEqual([]);
  await app.db.query(sql`update talentos set data_desligamento = ${today()}::date - 1 where id = ${talento.id}`);
  expect(await ordens({ talentosIds: [talento.id] })).toEqual([]);
});
