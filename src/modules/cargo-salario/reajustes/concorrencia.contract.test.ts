import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, done, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { type Planos, planosDe, provador } from '#app/test-plans.server.ts';
import type { Acting } from '#kit/acting/acting.server.ts';
import { cpf } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { atualizaAtuais, atualizaPelaFaixa, atualizaPeloIndice } from '#modules/gestao-talentos/public.server.ts';
import { travaPlanejamento, travaUmaLinha } from './locks.server.ts';

const ROOT = '/api/cargo-salario';
const TABELAS = `${ROOT}/tabelas-reajustes-colaboradores`;

let app: TestApp;
let client: Client;
let empresaId: number;
let acting: Acting;
let planos: Planos;

beforeAll(async () => {
  app = await openTestApp({ DATABASE_POOL: '12' });
  [empresaId = 0] = app.empresas;
  await app.seed(60);
  client = await app.login();
  planos = await planosDe(app, client);
  acting = provador(app);
});
afterAll(() => app.close());

const aplica = (tx: Tx, quem: Acting, { id }: Row, tipos: string[]) =>
  app.services.store('cargo-salario/tabelas-reajustes-colaboradores').transition(tx, quem, id, 'aplicar', { tipos });
const ok = <T = Row>(method: string, url: string, body?: unknown) => done<T>(client, method, url, body);
const linhasDe = (tabela: Row) => planos.linhas(tabela);

/** What stands beside the talents is what their histories, the bands and the indices say. */
async function exigeAtuais() {
  const foto = (tx: Tx) => tx.query(sql`select to_jsonb(t) as t from talentos t where empresa_id = ${empresaId} order by id`);
  await app.db.tx(async (tx) => {
    const antes = await foto(tx);
    await atualizaAtuais(tx, today(), sql`x.empresa_id = ${empresaId}`);
    expect(await foto(tx)).toEqual(antes);
  });
}
/** Waits until a request stands at somebody else's lock. */
const alguemEspera = () =>
  expect
    .poll(
      async () =>
        (
          await app.db.one<{ n: number }>(sql`
            select count(*)::int as n from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`)
        )?.n,
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);

/** Runs `work` in a transaction that stays open while `during` runs. */
async function enquanto<T>(work: (tx: Tx) => Promise<unknown>, during: () => Promise<T>): Promise<T> {
  return app.db.tx(async (tx) => {
    await work(tx);
    return during();
  });
}
const ocupado = (answer: Answer) =>
  expect(answer, JSON.stringify(answer.body)).toMatchObject({
    status: 409,
    body: { code: 'REAJUSTE_IMPEDIDO', message: expect.stringContaining('neste momento. Tente novamente em instantes.') },
  });

const travasPresas = () =>
  app.db.query(sql`
    select l.objid from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and l.locktype = 'advisory'`);

describe('while somebody works on a whole plan', () => {
  it('its lines, and the plan itself, are refused with a sentence, and other plans are not', async () => {
    const tabela = await planos.completa();
    const outra = await planos.completa();
    const [linha] = (await linhasDe(tabela)) as [Row];
    const [vizinha] = (await linhasDe(outra)) as [Row];
    const corpo = (de: Row, more: object = {}) => {
      const { id: _id, versao: _versao, ...resto } = de;
      return { ...resto, observacao: 'Conferida', ...more };
    };
    const url = `${ROOT}/reajustes-colaboradores`;
    await enquanto(
      (tx) => travaPlanejamento(tx, empresaId, tabela.id),
      async () => {
        ocupado(await client('POST', url, corpo(linha)));
        ocupado(await client('PUT', `${url}/${linha.id}`, corpo(linha)));
        ocupado(await client('PUT', `${url}/${vizinha.id}`, corpo(vizinha, { tabelaReajuste: { id: tabela.id } })));
        ocupado(await client('DELETE', `${url}/${linha.id}`));
        ocupado(await client('POST', `${ROOT}/reajustes-indices`, { tabelaReajuste: tabela.id, indice: 1, valorProposto: 1 }));
        ocupado(await client('POST', `${TABELAS}/${tabela.id}/recalcular`));
        ocupado(await client('DELETE', `${TABELAS}/${tabela.id}`));
        ocupado(await client('POST', `${TABELAS}/${tabela.id}/copiar`));
        expect((await client('PUT', `${url}/${vizinha.id}`, corpo(vizinha))).status).toBe(200);
        expect((await client('GET', `${TABELAS}/${tabela.id}/colaboradores?page=0`)).status).toBe(200);
      },
    );
    expect((await client('PUT', `${url}/${linha.id}`, corpo(linha))).status).toBe(200);
    for (const { id } of [tabela, outra]) await ok('DELETE', `${TABELAS}/${id}`);
  }, 60_000);

  it('waits a moment for those who save a line, and then says so', async () => {
    const tabela = await planos.completa();
    await enquanto(
      (tx) => travaUmaLinha(tx, tabela.id),
      async () => {
        ocupado(await client('POST', `${TABELAS}/${tabela.id}/aplicar`));
        // Two people save lines of one plan side by side.
        const [linha] = (await linhasDe(tabela)) as [Row];
        expect((await client('DELETE', `${ROOT}/reajustes-colaboradores/${linha.id}`)).status).toBe(204);
      },
    );
    await ok('DELETE', `${TABELAS}/${tabela.id}`);
  });
});

describe('while a plan is applied', () => {
  it('whoever saves a band that pays its people waits, and reckons with what was applied', async () => {
    const tabela = await planos.nova();
    await planos.coletivo('reajustes-colaboradores', tabela);
    const [linha] = (await linhasDe(tabela)) as [Row];
    const { id, ...faixa } = await ok<Row & { historicos: Row[] }>(
      'GET',
      `${ROOT}/faixas-salariais/${(linha.faixaSalarialAtual as Row).id}`,
    );
    const historicos = [...faixa.historicos.filter(({ data }) => data !== today()), { data: today(), tipo: '3', valor: 12_345 }];
    const salva = await enquanto(
      (tx) => aplica(tx, acting, tabela, ['C']),
      async () => {
        const resposta = client('PUT', `${ROOT}/faixas-salariais/${id}`, { ...faixa, historicos });
        await alguemEspera();
        return { resposta };
      },
    );
    expect((await salva.resposta).status).toBe(200);
    await exigeAtuais();
    await ok('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);
    const { versao: _versao, ...antes } = faixa;
    await ok('PUT', `${ROOT}/faixas-salariais/${id}`, antes);
    await exigeAtuais();
  });

  it('whoever only names its talents, bands and indices does not wait', async () => {
    const tabela = await planos.completa();
    const rascunho = await planos.nova();
    const [linha] = (await linhasDe(tabela)) as [Row];
    await enquanto(
      (tx) => aplica(tx, acting, tabela, ['I', 'F', 'C']),
      async () => {
        const { id: _id, versao: _versao, ...nova } = linha;
        expect((await client('POST', `${ROOT}/reajustes-colaboradores`, { ...nova, tabelaReajuste: rascunho.id })).status).toBe(
          201,
        );
      },
    );
    await ok('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);
    await ok('DELETE', `${TABELAS}/${rascunho.id}`);
  });

  it('whoever moved a talent before has been heard: the plan is refused until it was reckoned anew', async () => {
    const tabela = await planos.nova();
    await planos.coletivo('reajustes-colaboradores', tabela);
    const [linha] = (await linhasDe(tabela)) as [Row];
    const colaborador = linha.colaborador as Row & { nome: string };
    const atual = (linha.areaOrganizacionalAtual as Row).id;
    const movido = await ok('POST', `${ROOT}/colaboradores/historicos`, {
      colaborador: colaborador.id,
      data: addDays(today(), -1),
      motivo: 'T',
      areaOrganizacional: planos.areas.find((id) => id !== atual),
      faixaSalarial: (linha.faixaSalarialAtual as Row).id,
      tipoSalario: '1',
    });
    expect(await client('POST', `${TABELAS}/${tabela.id}/aplicar`)).toMatchObject({
      status: 400,
      body: { code: 'TRANSICAO_IMPEDIDA', message: expect.stringMatching(`mudou .*: ${colaborador.nome}\\. Recalcule`) },
    });
    await ok('POST', `${TABELAS}/${tabela.id}/recalcular`);
    await ok('POST', `${TABELAS}/${tabela.id}/aplicar`);
    await ok('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`);
    await ok('DELETE', `${ROOT}/colaboradores/historicos/${movido.id}`);
    await exigeAtuais();
  });
});

describe('somebody was paid otherwise meanwhile', () => {
  it('tells who sees salaries of whom, and nobody else anything (ADR 13)', async () => {
    const tabela = await planos.nova();
    await planos.coletivo('reajustes-colaboradores', tabela);
    const cego = await app.loginWithout(2, (name) => name === 'ROLE_VER_SALARIO');
    const ouve = async () => [
      (await cego('GET', `${TABELAS}/${tabela.id}/aplicar/previa`)).body,
      (await cego('POST', `${TABELAS}/${tabela.id}/aplicar`)).body,
    ];
    const antes = await ouve();
    const motivos = ['Este planejamento depende do que cada um recebe. Peça a aplicação a quem vê salários.'];
    expect(antes).toMatchObject([
      { motivos, avisos: [] },
      { code: 'TRANSICAO_IMPEDIDA', motivos },
    ]);
    const [linha] = (await linhasDe(tabela)) as [Row];
    await app.db.query(sql`update reajustes_colaboradores set salario_atual = salario_atual - 1 where id = ${linha.id}`);
    expect(JSON.stringify(await ouve())).toBe(JSON.stringify(antes));
    const { nome } = linha.colaborador as Row & { nome: string };
    expect((await client('GET', `${TABELAS}/${tabela.id}/aplicar/previa`)).body).toMatchObject({
      motivos: [expect.stringMatching(`mudou .*: ${nome}\\. Recalcule`)],
    });
    await ok('DELETE', `${TABELAS}/${tabela.id}`);
  });
});

describe('while a value is saved', () => {
  it.each([
    ['faixas_salariais', 'hired'],
    ['indices', 'hired'],
    ['faixas_salariais', 'moved'],
    ['indices', 'moved'],
  ])('in %s, whoever is %s and then paid by it waits, and earns what it is worth then', async (tabela, como) => {
    const historicos = sql`${raw(`${tabela}_historicos`)}`;
    const paga = tabela === 'indices' ? sql`fh.indice_id = v.id` : sql`fh.registro_id = v.id and fh.tipo = '3'`;
    const valor = (await app.db.one(sql`
      select v.id, fh.registro_id as faixa, h.valor::text as antes from ${raw(tabela)} v join ${historicos} h on h.registro_id = v.id and h.ate is null
      join faixas_salariais_historicos fh on ${paga} and fh.ate is null where v.empresa_id = ${empresaId} order by v.id limit 1`)) as {
      id: number;
      faixa: number;
      antes: string;
    };
    const muda = (tx: Pick<Tx, 'query'>, para: string) =>
      tx.query(sql`update ${historicos} set valor = ${para}::numeric where registro_id = ${valor.id} and ate is null`);
    const lugar = {
      data: today(),
      areaOrganizacional: planos.areas[0],
      faixaSalarial: valor.faixa,
      estabelecimento: (await app.ids('estabelecimentos'))[0],
      tipoSalario: '1',
    };
    // Who stands elsewhere, so that a save of the value does not know of them.
    const outro = await app.db.one<{ id: number }>(sql`
        select t.id from talentos t where t.empresa_id = ${empresaId} and t.situacao = 'A' and t.data_admissao < ${today()}
          and t.faixa_atual_id in (select f.registro_id from faixas_salariais_historicos f where f.tipo = '3' and f.ate is null and f.registro_id <> ${valor.faixa})
          and not exists (select from talentos_historicos h where h.registro_id = t.id and (h.data >= ${today()} or h.indice_id is not null)) order by t.id limit 1`);
    const chega = () =>
      como === 'hired'
        ? client('POST', '/api/gestao-talentos/talentos', {
            nome: `Quem chega por ${tabela}`,
            cpf: cpf.sample(70_000_000 + tabela.length),
            sexo: 'F',
            vinculo: 'E',
            dataAdmissao: today(),
            historicos: [{ ...lugar, motivo: 'C' }],
          })
        : client('POST', `${ROOT}/colaboradores/historicos`, { ...lugar, colaborador: outro?.id, motivo: 'T', confirma: true });
    const chegada = await enquanto(
      async (tx) => {
        // As an adjustment of it does: held, so that others may name it, written, and those whom it pays.
        await tx.query(sql`select id from ${raw(tabela)} where id = ${valor.id} for no key update`);
        await muda(tx, '9876.54');
        await (tabela === 'indices' ? atualizaPeloIndice : atualizaPelaFaixa)(tx, today(), valor.id);
      },
      async () => {
        const resposta = chega();
        await alguemEspera();
        return { resposta };
      },
    );
    const resposta = await chegada.resposta;
    expect(resposta.status, JSON.stringify(resposta.body)).toBe(201);
    await exigeAtuais();
    await muda(app.db, valor.antes);
    await app.db.tx((tx) => atualizaAtuais(tx, today(), sql`x.empresa_id = ${empresaId}`));
  });
});

describe('a save of a band or an index', () => {
  const corpo = async (path: string, id: number) => {
    const { registry } = app.services.store(`cargo-salario/${path}`);
    const record = await ok<Row & { historicos: Row[] }>('GET', `${ROOT}/${path}/${id}`);
    return { ...inputOf(registry, record), historicos: record.historicos };
  };
  const versoes = () =>
    app.db.query(sql`select id, xmin::text, salario_atual from talentos where empresa_id = ${empresaId} order by id`);
  /** Holds everybody, so that a save that locks one of them would wait. */
  const comTodosPresos = (during: () => Promise<Answer>) =>
    enquanto((tx) => tx.query(sql`select from talentos where empresa_id = ${empresaId} for update`), during);

  it('locks nobody whom it does not pay otherwise', async () => {
    const { id: faixa } = await app.db.only<Row>(
      sql`select faixa_atual_id as id from talentos where empresa_id = ${empresaId} limit 1`,
    );
    const antes = await versoes();
    const nova = { ...(await corpo('faixas-salariais', faixa)), codigoAC: 'AC-1' };
    expect(await comTodosPresos(() => client('PUT', `${ROOT}/faixas-salariais/${faixa}`, nova))).toMatchObject({ status: 200 });
    // An index that a band followed once, before the entry that pays now.
    const indice = await ok('POST', `${ROOT}/indices`, { nome: 'De antes', historicos: [{ data: '1990-01-01', valor: 10 }] });
    const { historicos, ...resto } = await corpo('faixas-salariais', faixa);
    const passado = { data: '1990-01-02', tipo: '2', indiceId: indice.id, quantidade: 2, status: 'C' };
    await ok('PUT', `${ROOT}/faixas-salariais/${faixa}`, { ...resto, historicos: [passado, ...historicos] });
    const outro = { nome: 'De antes', historicos: [{ data: '1990-01-01', valor: 11 }] };
    expect(await comTodosPresos(() => client('PUT', `${ROOT}/indices/${indice.id}`, outro))).toMatchObject({ status: 200 });
    await ok('PUT', `${ROOT}/faixas-salariais/${faixa}`, { ...resto, historicos });
    expect(await versoes()).toEqual(antes);
    await exigeAtuais();
  });

  it('pays those whom it pays otherwise, also before their first entry and after their last day', async () => {
    const indice = await ok('POST', `${ROOT}/indices`, { nome: 'De agora', historicos: [{ data: '1990-01-01', valor: 10 }] });
    const [faixa, ...outros] = await app.db.query<Row & { historico: number }>(sql`
      select distinct on (t.faixa_atual_id) t.id, h.id as historico from talentos t join talentos_historicos h on h.registro_id = t.id and h.ate is null
      where t.empresa_id = ${empresaId} and t.data_desligamento is null order by t.faixa_atual_id, t.id limit 3`);
    const pagos = [faixa, ...outros].map((one) => one?.id ?? 0);
    await app.db.query(sql`update talentos_historicos set tipo_salario = '2', indice_id = ${indice.id}, quantidade_indice = 3, salario = null
      where id = any(${[faixa, ...outros].map((one) => one?.historico ?? 0)}::bigint[])`);
    await app.db.query(sql`update talentos set data_desligamento = ${addDays(today(), -1)}::date where id = ${pagos[1]}`);
    await app.db.query(sql`update talentos_historicos set data = ${addDays(today(), 9)}::date where registro_id = ${pagos[2]} and ate is null
      and not exists (select from talentos_historicos a where a.registro_id = ${pagos[2]} and a.ate is not null)`);
    await app.db.tx((tx) => atualizaAtuais(tx, today(), sql`x.empresa_id = ${empresaId}`));
    await ok('PUT', `${ROOT}/indices/${indice.id}`, { nome: 'De agora', historicos: [{ data: '1990-01-01', valor: 20 }] });
    expect(await app.db.query(sql`select salario_atual::float8 as s from talentos where id = any(${pagos}::bigint[])`)).toEqual(
      pagos.map(() => ({ s: 60 })),
    );
    await exigeAtuais();
  });
});

describe('everybody at once', () => {
  it('ends as some order of them would have, and nothing is a bug', async () => {
    const motivo = await ok('POST', '/api/gestao-talentos/motivo-desligamento', { motivo: 'Saída', turnover: true, ativo: true });
    const [uma, indice] = [(await app.ids('faixas_salariais'))[0], (await app.ids('indices'))[0]];
    const pessoas = await Promise.all([0, 0, 0, 0].map((who) => app.login(who)));
    for (let rodada = 1; rodada <= 3; rodada += 1) {
      const [tabela, rival] = [await planos.completa(), await planos.completa()];
      const linhas = await linhasDe(tabela);
      const pede = [...Array(3).keys()].flatMap((n): (() => Promise<Answer>)[] => {
        const pessoa = pessoas[n] as Client;
        const linha = linhas[(n * 5 + rodada) % linhas.length] as Row;
        const colaborador = (linha.colaborador as Row).id;
        const daVez = (url: string, muda: (antes: Row & { historicos: Row[] }) => object) => async () => {
          const { id, ...antes } = (await pessoa('GET', url)).body as Row & { historicos: Row[] };
          return pessoa('PUT', url, { ...antes, ...muda({ id, ...antes }) });
        };
        return [
          () => pessoa('POST', `${TABELAS}/${(n === 2 ? rival : tabela).id}/aplicar`, {}),
          () => pessoa('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`),
          () => pessoa('DELETE', `${ROOT}/reajustes-colaboradores/${linha.id}`),
          () =>
            pessoa('POST', `${ROOT}/colaboradores/historicos`, {
              colaborador,
              data: addDays(today(), -rodada),
              motivo: 'T',
              areaOrganizacional: planos.areas[(n + rodada) % planos.areas.length],
              faixaSalarial: (linha.faixaSalarialProposta as Row).id,
              tipoSalario: '1',
            }),
          () =>
            pessoa('POST', `/api/gestao-talentos/talentos/${colaborador}/desligar`, {
              data: today(),
              motivo: motivo.id,
              tipo: 'PEDIDO',
              avisoPrevio: 'DISPENSADO',
            }),
          daVez(`${ROOT}/faixas-salariais/${uma}`, ({ historicos }) => ({
            historicos: historicos.map((entry, i) =>
              i === 0 && entry.tipo === '3' ? { ...entry, valor: 3_000 + rodada * 10 + n } : entry,
            ),
          })),
          daVez(`${ROOT}/indices/${indice}`, ({ historicos }) => ({
            historicos: historicos.map((entry, i) => (i === 0 ? { ...entry, valor: 1_500 + rodada * 10 + n } : entry)),
          })),
        ];
      });
      const respostas = await Promise.all(pede.map((send) => send()));
      const bugs = respostas.filter(({ status, body }) => status >= 500 && (body as Row).code !== 'OCUPADO');
      expect(bugs).toEqual([]);
      expect(await travasPresas()).toEqual([]);
      await exigeAtuais();
      // Applied means that each line has its entry, and not applied that none has.
      const meias = await app.db.query(sql`
        select p.id, p.situacao, count(*) filter (where h.id is not null)::int as escritas, count(*)::int as linhas
        from tabelas_reajustes_colaboradores p join reajustes_colaboradores r on r.tabela_reajuste_id = p.id
        left join talentos_historicos h on h.tabela_reajuste_id = p.id and h.registro_id = r.colaborador_id
        where p.id in (${tabela.id}, ${rival.id}) group by p.id
        having count(*) filter (where h.id is not null) <> case when p.situacao = 'A' then count(*) else 0 end`);
      expect(meias).toEqual([]);
      for (const { id } of [tabela, rival])
        if ((await ok('GET', `${TABELAS}/${id}`)).situacao === 'A') await client('POST', `${TABELAS}/${id}/cancelar-reajuste`);
    }
  }, 120_000);
});
