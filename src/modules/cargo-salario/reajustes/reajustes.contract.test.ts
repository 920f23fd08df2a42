import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { type Planos, planosDe } from '#app/test-plans.server.ts';
import { addDays, addMonths, today } from '#kit/br/date.ts';
import { add, sub } from '#kit/br/decimal.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { valorDaFaixa, valorDoIndice } from '#modules/estrutura/public.server.ts';
import { percentualDiferenca, reajustado } from './calculo.ts';
import { valoresDoDia } from './mundo.server.ts';
import type { Feito, GrupoDeEquidade, PreviaDoColetivo, TotalFolha } from './painel.ts';
import { tabelasReajustes } from './tabelas.registry.ts';

const ROOT = '/api/cargo-salario';
const TABELAS = `${ROOT}/tabelas-reajustes-colaboradores`;

let app: TestApp;
let client: Client;
let other: Client;
let empresaId: number;
let planos: Planos;

beforeAll(async () => {
  app = await openTestApp();
  [empresaId = 0] = app.empresas;
  await app.seed(80);
  client = await app.login();
  other = await app.login(0, app.empresas[1]);
  planos = await planosDe(app, client);
});
afterAll(() => app.close());

const ok = <T = Row>(method: string, url: string, body?: unknown, as = client) => done<T>(as, method, url, body);
const novaTabela = (more?: object) => planos.nova(more);
const coletivo = (registro: string, tabela: Row, more?: object) => planos.coletivo(registro, tabela, more);
const texto = (value: unknown) => String(value);

describe('values of a day', () => {
  it('are those of the registers, to the cent', async () => {
    const tabela = await novaTabela();
    for (const data of ['2024-01-15', today()]) {
      const plano = { id: tabela.id, empresaId, data };
      const rows = await app.db.query<{ a: string | null; b: string | null }>(sql`
        with ${valoresDoDia(plano)}
        select d.atual::text as a, ${valorDaFaixa(sql`d.id`, sql`${data}::date`)}::text as b from faixas_dia d
        union all select d.atual::text, ${valorDoIndice(sql`d.id`, sql`${data}::date`)}::text from indices_dia d`);
      expect(rows.length).toBeGreaterThan(30);
      expect(rows.filter(({ a, b }) => Number(a) !== Number(b))).toEqual([]);
    }
  });
});

describe('RUL-011: a collective adjustment', () => {
  it('by employee proposes to everybody within reach the salary that calculo.ts says', async () => {
    const tabela = await novaTabela({ tipoReajuste: 'D', dataDissidio: today(), percentualDissidio: 4.77 });
    const feito = await coletivo('reajustes-colaboradores', tabela);
    const linhas = await ok<Row[]>('GET', `${TABELAS}/${tabela.id}/colaboradores`);
    const ativos = await app.db.one<{ n: number }>(sql`
      select count(*)::int as n from talentos where empresa_id = ${empresaId} and vinculo <> 'S' and (data_desligamento is null or data_desligamento >= ${today()}::date)`);
    expect(feito).toEqual({ inseridas: ativos?.n, jaIncluidas: 0, semValor: 0 });
    expect(linhas).toHaveLength(feito.inseridas);
    for (const linha of linhas) {
      expect(linha.salarioProposto).toBe(Number(reajustado(texto(linha.salarioAtual), '1', '4.77')));
      expect(linha.valorDiferenca).toBe(Number(sub(texto(linha.salarioProposto), texto(linha.salarioAtual))));
      expect(linha.percentualDiferenca).toBe(
        Number(percentualDiferenca(texto(linha.salarioAtual), texto(linha.salarioProposto))),
      );
      expect(linha).toMatchObject({ tipoSalarioProposto: '3', temDuplicidade: false, colaboradorDesligado: false });
    }
    const talentos = await app.db.query<{ id: number; salario: string }>(sql`
      select id, salario_atual::text as salario from talentos where empresa_id = ${empresaId}`);
    const salarios = new Map(talentos.map(({ id, salario }) => [id, Number(salario)]));
    for (const linha of linhas) expect(linha.salarioAtual).toBe(salarios.get((linha.colaborador as Row).id));
    expect(await coletivo('reajustes-colaboradores', tabela)).toEqual({
      inseridas: 0,
      jaIncluidas: feito.inseridas,
      semValor: 0,
    });
  });

  it('by amount adds it, and by value alone leaves the others to their band', async () => {
    const tabela = await novaTabela();
    await coletivo('reajustes-colaboradores', tabela, { reajustePor: 2, valorDissidio: 150.5, tambemPorFaixaEIndice: false });
    const linhas = await ok<Row[]>('GET', `${TABELAS}/${tabela.id}/colaboradores`);
    expect(linhas.length).toBeGreaterThan(0);
    for (const linha of linhas) expect(linha.valorDiferenca).toBe(150.5);
  });

  it('by employee keeps whoever is paid by a band or an index there, unless it is asked, and reaches nobody without a salary', async () => {
    const tabela = await novaTabela();
    const { tambemPorFaixaEIndice: _nada, ...corpo } = planos.formulario(tabela) as Row;
    const feito = await ok<Feito>('POST', `${ROOT}/reajustes-colaboradores/aplicar-dissidio`, corpo);
    const [contados] = await app.db.query<{ valor: number; outros: number }>(sql`
      select (count(*) filter (where h.tipo_salario = '3'))::int as valor, (count(*) filter (where h.tipo_salario <> '3'))::int as outros
      from talentos t join talentos_historicos h on h.registro_id = t.id and h.ate is null
      where t.empresa_id = ${empresaId} and t.vinculo <> 'S' and (t.data_desligamento is null or t.data_desligamento >= ${today()}::date)`);
    expect(feito).toEqual({ inseridas: contados?.valor, jaIncluidas: 0, semValor: 0, acompanham: contados?.outros });
    expect(contados?.outros).toBeGreaterThan(0);
    const linhas = await ok<Row[]>('GET', `${TABELAS}/${tabela.id}/colaboradores`);
    expect(new Set(linhas.map(({ tipoSalarioProposto }) => tipoSalarioProposto))).toEqual(new Set(['3']));
  });

  it('of all establishments reaches who is at none too, and says before and afterwards whom it leaves out', async () => {
    const [sem] = await app.db.query<{ id: number; nome: string }>(sql`
      update talentos_historicos h set estabelecimento_id = null from talentos t where t.id = h.registro_id and h.ate is null and t.id = (
        select x.id from talentos x join talentos_historicos e on e.registro_id = x.id and e.ate is null and e.tipo_salario = '3'
        where x.empresa_id = ${empresaId} and x.situacao = 'A' and x.vinculo = 'E' and x.data_desligamento is null order by x.id limit 1)
      returning t.id, t.nome`);
    const previa = (tabela: Row, more: object) =>
      ok<PreviaDoColetivo>('POST', `${ROOT}/reajustes-colaboradores/aplicar-dissidio/previa`, planos.formulario(tabela, more));
    const tabela = await novaTabela({ tipoReajuste: 'D', dataDissidio: today(), percentualDissidio: 4.77 });
    const fora = async (more: object) =>
      Object.fromEntries((await previa(tabela, more)).fora.map(({ motivo, nomes }) => [motivo, nomes]));
    expect((await fora({ semEstabelecimento: false }))['sem-estabelecimento']).toEqual([sem?.nome]);
    expect(await fora({})).not.toHaveProperty('sem-estabelecimento');
    const [, ...outros] = await app.ids('estabelecimentos');
    expect(Object.keys(await fora({ estabelecimentosIds: outros }))).toEqual(
      expect.arrayContaining(['sem-estabelecimento', 'estabelecimento']),
    );
    const { fora: daFaixa, deixamFaixa } = await previa(tabela, { tambemPorFaixaEIndice: false });
    expect(daFaixa.find(({ motivo }) => motivo === 'faixa')?.inclui).toEqual({ campo: 'tambemPorFaixaEIndice', valor: true });
    expect(deixamFaixa).toBe(0);
    expect((await previa(tabela, { tambemPorFaixaEIndice: true })).deixamFaixa).toBeGreaterThan(0);
    // Who is paid by the band is told: a reading.
    const leituras = sql`select 1 from auditoria where acao = 'L' and tabela = 'reajustes_colaboradores' and registro_id = 0
      and mudancas #>> '{colunas,1}' = 'Salário'`;
    expect(await app.db.query(leituras)).toHaveLength(1);

    await coletivo('reajustes-colaboradores', tabela, { semEstabelecimento: false });
    const folha = () => ok<TotalFolha>('GET', `${TABELAS}/${tabela.id}/total-folha`);
    expect((await folha()).naoAlcancados).toBe(1);
    expect(await ok('GET', `${TABELAS}/${tabela.id}/nao-alcancados`)).toEqual([
      { id: sem?.id, nome: sem?.nome, motivo: 'Sem estabelecimento' },
    ]);
    await coletivo('reajustes-colaboradores', tabela);
    expect((await folha()).naoAlcancados).toBe(0);
  });

  it('reaches the areas marked and those below them, as reports and dashboards do', async () => {
    const mae = await app.db.one<{ id: number; filhas: number }>(sql`
      select m.id, count(*)::int as filhas from areas_organizacionais m join areas_organizacionais f on f.area_mae_id = m.id
      join talentos t on t.area_atual_id = f.id and t.situacao = 'A' and t.vinculo <> 'S'
      where m.empresa_id = ${empresaId} group by m.id order by 2 desc limit 1`);
    const tabela = await novaTabela();
    const feito = await coletivo('reajustes-colaboradores', tabela, { areasIds: [mae?.id] });
    expect(feito.inseridas).toBeGreaterThanOrEqual(mae?.filhas ?? Number.NaN);
  });

  it('of a dissídio that began before the day of the plan is told what the months in between come to', async () => {
    const data = `${today().slice(0, 4)}-06-01`;
    const desde = addMonths(data, -3);
    const tabela = await novaTabela({ tipoReajuste: 'D', data, dataDissidio: desde, percentualDissidio: 10 });
    const [talento] = await app.db.query<{ id: number }>(sql`
      select t.id from talentos t join talentos_historicos h on h.registro_id = t.id and h.ate is null and h.data < ${desde}::date
      where t.empresa_id = ${empresaId} and t.situacao = 'A' and t.data_admissao < ${desde}::date and t.data_desligamento is null order by t.id limit 1`);
    const comeco = await ok<Row>('GET', `${ROOT}/colaboradores/${talento?.id}/reajuste-colaborador`);
    await ok('POST', `${ROOT}/reajustes-colaboradores`, {
      ...comeco,
      tabelaReajuste: tabela.id,
      tipoSalarioProposto: '3',
      salarioProposto: Number(comeco.salarioAtual) + 100,
    });
    const folha = await ok<TotalFolha>('GET', `${TABELAS}/${tabela.id}/total-folha`);
    expect(folha).toMatchObject({ diferenca: 100, retroativo: { desde, valor: 300 } });
    expect((await ok<TotalFolha>('GET', `${TABELAS}/${(await novaTabela()).id}/total-folha`)).retroativo).toBeNull();
  });

  it('by band reaches bands by amount, and by index the indices that pay', async () => {
    const tabela = await novaTabela();
    const faixas = await coletivo('reajustes-faixas-salariais', tabela, { valorDissidio: 10 });
    expect(faixas.inseridas).toBeGreaterThan(5);
    for (const linha of await ok<Row[]>('GET', `${TABELAS}/${tabela.id}/faixas-salariais`))
      expect(linha.valorProposto).toBe(Number(reajustado(texto(linha.valorAtual), '1', '10')));
    expect(await coletivo('reajustes-indices', tabela, { valorDissidio: 10 })).toMatchObject({ inseridas: 1 });
    const folha = await ok<TotalFolha>('GET', `${TABELAS}/${tabela.id}/total-folha`);
    expect(folha.diferenca).toBeGreaterThan(0);
    expect(folha.avisos).toMatchObject({
      linhasFaixas: faixas.inseridas,
      linhasIndices: 1,
      linhasColaboradores: 0,
      historicosPosteriores: 0,
    });
  });

  it('answers foreign ids with a fault on their field', async () => {
    const tabela = await novaTabela();
    const corpo = planos.formulario(tabela);
    for (const registro of ['reajustes-colaboradores', 'reajustes-faixas-salariais', 'reajustes-indices']) {
      expect(await other('POST', `${ROOT}/${registro}/aplicar-dissidio`, corpo)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'tabelaReajuste' }] },
      });
      expect(
        (await client('POST', `${ROOT}/${registro}/aplicar-dissidio`, { ...corpo, areasIds: [999_999] })).body,
      ).toMatchObject({
        errors: [{ field: 'areasIds' }],
      });
    }
  });
});

describe('a line by employee', () => {
  it('knows what it replaces, and follows the bands and indices of its own table', async () => {
    const tabela = await novaTabela();
    const alguem = await app.db.one<{ id: number; area: number; faixa: number; salario: string }>(sql`
      select t.id, t.area_atual_id as area, t.faixa_atual_id as faixa, t.salario_atual::text as salario from talentos t
      join faixas_salariais_historicos h on h.registro_id = t.faixa_atual_id and h.tipo = '3'
      where t.empresa_id = ${empresaId} and t.situacao = 'A' and not exists (
        select from faixas_salariais_historicos o where o.registro_id = h.registro_id and o.data > h.data and o.tipo <> '1') limit 1`);
    const linha = await ok('POST', `${ROOT}/reajustes-colaboradores`, {
      tabelaReajuste: tabela.id,
      colaborador: alguem?.id,
      areaOrganizacionalProposta: alguem?.area,
      faixaSalarialProposta: alguem?.faixa,
      tipoSalarioProposto: '1',
    });
    expect(linha.salarioAtual).toBe(Number(alguem?.salario));
    const daFaixa = linha.salarioProposto as number;
    expect(linha.compaRatioProposto).toBe(1);
    await ok('POST', `${ROOT}/reajustes-faixas-salariais`, {
      tabelaReajuste: tabela.id,
      faixaSalarial: alguem?.faixa,
      valorProposto: daFaixa + 500,
    });
    const depois = await ok('GET', `${ROOT}/reajustes-colaboradores/${linha.id}`);
    expect(depois.salarioProposto).toBe(Number(add(texto(daFaixa), '500')));
    const calculado = (tipo: string) =>
      ok('GET', `${ROOT}/reajustes-colaboradores/${linha.id}/salario-calculado?tipoSalarioProposto=${tipo}`);
    expect(await calculado('1')).toEqual({ salario: depois.salarioProposto });
    expect(
      await ok('GET', `${ROOT}/reajustes-colaboradores/salario-calculado?tipoSalario=1&faixaSalarialId=${alguem?.faixa}`),
    ).toEqual({
      salario: daFaixa,
    });

    const outra = await ok('POST', `${ROOT}/reajustes-colaboradores`, {
      tabelaReajuste: tabela.id,
      colaborador: alguem?.id,
      areaOrganizacionalProposta: alguem?.area,
      faixaSalarialProposta: alguem?.faixa,
      tipoSalarioProposto: '3',
      salarioProposto: 9_000,
      confirma: true,
    });
    expect(outra.temDuplicidade).toBe(true);
    expect(await ok('POST', `${TABELAS}/${tabela.id}/remover-linhas?motivo=duplicadas`)).toEqual({ removidas: 1 });
    expect((await ok('GET', `${ROOT}/reajustes-colaboradores/${linha.id}`)).temDuplicidade).toBe(false);
  });
});

describe('what a line replaces', () => {
  it('is a picture: it keeps nobody from removing what it shows', async () => {
    const tabela = await novaTabela();
    await coletivo('reajustes-colaboradores', tabela);
    const area = await ok('POST', `${ROOT}/areas-organizacionais`, { nome: 'Extinta' });
    const linha = await app.db.one<Row>(sql`
      update reajustes_colaboradores set area_organizacional_atual_id = ${area.id}
      where id = (select min(id) from reajustes_colaboradores where tabela_reajuste_id = ${tabela.id}) returning id`);
    const atual = async () => (await ok('GET', `${ROOT}/reajustes-colaboradores/${linha?.id}`)).areaOrganizacionalAtual;
    expect(await atual()).toMatchObject({ nome: 'Extinta' });
    await ok('DELETE', `${ROOT}/areas-organizacionais/${area.id}`);
    const removida = { id: area.id, nome: '(removido)' };
    expect(await atual()).toEqual(removida);
    // So it stands in a page, in the whole list and in its sheet, which read references in ways of their own.
    const lista = `${ROOT}/reajustes-colaboradores`;
    const pagina = await ok<{ content: Row[] }>('GET', `${lista}?page=0&size=500&tabelaReajuste=${tabela.id}`);
    expect(pagina.content.find(({ id }) => id === linha?.id)).toMatchObject({ areaOrganizacionalAtual: removida });
    const todas = await ok<Row[]>('GET', `${lista}?tabelaReajuste=${tabela.id}`);
    expect(todas.find(({ id }) => id === linha?.id)).toMatchObject({ areaOrganizacionalAtual: removida });
    const planilha = await client('GET', `${lista}/exportar?formato=csv&colunas=areaOrganizacionalAtual&ids=${linha?.id}`);
    expect(String(planilha.body)).toContain('(removido)');
    // What it proposes is held: it will be written into histories.
    const { areaOrganizacionalProposta } = await ok<Row & { areaOrganizacionalProposta: Row }>(
      'GET',
      `${ROOT}/reajustes-colaboradores/${linha?.id}`,
    );
    expect(
      (await client('DELETE', `${ROOT}/areas-organizacionais/${areaOrganizacionalProposta.id}`)).status,
    ).toBeGreaterThanOrEqual(400);
    await ok('POST', `${TABELAS}/${tabela.id}/recalcular`);
    expect(await atual()).not.toBeNull();
  });
});

describe('the payroll before and after', () => {
  it('is the sum of what everybody earns and would earn, by area and altogether', async () => {
    const tabela = await novaTabela({ teto: 100 });
    await coletivo('reajustes-colaboradores', tabela, { valorDissidio: 5 });
    const folha = await ok<TotalFolha>('GET', `${TABELAS}/${tabela.id}/total-folha`);
    const linhas = await ok<Row[]>('GET', `${TABELAS}/${tabela.id}/colaboradores`);
    // Interns are no part of the adjustment, and of what the company pays.
    const estagio = await app.db.one<{ n: number; bolsas: string }>(sql`
      select count(*)::int as n, coalesce(sum(salario_atual), 0)::text as bolsas from talentos
      where empresa_id = ${empresaId} and vinculo = 'S' and (data_desligamento is null or data_desligamento >= ${today()}::date)`);
    const soma = (campo: string) =>
      Number(linhas.map((linha) => texto(linha[campo])).reduce((a, b) => add(a, b), estagio?.bolsas ?? '0'));
    const talentos = linhas.length + (estagio?.n ?? Number.NaN);
    expect(folha).toMatchObject({ talentos, alcancados: linhas.length, teto: 100, acimaDoTeto: true });
    expect(folha.totalAtual).toBe(soma('salarioAtual'));
    expect(folha.totalProposto).toBe(soma('salarioProposto'));
    const daArea = folha.areas.map(({ diferenca }) => texto(diferenca)).reduce((a, b) => add(a, b), '0');
    expect(Number(daArea)).toBe(folha.diferenca);
    expect((await other('GET', `${TABELAS}/${tabela.id}/total-folha`)).status).toBe(404);
  });

  it('compares women and men as the report of pay transparency does: the same people, groups, names and silence', async () => {
    const tabela = await novaTabela();
    await coletivo('reajustes-colaboradores', tabela, { valorDissidio: 5 });
    const grupos = await ok<GrupoDeEquidade[]>('GET', `${TABELAS}/${tabela.id}/equidade`);
    const { grupos: publicados } = await ok<{
      grupos: { grupo: string; mulheres: number | null; homens: number | null; razaoMedia: number | null }[];
    }>('GET', `/api/gestao-talentos/transparencia-salarial?dataBase=${today()}`);
    expect(
      grupos.map(({ grupo, nome, mulheres, homens, razaoAtual }) => ({
        grupo: `${grupo} – ${nome}`,
        mulheres,
        homens,
        razaoMedia: razaoAtual === null ? null : Math.round(razaoAtual * 10_000) / 100,
      })),
    ).toEqual(publicados.map(({ grupo, mulheres, homens, razaoMedia }) => ({ grupo, mulheres, homens, razaoMedia })));
    expect(grupos.some(({ razaoAtual }) => razaoAtual !== null)).toBe(true);
    expect(grupos.some(({ mulheres, homens }) => mulheres === null || homens === null)).toBe(true);
    // Everybody rises alike.
    for (const { razaoAtual, razaoProposta } of grupos) if (razaoAtual !== null) expect(razaoProposta).toBeCloseTo(razaoAtual, 3);
  });
});

describe('whoever sees some areas alone', () => {
  it('is told totals, warnings and equity of those, of drafts and of what was applied', async () => {
    const area = await app.db.one<Row>(sql`
      select area_atual_id as id from talentos where empresa_id = ${empresaId} and situacao = 'A' group by 1 having count(*) > 1 order by count(*), 1 limit 1`);
    // The manager answers for this area, and for no other one.
    await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
    await app.db.query(sql`delete from areas_organizacionais_empresa_e_coresponsaveis`);
    const cpf = DEMO_LOGINS[2].cpf.replace(/\D/g, '');
    const chefe = await app.db.one<Row>(sql`
      update talentos set cpf = ${cpf} where id = (select min(id) from talentos where area_atual_id = ${area?.id} and situacao = 'A') returning id`);
    await app.db.query(sql`
      insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${area?.id}, 0, ${empresaId}, ${chefe?.id})`);
    const perfil = await app.db.one<Row>(sql`
      insert into perfis (nome, ativo, autoridades) values ('Gestora com salários', true,
        array['ROLE_CAD_TABELA_REAJUSTE', 'ROLE_CAD_TABELA_REAJUSTE_EDITAR', 'ROLE_CAD_REAJUSTE_COLABORADOR', 'ROLE_VER_SALARIO', 'ROLE_APLICAR_REAJUSTE']) returning id`);
    await app.db.query(sql`
      update usuarios_acessos set perfil_id = ${perfil?.id} where registro_id = (select id from usuarios where cpf = ${cpf})`);
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
    const gestora = await app.login(2);

    const tabela = await novaTabela();
    await coletivo('reajustes-colaboradores', tabela, { valorDissidio: 5 });
    const dela = (await ok<{ areas: (TotalFolha & Row)[] }>('GET', `${TABELAS}/${tabela.id}/total-folha`)).areas.find(
      ({ id }) => id === area?.id,
    );
    const confere = async () => {
      const { talentos, alcancados, totalAtual, totalProposto } = dela as TotalFolha;
      const dela_ = { talentos, alcancados, totalAtual, totalProposto };
      const folha = await ok<TotalFolha>('GET', `${TABELAS}/${tabela.id}/total-folha`, undefined, gestora);
      expect(folha).toMatchObject({ ...dela_, areas: [{ id: area?.id, ...dela_ }], avisos: { linhasColaboradores: alcancados } });
      expect(await ok('GET', `${TABELAS}/cenarios?ids=${tabela.id}`, undefined, gestora)).toMatchObject([{ folha: dela_ }]);
      const grupos = await ok<{ mulheres: number; homens: number }[]>(
        'GET',
        `${TABELAS}/${tabela.id}/equidade`,
        undefined,
        gestora,
      );
      expect(grupos.reduce((soma, { mulheres, homens }) => soma + mulheres + homens, 0)).toBeLessThanOrEqual(talentos);
      const daEmpresa = { quantidadeAplicada: null, totalAtual: null, totalProposto: null };
      expect(await ok('GET', `${TABELAS}/${tabela.id}`, undefined, gestora)).toMatchObject(daEmpresa);
      const { content } = await ok<{ content: Row[] }>(
        'GET',
        `${TABELAS}?page=0&busca=${tabela.nome as string}`,
        undefined,
        gestora,
      );
      expect(content).toMatchObject([{ id: tabela.id, ...daEmpresa }]);
      expect(await ok<Row[]>('GET', `${TABELAS}/${tabela.id}/colaboradores`, undefined, gestora)).toHaveLength(alcancados ?? 0);
    };
    await confere();
    expect((await gestora('POST', `${TABELAS}/${tabela.id}/aplicar`)).body).toMatchObject({
      message: expect.stringContaining('áreas pelas quais você não responde'),
    });
    const { id: _id, acoes: _acoes, ...lida } = await ok('GET', `${TABELAS}/${tabela.id}`, undefined, gestora);
    for (const recusa of [
      await gestora('POST', `${TABELAS}/${tabela.id}/recalcular`),
      await gestora('PUT', `${TABELAS}/${tabela.id}`, {
        ...inputOf(tabelasReajustes, lida),
        data: addDays(String(lida.data), 1),
      }),
    ])
      expect(recusa).toMatchObject({ status: 409, body: { code: 'RECALCULO_IMPEDIDO' } });
    await ok('POST', `${TABELAS}/${tabela.id}/aplicar`);
    expect((await ok('GET', `${TABELAS}/${tabela.id}`)).totalProposto).toBeGreaterThan(dela?.totalProposto ?? 0);
    await confere();
    await ok('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);
  });

  it('a payroll that its column cannot hold refuses no plan: that would tell who is paid by a band', async () => {
    const { faixa } = await app.db.only<{ faixa: number }>(sql`
      select h.faixa_salarial_id as faixa from talentos t join talentos_historicos h on h.registro_id = t.id and h.ate is null
      where t.empresa_id = ${app.empresas[0]} and t.situacao = 'A' and h.tipo_salario = '1' limit 1`);
    const tabela = await novaTabela();
    await ok('POST', `${ROOT}/reajustes-faixas-salariais`, {
      tabelaReajuste: tabela.id,
      faixaSalarial: faixa,
      valorProposto: 999_999_999_999,
    });
    await ok('POST', `${TABELAS}/${tabela.id}/aplicar-faixas-salariais`);
    expect((await ok('GET', `${TABELAS}/${tabela.id}`)).totalProposto).toBe(999_999_999_999.99);
    await ok('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);
  });
});
