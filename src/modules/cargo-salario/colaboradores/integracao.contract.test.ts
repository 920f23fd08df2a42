import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Client, done, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { type Planos, planosDe } from '#app/test-plans.server.ts';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { moveVersion } from '#platform/authority/access.server.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const HISTORICOS = '/api/cargo-salario/colaboradores/historicos';
const TABELAS = '/api/cargo-salario/tabelas-reajustes-colaboradores';

let app: TestApp;
let admin: Client;
let planos: Planos;

const integra = (sim: boolean) =>
  app.db.tx(async (tx) => {
    await tx.query(sql`update empresas set ac_integra = ${sim} where id = ${app.empresas[0]}`);
    await moveVersion(tx);
  });

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(12);
  admin = await app.login();
  planos = await planosDe(app, admin);
});
beforeEach(() => integra(true));
afterAll(() => app.close());

const ok = <T = Row>(method: string, url: string, body?: unknown) => done<T>(admin, method, url, body);
const pendencias = async () =>
  (await ok<{ detalhes: string; origem: string }[]>('GET', '/api/geral/pendencias-ac')).map(({ detalhes }) => detalhes);
const responde = (url: string, acao: string) => admin('POST', `${url}/integracao-ac`, { acao });

type Talento = Row & { nome: string; historicos: Row[] };
/** The n-th active talent whose history may still grow. */
async function talentoDeAmanha(n: number): Promise<Talento> {
  const row = await app.db.one<{ id: number }>(sql`
    select t.id from talentos t where t.empresa_id = ${app.empresas[0]} and t.situacao = 'A' and t.data_desligamento is null
      and not exists (select from talentos_historicos h where h.registro_id = t.id and h.data >= hoje()) order by t.id offset ${n} limit 1`);
  return ok<Talento>('GET', `${TALENTOS}/${row?.id}`);
}
const ultimo = ({ historicos }: Talento) => historicos.toSorted((a, b) => String(b.data).localeCompare(String(a.data)))[0] as Row;

/** A promotion from tomorrow on, as the screen of one entry sends it. */
async function promove(talento: Talento): Promise<Row> {
  const { id: _id, ate: _ate, status: _status, tabelaReajuste: _tabela, ...linha } = ultimo(talento);
  return ok('POST', HISTORICOS, { ...linha, motivo: 'P', data: addDays(today(), 1), colaborador: talento.id });
}

it('an entry made by hand waits for the personnel system, and is locked once it is confirmed', async () => {
  const talento = await talentoDeAmanha(0);
  const entrada = await promove(talento);
  expect(entrada.status).toBe('P');
  const espera = `Promoção de ${talento.nome} a partir de ${formatDate(addDays(today(), 1))} aguarda confirmação no sistema de pessoal`;
  expect(await pendencias()).toEqual([espera]);
  // Seen by whoever may open the entry; answered by whoever answers for the personnel system.
  const outro = await app.loginWithout(1, (name) => name === 'ROLE_INTEGRACAO_PESSOAL');
  expect((await outro('POST', `${HISTORICOS}/${entrada.id}/integracao-ac`, { acao: 'CONFIRMAR' })).status).toBe(403);

  expect(await responde(`${HISTORICOS}/${entrada.id}`, 'CONFIRMAR')).toMatchObject({ status: 200, body: { status: 'C' } });
  expect(await pendencias()).toEqual([]);
  expect(await responde(`${HISTORICOS}/${entrada.id}`, 'CONFIRMAR')).toMatchObject({
    status: 400,
    body: { code: 'NADA_AGUARDA' },
  });
  expect(await admin('DELETE', `${HISTORICOS}/${entrada.id}`)).toMatchObject({
    status: 409,
    body: { code: 'LINHA_GUARDADA', message: expect.stringContaining('confirmado pelo sistema de pessoal') },
  });
});

it('what the personnel system refuses is undone: the entry before goes on', async () => {
  const talento = await talentoDeAmanha(0);
  const entrada = await promove(talento);
  expect((await responde(`${HISTORICOS}/${entrada.id}`, 'CANCELAR')).status).toBe(204);
  const depois = await ok<Talento>('GET', `${TALENTOS}/${talento.id}`);
  expect(depois.historicos.map(({ id }) => id)).toEqual(talento.historicos.map(({ id }) => id));
  expect(await pendencias()).toEqual([]);
  const [trilha] = await ok<{ mudancas: object }[]>('GET', `${TALENTOS}/${talento.id}/historico`);
  expect(JSON.stringify(trilha)).toContain('historicos');
});

it('an entry that is changed waits again, and one that is removed waits no more', async () => {
  const talento = await talentoDeAmanha(0);
  const entrada = await promove(talento);
  const {
    id: _id,
    status: _status,
    ate: _ate,
    nome: _nome,
    salarioPago: _pago,
    cargo: _cargo,
    tabelaReajuste: _t,
    versao: _v,
    ...linha
  } = entrada;
  await ok('PUT', `${HISTORICOS}/${entrada.id}`, { ...linha, data: addDays(today(), 2) });
  expect(await pendencias()).toEqual([expect.stringContaining(formatDate(addDays(today(), 2)))]);
  await ok('DELETE', `${HISTORICOS}/${entrada.id}`);
  expect(await pendencias()).toEqual([]);
});

it('the entry of an admission waits with it, and is confirmed or cancelled with it', async () => {
  const { areaOrganizacional, faixaSalarial } = ultimo(await talentoDeAmanha(0)) as unknown as Record<string, Row>;
  const novo = (cpf: string) =>
    ok<Talento>('POST', TALENTOS, {
      nome: 'Rita Prado',
      cpf,
      sexo: 'F',
      vinculo: 'E',
      dataAdmissao: today(),
      historicos: [
        {
          data: today(),
          motivo: 'C',
          areaOrganizacional: areaOrganizacional?.id,
          faixaSalarial: faixaSalarial?.id,
          tipoSalario: '1',
        },
      ],
    });
  const [uma, outra] = [await novo('111.444.777-35'), await novo('390.533.447-05')];
  expect(uma.historicos[0]?.status).toBe('P');
  expect(await pendencias()).toHaveLength(2);
  expect(await responde(`${HISTORICOS}/${uma.historicos[0]?.id}`, 'CONFIRMAR')).toMatchObject({
    status: 400,
    body: { message: 'Este histórico é o da admissão, que ainda aguarda: responda por ela.' },
  });
  expect((await responde(`${TALENTOS}/${uma.id}`, 'CONFIRMAR')).body).toMatchObject({ historicos: [{ status: 'C' }] });
  expect((await responde(`${TALENTOS}/${outra.id}`, 'CANCELAR')).body).toMatchObject({ historicos: [{ status: 'X' }] });
  expect(await pendencias()).toEqual([]);
  // What was answered stays answered when the record comes back from the bin.
  expect((await admin('DELETE', `${TALENTOS}/${outra.id}`)).status).toBe(204);
  expect((await admin('POST', `${TALENTOS}/${outra.id}/restaurar`)).status).toBe(204);
  expect(await ok('GET', `${TALENTOS}/${outra.id}`)).toMatchObject({ statusAC: 'C', historicos: [{ status: 'X' }] });
  expect(await pendencias()).toEqual([]);
});

it('a dismissal that is cancelled is waited for no more, whoever wrote its day', async () => {
  const talento = await talentoDeAmanha(1);
  await app.db.query(sql`update talentos set codigo_ac = 'AC-9', status_ac = null where id = ${talento.id}`);
  const { id: _id, ...ficha } = await ok('GET', `${TALENTOS}/${talento.id}`);
  await ok('PUT', `${TALENTOS}/${talento.id}`, { ...ficha, dataDesligamento: today(), confirma: true });
  expect(await pendencias()).toEqual([`Desligamento de ${talento.nome} aguarda confirmação no sistema de pessoal`]);
  const motivo = await ok('POST', '/api/gestao-talentos/motivo-desligamento', {
    motivo: 'Fim de safra',
    turnover: true,
    ativo: true,
  });
  const feito = await ok('POST', '/api/gestao-talentos/desligamentos', {
    colaborador: talento.id,
    data: today(),
    motivo: motivo.id,
    tipo: 'SEM_JUSTA_CAUSA',
    avisoPrevio: 'INDENIZADO',
  });
  await ok('POST', `/api/gestao-talentos/desligamentos/${feito.id}/cancelar`, { confirma: true });
  expect(await ok('GET', `${TALENTOS}/${talento.id}`)).toMatchObject({ situacao: 'A', statusAC: null, dataDesligamento: null });
  expect(await pendencias()).toEqual([]);
});

it('without a personnel system an entry is confirmed at once', async () => {
  await integra(false);
  const talento = await talentoDeAmanha(1);
  const entrada = await promove(talento);
  expect(entrada.status).toBe('C');
  await ok('DELETE', `${HISTORICOS}/${entrada.id}`);
});

it('a realignment waits as a whole: confirmed, it is not cancelled any more; refused, it is taken back', async () => {
  await app.db.query(sql`
    update talentos_historicos set tipo_salario = '3', salario = 5000, indice_id = null, quantidade_indice = null
    where ate is null and data < hoje() and registro_id in (select id from talentos where situacao = 'A')`);
  for (const acao of ['CANCELAR', 'CONFIRMAR'] as const) {
    const tabela = await planos.completa({}, { tambemPorFaixaEIndice: false });
    const url = `${TABELAS}/${tabela.id}`;
    expect(await responde(url, acao)).toMatchObject({ status: 400, body: { code: 'TRANSICAO_IMPEDIDA' } });
    await ok('POST', `${url}/aplicar`, {});
    expect(await ok('GET', url)).toMatchObject({ aguardaPessoal: true, existeHistoricoConfirmado: false });
    expect(await pendencias()).toEqual([expect.stringContaining('aguarda confirmação no sistema de pessoal')]);
    const lancamento = await app.db.one<{ id: number }>(
      sql`select id from talentos_historicos where tabela_reajuste_id = ${tabela.id} limit 1`,
    );
    expect(await responde(`${HISTORICOS}/${lancamento?.id}`, 'CANCELAR')).toMatchObject({
      status: 409,
      body: { code: 'LINHA_GUARDADA' },
    });

    expect((await responde(url, acao)).status).toBe(200);
    expect(await pendencias()).toEqual([]);
    expect(await ok('GET', url)).toMatchObject({
      situacao: acao === 'CONFIRMAR' ? 'A' : 'C',
      aguardaPessoal: false,
      existeHistoricoConfirmado: acao === 'CONFIRMAR',
    });
    if (acao === 'CONFIRMAR')
      expect(await admin('POST', `${url}/cancelar-reajuste`)).toMatchObject({
        status: 400,
        body: { code: 'TRANSICAO_IMPEDIDA', message: expect.stringContaining('sistema de pessoal já confirmou') },
      });
  }
});
