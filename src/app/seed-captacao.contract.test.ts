import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedCaptacao } from './seed-captacao.server.ts';
import { seedCompany } from './seed-company.server.ts';
import { openTestApp, type TestApp } from './test-app.server.ts';

const HOJE = '2026-07-15';
let app: TestApp;
let empresaId = 0;

beforeAll(async () => {
  app = await openTestApp();
  empresaId = app.empresas[0] as number;
  await app.db.tx(async (tx) => {
    await seedCompany(tx, { empresaId, talentos: 120, first: 0, today: HOJE });
    await seedCaptacao(tx, { empresaId, today: HOJE, first: 120 });
  });
});
afterAll(() => app.close());

const count = async (query: ReturnType<typeof sql>) => (await app.db.only<{ n: number }>(query)).n;

it('has requests in every state, and applications in every stage and with every outcome', async () => {
  const states = await app.db.query<{ s: string }>(
    sql`select distinct situacao || status as s from solicitacoes_pessoal order by 1`,
  );
  expect(states.map(({ s }) => s)).toEqual(['AA', 'AI', 'AR', 'CA', 'EA', 'SA']);
  const outcomes = await app.db.query<{ s: string }>(sql`select distinct situacao as s from candidaturas order by 1`);
  expect(outcomes.map(({ s }) => s)).toEqual(['A', 'C', 'D', 'N']);
  expect(
    await count(sql`select count(distinct coalesce(etapa_seletiva_id, 0))::int as n from candidaturas where situacao = 'A'`),
  ).toBe(6);
});

it('tells a history without holes: every application has its steps, none after today or before the one ahead of it', async () => {
  expect(await count(sql`select count(*)::int as n from candidatos_historicos where data > ${HOJE}::date`)).toBe(0);
  expect(
    await count(
      sql`select count(*)::int as n from candidaturas c where not exists (select 1 from candidatos_historicos h where h.candidatura_id = c.id)`,
    ),
  ).toBe(0);
  expect(
    await count(sql`
      select count(*)::int as n from (select data, lag(data) over (partition by candidatura_id order by id) as before from candidatos_historicos) h where data < before`),
  ).toBe(0);
});

it('counts as filled exactly those who were hired, each of them a talent', async () => {
  expect(
    await count(sql`
      select count(*)::int as n from solicitacoes_pessoal s
      where s.qtd_vagas_preenchidas <> (select count(*) from candidaturas c join candidatos k on k.id = c.candidato_id and k.talento_id is not null
        where c.solicitacao_id = s.id and c.situacao = 'C')`),
  ).toBe(0);
  expect(await count(sql`select count(*)::int as n from candidatos where contratado`)).toBeGreaterThan(3);
});

it('has tests of candidates, answered and not, whose results are what their answers come to', async () => {
  const { pedidas, respondidas, erradas } = await app.db.only<Record<string, number>>(sql`
    select count(*)::int as pedidas, count(a.respondida_em)::int as respondidas,
      (count(*) filter (where a.percentual is distinct from (select round(avg(n) * 10, 2) from respostas_dadas d, unnest(d.notas) n where d.rodada_id = r.id)))::int as erradas
    from avaliacoes_candidatos a join rodadas r on r.dono = 'captacao/avaliacoes' and r.dono_id = a.id`);
  expect(respondidas).toBeGreaterThan(10);
  expect(pedidas).toBeGreaterThan(respondidas as number);
  expect(erradas).toBe(0);
});

it('has interviews that were held and that are to come, and opinions that others keep closed', async () => {
  expect(
    await app.db.query(
      sql`select situacao, data > ${HOJE}::date as adiante from candidaturas_entrevistas group by 1, 2 order by 1, 2`,
    ),
  ).toEqual([
    { situacao: 'M', adiante: true },
    { situacao: 'R', adiante: false },
  ]);
  expect(
    await count(sql`
      select count(*)::int as n from candidaturas_pareceres t where media is null or data > ${HOJE}::date or fechado <> (
        select count(*) > 1 from candidaturas_pareceres o where o.candidatura_id = t.candidatura_id and o.etapa_seletiva_id = t.etapa_seletiva_id)`),
  ).toBe(0);
  const fechados = await app.db.query<{ fechado: boolean }>(sql`select distinct fechado from candidaturas_pareceres order by 1`);
  expect(fechados.map(({ fechado }) => fechado)).toEqual([false, true]);
});
