import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Client, done, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { type Planos, planosDe, provador } from '#app/test-plans.server.ts';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { add, mul, round } from '#kit/br/decimal.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { fc } from '#kit/testing/fast-check.server.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import type { TotalFolha } from './painel.ts';

const ROOT = '/api/cargo-salario';
const TABELAS = `${ROOT}/tabelas-reajustes-colaboradores`;

let app: TestApp;
let client: Client;
let empresaId: number;
let planos: Planos;

beforeAll(async () => {
  app = await openTestApp();
  [empresaId = 0] = app.empresas;
  await app.seed(40);
  client = await app.login();
  planos = await planosDe(app, client);
});
afterAll(() => app.close());

const aplica = (tx: Tx, quem: Acting, { id }: Row, tipos: string[]) =>
  app.services.store('cargo-salario/tabelas-reajustes-colaboradores').transition(tx, quem, id, 'aplicar', { tipos });
const ok = <T = Row>(method: string, url: string, body?: unknown) => done<T>(client, method, url, body);
const novaTabela = (more?: object) => planos.nova(more);
const completa = (more?: object) => planos.completa(more, { tambemPorFaixaEIndice: false });

/** Every row that a realignment may touch, as text; `versao` only ever grows, so that whoever has a record open does not save over it. */
async function retrato(): Promise<Record<string, string[]>> {
  const tabelas = [
    'talentos',
    'talentos_historicos',
    'faixas_salariais',
    'faixas_salariais_historicos',
    'indices',
    'indices_historicos',
  ];
  const fotos: Record<string, string[]> = {};
  for (const tabela of tabelas)
    fotos[tabela] = (
      await app.db.query<{ linha: string }>({
        text: `select (to_jsonb(t) - 'versao')::text as linha from ${tabela} t order by t.id`,
      })
    ).map(({ linha }) => linha);
  return fotos;
}
const salarios = async () =>
  new Map(
    (
      await app.db.query<{ id: number; salario: string }>(
        sql`select id, salario_atual::text as salario from talentos where empresa_id = ${empresaId}`,
      )
    ).map(({ id, salario }) => [id, salario]),
  );
const recusa = (answer: Answer, message: RegExp, code = 'TRANSICAO_IMPEDIDA') =>
  expect(answer, JSON.stringify(answer.body)).toMatchObject({
    status: code === 'TRANSICAO_IMPEDIDA' ? 400 : 409,
    body: { code, message: expect.stringMatching(message) },
  });

/** Plans that a list filtered by them shows, with its count. */
const comAndamento = async (codes: string) => {
  const { content, totalElements } = await ok<{ content: Row[]; totalElements: number }>(
    'GET',
    `${TABELAS}?page=0&size=100&andamento=${codes}`,
  );
  expect(totalElements).toBe(content.length);
  return content.map(({ id }) => id);
};

let antes: Record<string, string[]>;
beforeEach(async () => {
  antes = await retrato();
});

describe('RUL-252: a table', () => {
  it('is applied, kind by kind or altogether, and cancelled, which restores every row', async () => {
    const tabela = await completa();
    const folha = await ok<TotalFolha>('GET', `${TABELAS}/${tabela.id}/total-folha`);
    for (const [caminho, partes, andamento] of [
      ['aplicar-indices', ['IA', 'FP', 'CP'], 'E'],
      ['aplicar-faixas-salariais', ['IA', 'FA', 'CP'], 'E'],
      ['aplicar-colaboradores', ['IA', 'FA', 'CA'], 'A'],
    ] as const) {
      await ok('POST', `${TABELAS}/${tabela.id}/${caminho}`);
      // Which part is applied is told beside the state of the whole.
      const { content } = await ok<{ content: Row[] }>('GET', `${TABELAS}?page=0&size=100`);
      expect(content.find(({ id }) => id === tabela.id)).toMatchObject({ situacao: 'A', partes, andamento });
      expect(await comAndamento(andamento)).toContain(tabela.id);
      expect(await comAndamento(`P,C,${andamento === 'E' ? 'A' : 'E'}`)).not.toContain(tabela.id);
      recusa(await client('POST', `${TABELAS}/${tabela.id}/${caminho}`), /já foram aplicados/);
    }
    const aplicada = await ok('GET', `${TABELAS}/${tabela.id}`);
    expect(aplicada).toMatchObject({ situacao: 'A', aprovada: true, ehUltimo: true, existeHistoricoConfirmado: false });
    expect(aplicada.totalAtual).toBe(folha.totalAtual);
    expect(aplicada.totalProposto).toBe(folha.totalProposto);
    // What people earn today is what the preview promised, and the preview of an applied table says the same as before.
    const soma = await app.db.one<{ total: number }>(
      sql`select sum(salario_atual)::float8 as total from talentos where empresa_id = ${empresaId} and situacao = 'A'`,
    );
    expect(soma?.total).toBe(folha.totalProposto);
    expect(await ok('GET', `${TABELAS}/${tabela.id}/total-folha`)).toMatchObject({
      totalAtual: folha.totalAtual,
      totalProposto: folha.totalProposto,
    });
    const novos = await app.db.query<{ n: number }>(sql`
      select (select count(*) from talentos_historicos where tabela_reajuste_id = ${tabela.id})::int as n
      union all select (select count(*) from faixas_salariais_historicos where tabela_reajuste_id = ${tabela.id})::int
      union all select (select count(*) from indices_historicos where tabela_reajuste_id = ${tabela.id})::int`);
    expect(novos.map(({ n }) => n)).toEqual([
      folha.avisos.linhasColaboradores,
      folha.avisos.linhasFaixas,
      folha.avisos.linhasIndices,
    ]);
    expect(await retrato()).not.toEqual(antes);

    await ok('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);
    expect(await retrato()).toEqual(antes);
    expect(await ok('GET', `${TABELAS}/${tabela.id}`)).toMatchObject({ situacao: 'C', aprovada: false });
    expect(await comAndamento('C')).toContain(tabela.id);
    recusa(await client('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`), /Só um reajuste aplicado/);
    recusa(await client('POST', `${TABELAS}/${tabela.id}/aplicar-colaboradores`), /foi cancelado/);

    // The next try begins with a copy.
    const { id } = await ok('POST', `${TABELAS}/${tabela.id}/copiar`);
    await ok('POST', `${TABELAS}/${id}/aplicar`);
    await ok('POST', `${TABELAS}/${id}/cancelar-reajuste`);
    expect(await retrato()).toEqual(antes);
  });

  it('is not copied once all names of copies are taken', async () => {
    const { id } = await completa();
    const copias = await app.db.query<{ id: number }>(sql`
      insert into tabelas_reajustes_colaboradores (empresa_id, nome, data, tipo_reajuste, situacao)
      select empresa_id, left(nome, 90) || ' (' || k || ')', data, tipo_reajuste, 'P' from tabelas_reajustes_colaboradores, generate_series(2, 1000) k where id = ${id}
      returning id`);
    expect(await client('POST', `${TABELAS}/${id}/copiar`)).toMatchObject({
      status: 409,
      body: { code: 'COPIAS_DEMAIS', message: expect.stringContaining('1.000 registros com o título') },
    });
    await app.db.query(sql`delete from tabelas_reajustes_colaboradores where id = any(${copias.map((one) => one.id)}::bigint[])`);
  });

  it('leaves a trail that masks what people earn', async () => {
    const tabela = await completa();
    await ok('POST', `${TABELAS}/${tabela.id}/aplicar`);
    const trilha = await app.db.query<{ tabela: string; mudancas: Record<string, unknown> }>(sql`
      select tabela, mudancas from auditoria where acao = 'A' and mudancas->'tabelaReajuste'->1->>'id' = ${String(tabela.id)}`);
    const linhas = await ok<TotalFolha>('GET', `${TABELAS}/${tabela.id}/total-folha`).then(({ avisos }) => avisos);
    const de = (nome: string) => trilha.filter((one) => one.tabela === nome);
    expect(de('talentos')).toHaveLength(linhas.linhasColaboradores);
    expect(de('faixas_salariais')).toHaveLength(linhas.linhasFaixas);
    for (const { mudancas } of de('talentos')) expect(mudancas.historicos).toEqual(['•••', '•••']);
    await ok('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);
  });

  it('asks an authority of its own to apply and to cancel', async () => {
    const tabela = await completa();
    const gestora = await app.login(2);
    expect((await gestora('POST', `${TABELAS}/${tabela.id}/aplicar`)).status).toBe(403);
    expect((await gestora('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`)).status).toBe(403);
    const outra = await app.login(0, app.empresas[1]);
    expect((await outra('POST', `${TABELAS}/${tabela.id}/aplicar`)).status).toBe(404);
    expect((await outra('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`)).status).toBe(404);
    expect(await retrato()).toEqual(antes);
  });
});

describe('two at once, and none at all', () => {
  it('lets one of two people win and tells the other', async () => {
    const tabela = await completa();
    const outro = await app.login(0);
    const respostas = await Promise.all(
      [client, outro, client, outro].map((send) => send('POST', `${TABELAS}/${tabela.id}/aplicar`)),
    );
    expect(respostas.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of respostas)
      if (status !== 200)
        expect([status, (body as Row).message]).toEqual([
          expect.toBeOneOf([400, 409]),
          expect.stringMatching(/sendo aplicado|já foram aplicados/),
        ]);
    const cancelamentos = await Promise.all(
      [client, outro].map((send) => send('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`)),
    );
    expect(cancelamentos.map(({ status }) => status)).toEqual(expect.arrayContaining([200, expect.toBeOneOf([400, 409])]));
    expect(await retrato()).toEqual(antes);
  });

  it('leaves nothing behind when its connection is killed in the middle', async () => {
    const tabela = await completa();
    await expect(
      app.db.tx(async (tx) => {
        await aplica(tx, provador(app), tabela, ['I', 'F', 'C']);
        const eu = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await app.db.query(sql`select pg_terminate_backend(${eu?.pid})`);
        // The signal is on its way: whatever runs meanwhile is cut short by it.
        await tx.query(sql`select pg_sleep(30)`);
      }),
    ).rejects.toThrow(/terminat|connection|EPIPE/i);
    expect(await retrato()).toEqual(antes);
    expect(await ok('GET', `${TABELAS}/${tabela.id}`)).toMatchObject({ situacao: 'P', aprovada: false });
  });
});

describe('what stands in the way', () => {
  const alguem = async () => {
    const row = await app.db.one<Row & { nome: string; area: number; faixa: number }>(sql`
      select id, nome, area_atual_id as area, faixa_atual_id as faixa from talentos where empresa_id = ${empresaId} and situacao = 'A' order by id desc limit 1`);
    return row as Row & { nome: string; area: number; faixa: number };
  };
  const linha = async (tabela: Row, quem: Awaited<ReturnType<typeof alguem>>, more: object = {}) =>
    ok('POST', `${ROOT}/reajustes-colaboradores`, {
      confirma: true,
      tabelaReajuste: tabela.id,
      colaborador: quem.id,
      areaOrganizacionalProposta: quem.area,
      faixaSalarialProposta: quem.faixa,
      tipoSalarioProposto: '3',
      salarioProposto: 7_777.77,
      ...more,
    });

  it('is told with the names that it concerns', async () => {
    const quem = await alguem();
    const vazia = await novaTabela();
    recusa(await client('POST', `${TABELAS}/${vazia.id}/aplicar-colaboradores`), /não tem linhas/);
    await linha(vazia, quem);
    await linha(vazia, quem, { salarioProposto: 8_000 });
    recusa(await client('POST', `${TABELAS}/${vazia.id}/aplicar`), new RegExp(`mais de uma linha para: ${quem.nome}`));
    const velha = await novaTabela({ data: '1990-01-01' });
    await linha(velha, quem);
    recusa(await client('POST', `${TABELAS}/${velha.id}/aplicar`), /Não há histórico anterior a 01\/01\/1990/);
    const admissao = await app.db.one<{ data: string }>(
      sql`select data_admissao::text as data from talentos where id = ${quem.id}`,
    );
    const nomeio = await novaTabela({ data: addDays(admissao?.data ?? '', 1) });
    await linha(nomeio, quem);
    const posteriores = await app.db.one(
      sql`select 1 from talentos_historicos where registro_id = ${quem.id} and data > ${admissao?.data}::date + 1`,
    );
    if (posteriores) recusa(await client('POST', `${TABELAS}/${nomeio.id}/aplicar`), /ou depois para/);
    expect(await retrato()).toEqual(antes);
  });

  it('is the ceiling, unless somebody with the authority says so', async () => {
    const quem = await alguem();
    const tabela = await novaTabela({ teto: 0.01 });
    await linha(tabela, quem, { salarioProposto: 99_999 });
    recusa(await client('POST', `${TABELAS}/${tabela.id}/aplicar`), /passa do teto deste planejamento/, 'ACIMA_DO_TETO');
    expect(await retrato()).toEqual(antes);
    // The preview says by how much, which is a reading of the payroll.
    const lidas = () =>
      app.db.query(
        sql`select 1 from auditoria where acao = 'L' and tabela = 'tabelas_reajustes_colaboradores' and registro_id = ${tabela.id} and mudancas -> 'colunas' ->> 1 = 'Folha de pagamento'`,
      );
    expect(await lidas()).toHaveLength(0);
    const previa = await ok<{ avisos: string[] }>('GET', `${TABELAS}/${tabela.id}/aplicar/previa`);
    expect(previa.avisos[0]).toMatch(/passa do teto de R\$\s0,01/);
    expect(await lidas()).toHaveLength(1);
    // Whoever does not see every area reads nothing of the payroll of others, whatever the figures are.
    const porArea = await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS');
    for (const teto of [0.01, 900_000]) {
      await app.db.query(sql`update tabelas_reajustes_colaboradores set teto = ${teto} where id = ${tabela.id}`);
      expect((await porArea('GET', `${TABELAS}/${tabela.id}/aplicar/previa`)).body).toEqual({
        motivos: ['O teto deste planejamento é da folha de toda a empresa. Peça a aplicação a quem vê todas as áreas.'],
        avisos: [],
      });
    }
    await app.db.query(sql`update tabelas_reajustes_colaboradores set teto = 0.01 where id = ${tabela.id}`);
    await ok('POST', `${TABELAS}/${tabela.id}/aplicar`, { autorizarTeto: true });
    // How many are paid otherwise by it is a count of what they are paid.
    const semVer = await app.loginWithout(2, (name) => name === 'ROLE_VER_SALARIO');
    expect(await ok('GET', `${TABELAS}/${tabela.id}`)).toMatchObject({ quantidadeAplicada: 1, alcancados: 1 });
    expect(await done(semVer, 'GET', `${TABELAS}/${tabela.id}`)).toMatchObject({ quantidadeAplicada: null, alcancados: null });
    expect((await semVer('GET', `${TABELAS}/${tabela.id}/cancelar/previa`)).body).toMatchObject({
      motivos: ['Este planejamento depende do que cada um recebe. Peça o cancelamento a quem vê salários.'],
    });
    // Of a company that hides salaries from everybody nobody can be asked.
    const exibe = (sim: boolean) =>
      app.db.tx(async (tx) => {
        await tx.query(sql`update empresas set exibir_salario = ${sim} where id = ${app.empresas[0]}`);
        await moveVersion(tx);
      });
    await exibe(false);
    expect((await client('GET', `${TABELAS}/${tabela.id}/cancelar/previa`)).body).toMatchObject({
      motivos: [
        'Este planejamento depende do que cada um recebe, e esta empresa não exibe salários a ninguém. Antes do cancelamento, ligue “Exibir salário” na configuração da empresa (Utilitário, Empresas).',
      ],
    });
    await exibe(true);
    await ok('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);
    expect(await retrato()).toEqual(antes);
  });

  it('are in the check of the plan, in the same words, where they are of the reader and not of its values', async () => {
    const comTeto = await novaTabela({ teto: 900_000 });
    await planos.coletivo('reajustes-faixas-salariais', comTeto);
    const deGente = await novaTabela();
    await linha(deGente, await alguem());
    const semVer = await app.loginWithout(2, (name) => name === 'ROLE_VER_SALARIO');
    const porQue = async (quem: Client, { id }: Row) => {
      const { naoAplica, acimaDoTeto } = await done<TotalFolha>(quem, 'GET', `${TABELAS}/${id}/total-folha`);
      const { motivos } = await done<{ motivos: string[] }>(quem, 'GET', `${TABELAS}/${id}/aplicar/previa`);
      expect(naoAplica === null ? [] : [naoAplica]).toEqual(motivos);
      return [naoAplica, acimaDoTeto];
    };
    const deSalarios = 'Este planejamento depende do que cada um recebe. Peça a aplicação a quem vê salários.';
    for (const tabela of [comTeto, deGente]) expect(await porQue(semVer, tabela)).toEqual([deSalarios, null]);
    // The payroll that they see is compared with no ceiling of the whole.
    const porArea = await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS');
    expect(await porQue(porArea, comTeto)).toEqual([expect.stringMatching(/^O teto deste planejamento é da folha/), null]);
    expect(await porQue(porArea, deGente)).toEqual([expect.stringMatching(/^O planejamento tem talentos de áreas/), null]);
    expect([await porQue(client, comTeto), await porQue(client, deGente)]).toEqual([
      [null, false],
      [null, null],
    ]);
  });

  it('are not told of whom a salary lacks, nor of how many, to whoever sees no salaries', async () => {
    const quem = await alguem();
    const tabela = await novaTabela();
    await linha(tabela, quem);
    await app.db.query(
      sql`update reajustes_colaboradores set salario_proposto = null, tipo_salario_proposto = '2' where tabela_reajuste_id = ${tabela.id}`,
    );
    const semVer = await app.loginWithout(2, (name) => name === 'ROLE_VER_SALARIO');
    const folha = (cliente: Client) => done<TotalFolha>(cliente, 'GET', `${TABELAS}/${tabela.id}/total-folha`);
    expect((await folha(client)).avisos.semSalario).toBe(1);
    expect((await folha(semVer)).avisos.semSalario).toBeNull();
    expect((await semVer('POST', `${TABELAS}/${tabela.id}/remover-linhas?motivo=sem-salario`, {})).status).toBe(403);
    const { nome } = await app.db.only<{ nome: string }>(sql`select nome from talentos where id = ${quem.id}`);
    recusa(await semVer('POST', `${TABELAS}/${tabela.id}/aplicar`), /^Este planejamento depende do que cada um recebe/);
    recusa(await client('POST', `${TABELAS}/${tabela.id}/aplicar`), new RegExp(`Falta o salário proposto de: ${nome}`));
  });

  it('of a cancellation are a later history, a changed one and a confirmed one', async () => {
    const quem = await alguem();
    const tabela = await novaTabela({ data: addDays(today(), -1) });
    await linha(tabela, quem);
    const impedida = await client('POST', `${TABELAS}/${tabela.id}/aplicar`);
    expect(impedida.status, JSON.stringify(impedida.body)).toBe(200);
    const cancelar = () => client('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);

    const posterior = await ok('POST', `${ROOT}/colaboradores/historicos`, {
      colaborador: quem.id,
      data: addDays(today(), 10),
      motivo: 'T',
      areaOrganizacional: quem.area,
      faixaSalarial: quem.faixa,
      tipoSalario: '1',
      confirma: true,
    });
    recusa(await cancelar(), new RegExp(`históricos posteriores a ele para ${quem.nome}`));
    await ok('DELETE', `${ROOT}/colaboradores/historicos/${posterior.id}`);

    const criado = await app.db.one<{ id: number }>(
      sql`select id from talentos_historicos where tabela_reajuste_id = ${tabela.id}`,
    );
    recusa(
      await client('DELETE', `${ROOT}/colaboradores/historicos/${criado?.id}`),
      /criado pelo realinhamento/,
      'LINHA_GUARDADA',
    );
    // Neither does the form of the whole talent change or drop it; it says the same sentence, and saves what else changed.
    const { id: _id, ...talento } = await ok<Row & { historicos: Row[] }>('GET', `/api/gestao-talentos/talentos/${quem.id}`);
    const salva = (historicos: object[]) =>
      client('PUT', `/api/gestao-talentos/talentos/${quem.id}`, { ...talento, observacao: 'Conferido', historicos });
    const outras = talento.historicos.filter((entry) => entry.id !== criado?.id);
    for (const historicos of [
      outras,
      talento.historicos.map((entry) => (entry.id === criado?.id ? { ...entry, salario: 1 } : entry)),
      talento.historicos.map((entry) => (entry.id === criado?.id ? { ...entry, data: addDays(today(), -2) } : entry)),
    ])
      recusa(await salva(historicos), /criado pelo realinhamento “.*”\. Cancele o reajuste/, 'LINHA_GUARDADA');
    expect((await salva(talento.historicos)).status).toBe(200);
    await app.db.query(sql`update talentos_historicos set salario = 1 where id = ${criado?.id}`);
    recusa(await cancelar(), /alterado ou excluído/);
    await app.db.query(sql`update talentos_historicos set salario = 7777.77 where id = ${criado?.id}`);
    const [{ estabelecimento } = { estabelecimento: null }] = await app.db.query<{ estabelecimento: number | null }>(
      sql`select estabelecimento_id as estabelecimento from talentos_historicos where id = ${criado?.id}`,
    );
    expect(estabelecimento).not.toBeNull();
    await app.db.query(sql`update talentos_historicos set estabelecimento_id = null where id = ${criado?.id}`);
    recusa(await cancelar(), /alterado ou excluído/);
    await app.db.query(sql`update talentos_historicos set estabelecimento_id = ${estabelecimento} where id = ${criado?.id}`);

    await app.db.query(sql`update empresas set ac_integra = true where id = ${empresaId}`);
    expect((await ok('GET', `${TABELAS}/${tabela.id}`)).existeHistoricoConfirmado).toBe(true);
    recusa(await cancelar(), /sistema de pessoal já confirmou/);
    await app.db.query(sql`update empresas set ac_integra = false where id = ${empresaId}`);
    expect((await cancelar()).status).toBe(200);
    // The talent itself went through its own form meanwhile.
    expect((await retrato()).talentos_historicos).toEqual(antes.talentos_historicos);
  });
});

describe('random tables', () => {
  it('do to everybody what a simple model says, and undo it', async () => {
    const talentos = await app.db.query<{
      id: number;
      area: number;
      faixa: number;
      tipo: string;
      indice: number | null;
      quantidade: string | null;
      salario: string | null;
    }>(sql`
      select t.id, h.area_organizacional_id as area, h.faixa_salarial_id as faixa, h.tipo_salario as tipo, h.indice_id as indice, h.quantidade_indice::text as quantidade, h.salario::text as salario
      from talentos t join talentos_historicos h on h.registro_id = t.id and h.ate is null where t.empresa_id = ${empresaId} and t.situacao = 'A' order by t.id`);
    const faixas = await app.db.query<{
      id: number;
      tipo: string;
      indice: number | null;
      quantidade: string | null;
      valor: string | null;
    }>(sql`
      select f.id, h.tipo, h.indice_id as indice, h.quantidade::text, h.valor::text from faixas_salariais f
      join lateral (select * from faixas_salariais_historicos x where x.registro_id = f.id and x.tipo <> '1' order by x.data desc limit 1) h on true where f.empresa_id = ${empresaId} order by f.id`);
    const [indice = 0] = await app.ids('indices');
    const valorDoIndice = await app.db.one<{ valor: string }>(
      sql`select valor::text from indices_historicos where registro_id = ${indice} and ate is null`,
    );
    const linha = fc.record({
      quem: fc.nat(talentos.length - 1),
      faixa: fc.nat(faixas.length - 1),
      tipo: fc.constantFrom('1', '2', '3'),
      centavos: fc.integer({ min: 100_000, max: 3_000_000 }),
      quantidade: fc.integer({ min: 5_000, max: 80_000 }),
    });
    const plano = fc.record({
      linhas: fc.uniqueArray(linha, { selector: ({ quem }) => quem, maxLength: 6 }),
      faixas: fc.uniqueArray(
        fc.record({ faixa: fc.nat(faixas.length - 1), centavos: fc.integer({ min: 100_000, max: 3_000_000 }) }),
        {
          selector: ({ faixa }) => faixa,
          maxLength: 4,
        },
      ),
      indice: fc.option(fc.integer({ min: 100_000, max: 300_000 })),
    });
    const reais = (centavos: number) => (centavos / 100).toFixed(2);
    await fc.assert(
      fc.asyncProperty(plano, async (sorteado) => {
        fc.pre(sorteado.linhas.length + sorteado.faixas.length > 0 || sorteado.indice !== null);
        const tabela = await novaTabela();
        if (sorteado.indice !== null)
          await ok('POST', `${ROOT}/reajustes-indices`, {
            tabelaReajuste: tabela.id,
            indice,
            valorProposto: sorteado.indice / 100,
          });
        for (const { faixa, centavos } of sorteado.faixas)
          await ok('POST', `${ROOT}/reajustes-faixas-salariais`, {
            tabelaReajuste: tabela.id,
            faixaSalarial: faixas[faixa]?.id,
            valorProposto: centavos / 100,
          });
        for (const { quem, faixa, tipo, centavos, quantidade } of sorteado.linhas)
          await ok('POST', `${ROOT}/reajustes-colaboradores`, {
            confirma: true,
            tabelaReajuste: tabela.id,
            colaborador: talentos[quem]?.id,
            areaOrganizacionalProposta: talentos[quem]?.area,
            faixaSalarialProposta: faixas[faixa]?.id,
            tipoSalarioProposto: tipo,
            ...(tipo === '2' ? { indiceProposto: indice, quantidadeIndiceProposto: quantidade / 10_000 } : {}),
            ...(tipo === '3' ? { salarioProposto: centavos / 100 } : {}),
          });

        // The model: three maps and one function.
        const doIndice = sorteado.indice === null ? (valorDoIndice?.valor ?? '0') : reais(sorteado.indice);
        const daFaixa = new Map(
          faixas.map(({ id, tipo, quantidade, valor }) => [
            id,
            tipo === '3' ? (valor ?? '0') : round(mul(quantidade ?? '0', doIndice), 2),
          ]),
        );
        for (const { faixa, centavos } of sorteado.faixas) daFaixa.set(faixas[faixa]?.id ?? 0, reais(centavos));
        const pago = (tipo: string, faixa: number, quantidade: string | null, salario: string | null) =>
          tipo === '1'
            ? (daFaixa.get(faixa) ?? '0')
            : tipo === '2'
              ? round(mul(quantidade ?? '0', doIndice), 2)
              : (salario ?? '0');
        const esperado = new Map(
          talentos.map(({ id, tipo, faixa, quantidade, salario }) => [id, pago(tipo, faixa, quantidade, salario)]),
        );
        for (const { quem, faixa, tipo, centavos, quantidade } of sorteado.linhas)
          esperado.set(talentos[quem]?.id ?? 0, pago(tipo, faixas[faixa]?.id ?? 0, String(quantidade / 10_000), reais(centavos)));
        const total = [...esperado.values()].reduce((a, b) => add(a, b), '0');

        const folha = await ok<TotalFolha>('GET', `${TABELAS}/${tabela.id}/total-folha`);
        expect(folha.totalProposto).toBe(Number(total));
        await ok('POST', `${TABELAS}/${tabela.id}/aplicar`);
        const agora = await salarios();
        for (const [id, salario] of esperado) expect(Number(agora.get(id)), `talento ${id}`).toBe(Number(salario));
        await ok('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);
        expect(await retrato()).toEqual(antes);
      }),
      { numRuns: 12 },
    );
  });
});
