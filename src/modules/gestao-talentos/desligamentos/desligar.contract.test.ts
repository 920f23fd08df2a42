import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const TABELAS = '/api/cargo-salario/tabelas-reajustes-colaboradores';
const LINHAS = '/api/cargo-salario/reajustes-colaboradores';
const dia = (n: number) => addDays(today(), n);

let app: TestApp;
let client: Client;
let motivo: number;
/** people who work here, each with an entry that has begun and none to come */
let quem: Row[];

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  client = await app.login();
  motivo = (await first('/api/gestao-talentos/motivo-desligamento')).id;
  const { content } = await done<{ content: Row[] }>(client, 'GET', `${TALENTOS}?page=0&size=30&situacao=A`);
  quem = [];
  for (const { id } of content) {
    const talento = await done<Row & { historicos: Row[] }>(client, 'GET', `${TALENTOS}/${id}`);
    if (talento.dataDesligamento === null && talento.historicos.every(({ data }) => String(data) < today())) quem.push(talento);
  }
});
afterAll(() => app.close());

const first = async (url: string) => (await done<{ content: Row[] }>(client, 'GET', `${url}?page=0&size=1`)).content[0] as Row;
const proximo = (): Row => quem.shift() as Row;
const saida = (data: string, mais: object = {}) => ({ data, motivo, tipo: 'PEDIDO', avisoPrevio: 'NAO_SE_APLICA', ...mais });
const salarioEm = async (id: number) =>
  app.db.query<{ data: string; salario: string | null }>({
    text: 'select data::text as data, salario from talentos_historicos where registro_id = $1 order by data',
    values: [id],
  });

/** A raise from a day to come, applied to some people. */
async function reajusta(data: string, ...talentos: Row[]): Promise<{ tabela: number; linhas: number[] }> {
  const tabela = await done(client, 'POST', TABELAS, { nome: `Reajuste ${talentos[0]?.id} ${data}`, data, tipoReajuste: 'P' });
  const linhas: number[] = [];
  for (const { id, areaAtual, faixaAtual, estabelecimentoAtual, salarioAtual } of talentos)
    linhas.push(
      (
        await done(client, 'POST', LINHAS, {
          tabelaReajuste: tabela.id,
          colaborador: id,
          areaOrganizacionalProposta: (areaAtual as Row).id,
          estabelecimentoProposto: (estabelecimentoAtual as Row | null)?.id ?? null,
          faixaSalarialProposta: (faixaAtual as Row).id,
          tipoSalarioProposto: '3',
          salarioProposto: Math.round(Number(salarioAtual) * 1.05),
          confirma: true,
        })
      ).id,
    );
  await done(client, 'POST', `${TABELAS}/${tabela.id}/aplicar`, {});
  return { tabela: tabela.id, linhas };
}

it('a last day is no field of the form: only imports and the personnel system write it', async () => {
  const cliente = await app.loginWithout(1, (authority) => authority === 'ROLE_INTEGRACAO_PESSOAL');
  const { id, ...talento } = proximo();
  const answer = await cliente('PUT', `${TALENTOS}/${id}`, { ...talento, dataDesligamento: dia(0) });
  expect(faultsOf(answer)).toEqual([
    'dataDesligamento: A data de desligamento não é digitada: use Desligar, ou mude ou cancele o desligamento em Desligamentos.',
  ]);
  expect((await client('PUT', `${TALENTOS}/${id}`, { ...talento, dataDesligamento: dia(0) })).status).toBe(200);
});

it('a planned raise after the last day is annulled with the dismissal, of this person alone', async () => {
  const [sai, fica] = [proximo(), proximo()];
  const antes = await salarioEm(sai.id);
  const { tabela } = await reajusta(dia(9), sai, fica);
  expect(await salarioEm(sai.id)).toHaveLength(antes.length + 1);
  expect(faultsOf(await client('POST', `${TALENTOS}/${sai.id}/desligar`, saida(dia(2))))).toEqual([
    'data: Existe histórico de cargos e salários posterior à data de desligamento.',
  ]);
  const previa = await done<{ previstos: { nome: string }[]; futura: boolean }>(
    client,
    'GET',
    `${TALENTOS}/${sai.id}/desligar/previa?data=${dia(2)}`,
  );
  expect(previa).toMatchObject({
    futura: true,
    previstos: [{ data: dia(9), nome: expect.stringMatching(/^Promoção de .* \(Reajuste/) }],
  });
  const feito = await done<Row>(client, 'POST', `${TALENTOS}/${sai.id}/desligar`, saida(dia(2), { anularPrevistos: true }));
  expect(await salarioEm(sai.id)).toEqual(antes);
  const outro = await done<Row>(client, 'POST', `${TALENTOS}/${proximo().id}/desligar`, saida(dia(2)));
  const aoCancelar = (id: number) => done(client, 'GET', `/api/gestao-talentos/desligamentos/${id}/cancelar/previa`);
  expect(await aoCancelar(outro.id)).toMatchObject({ avisos: [] });
  expect(await aoCancelar(feito.id)).toMatchObject({ avisos: [expect.stringContaining('não traz de volta')] });
  expect((await salarioEm(fica.id)).at(-1)?.data).toBe(dia(9));
  expect(await done(client, 'GET', `${TALENTOS}/${sai.id}`)).toMatchObject({ situacao: 'A', dataDesligamento: dia(2) });
  // The plan is still cancelled for all others.
  expect((await client('POST', `${TABELAS}/${tabela}/cancelar`, {})).status).toBe(200);
  expect((await salarioEm(fica.id)).at(-1)?.data).not.toBe(dia(9));
});

it('whoever is dismissed, today or on a day to come, is offered no second dismissal', async () => {
  for (const quando of [0, 5]) {
    const { id } = proximo();
    await done(client, 'POST', `${TALENTOS}/${id}/desligar`, saida(dia(quando)));
    const { acoes, situacao } = await done<Row & { acoes: string[] }>(client, 'GET', `${TALENTOS}/${id}`);
    expect(situacao).toBe('A');
    expect(acoes).not.toContain('desligar');
    expect(acoes).toContain('ver-desligamento');
    expect(acoes).not.toContain('promover');
  }
});

it('a line of an applied plan is annulled for its person, once, and a refused dismissal annuls nothing', async () => {
  const [um_, outro] = [proximo(), proximo()];
  const antes = await salarioEm(um_.id);
  const { linhas } = await reajusta(dia(9), um_, outro);
  const recusado = await client('POST', `${TALENTOS}/${um_.id}/desligar`, saida(dia(-9_000), { anularPrevistos: true }));
  expect(recusado.status).toBe(400);
  expect(await salarioEm(um_.id)).toHaveLength(antes.length + 1);
  const semDireito = await app.loginWithout(1, (authority) => authority === 'ROLE_CANCELAR_REAJUSTE');
  expect((await semDireito('POST', `${LINHAS}/${linhas[0]}/anular`)).status).toBe(403);
  const comReajuste = await salarioEm(um_.id);
  expect((await client('POST', `${LINHAS}/${linhas[0]}/anular`)).status).toBe(204);
  const linha = await app.db.only<{ id: number; de: unknown[]; para: unknown[]; anulados: string[] }>({
    text: `select id, mudancas->'historicos'->0 as de, mudancas->'historicos'->1 as para, mudancas->'anulados' as anulados
      from auditoria where tabela = 'talentos' and registro_id = $1 and mudancas ? 'anulados' order by id desc limit 1`,
    values: [um_.id],
  });
  expect([linha.de, linha.para].map((entradas) => entradas.length)).toEqual([comReajuste.length, antes.length]);
  expect(linha.anulados[0]).toMatch(/ de \d\d\/\d\d\/\d{4} \(/);
  const lida = JSON.stringify((await client('GET', `/api/utilitario/log/${linha.id}/alteracoes`)).body);
  expect(lida).toContain(
    String(Number(comReajuste.at(-1)?.salario))
      .split('.')[0]
      ?.slice(-3),
  );
  expect(await salarioEm(um_.id)).toEqual(antes);
  expect(await done(client, 'GET', `${LINHAS}/${linhas[0]}`)).toMatchObject({ anulada: true });
  expect(await done(client, 'GET', `${LINHAS}/${linhas[1]}`)).toMatchObject({ anulada: false });
  expect((await client('POST', `${LINHAS}/${linhas[0]}/anular`)).status).toBe(409);
});

it('whoever may neither change a history nor cancel a raise annuls nothing by a dismissal', async () => {
  const planejado = proximo();
  await reajusta(dia(9), planejado);
  const passado = quem.find(({ historicos }) => (historicos as Row[]).length > 1) as Row;
  const [{ data: desde }] = passado.historicos as [{ data: string }];
  const semHistorico = ['ROLE_CAD_TALENTO_EDITAR', 'ROLE_CANCELAR_REAJUSTE'];
  for (const [alvo, quando, falta] of [
    [planejado, dia(2), ['ROLE_CANCELAR_REAJUSTE']],
    [passado, desde, ['ROLE_CAD_TALENTO_EDITAR']],
  ] as const) {
    const antes = await salarioEm(alvo.id);
    for (const lacks of [falta, semHistorico] as readonly (readonly string[])[]) {
      const quem_ = await app.loginWithout(1, (authority) => lacks.includes(authority));
      expect(await done(quem_, 'GET', `${TALENTOS}/${alvo.id}/desligar/previa?data=${quando}`)).toMatchObject({
        podeAnular: false,
      });
      const recusado = await quem_('POST', `${TALENTOS}/${alvo.id}/desligar`, saida(quando, { anularPrevistos: true }));
      expect(recusado).toMatchObject({ status: 403, body: { message: expect.stringMatching(/^Para anular/) } });
    }
    expect(await salarioEm(alvo.id)).toEqual(antes);
    expect(await done(client, 'GET', `${TALENTOS}/${alvo.id}/desligar/previa?data=${quando}`)).toMatchObject({
      podeAnular: true,
    });
  }
});
