import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#kit/br/date.ts';
import { until } from './server-process.server.ts';
import { type Client, done, openTestApp, type TestApp } from './test-app.server.ts';

const AREAS = '/api/cargo-salario/areas-organizacionais';
const CARGOS = '/api/cargo-salario/cargos';
const FAIXAS = '/api/cargo-salario/faixas-salariais';
const TALENTOS = '/api/gestao-talentos/talentos';

interface Row {
  id: number;
  versao: number;
  nome: string;
  [name: string]: unknown;
}

let app: TestApp;
let client: Client;
let other: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(60);
  client = await app.login();
  other = await app.login(0, app.empresas[1]);
});
afterAll(() => app.close());

const get = async <T = Row[]>(url: string) => {
  const answer = await client('GET', url);
  expect(answer.status, `${url} ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(200);
  return answer.body as T;
};
const one = (url: string) => get<Row>(url);
const called = async (url: string, nome: string) =>
  (await get(`${url}?busca=${encodeURIComponent(nome)}`)).find((row) => row.nome === nome) as Row;
const saved = (method: string, url: string, body: unknown) => done<Row>(client, method, url, body);
const without = ({ id: _id, versao: _versao, ...record }: Row) => record;

describe('areas', () => {
  it('keeps the text of the hierarchy true for the whole branch', async () => {
    const mae = await saved('POST', AREAS, { nome: 'Inovação', ativo: true });
    const filha = await saved('POST', AREAS, { nome: 'Laboratório', areaMae: { id: mae.id }, ativo: true });
    expect(filha.descricaoHierarquia).toBe('Inovação > Laboratório');
    await saved('PUT', `${AREAS}/${mae.id}`, { nome: 'Pesquisa', ativo: true });
    expect((await one(`${AREAS}/${filha.id}`)).descricaoHierarquia).toBe('Pesquisa > Laboratório');
  });

  it('refuses a circle and a deactivation over active children', async () => {
    const mae = await saved('POST', AREAS, { nome: 'Círculo', ativo: true });
    const filha = await saved('POST', AREAS, { nome: 'Dentro do círculo', areaMae: mae.id, ativo: true });
    const circle = await client('PUT', `${AREAS}/${mae.id}`, { nome: 'Círculo', ativo: true, areaMae: filha.id });
    expect(circle).toMatchObject({ status: 400, body: { errors: [{ field: 'areaMae' }] } });
    const idle = await client('PUT', `${AREAS}/${mae.id}`, { nome: 'Círculo', ativo: false });
    expect(idle).toMatchObject({ status: 400, body: { errors: [{ field: 'ativo' }] } });
  });

  it('are at most as many as a tree is read with', async () => {
    await app.db.query(sql`
      insert into areas_organizacionais (empresa_id, nome, ativo) select ${app.empresas[0]}, 'Cheia ' || n, true from generate_series(1, 10000) n`);
    expect(await client('POST', AREAS, { nome: 'Mais uma', ativo: true })).toMatchObject({
      status: 409,
      body: { code: 'REGISTROS_DEMAIS', message: 'Áreas Organizacionais: uma empresa tem no máximo 10.000.' },
    });
    await app.db.query(sql`delete from areas_organizacionais where nome like 'Cheia %'`);
  });

  it('gives the responsibles to the areas below', async () => {
    const [talento] = await get(`${TALENTOS}?page=0&size=1`).then((page) => (page as unknown as { content: Row[] }).content);
    const mae = await saved('POST', AREAS, { nome: 'Réplica', ativo: true });
    const filha = await saved('POST', AREAS, { nome: 'Filha da réplica', areaMae: mae.id, ativo: true });
    await saved('PUT', `${AREAS}/${mae.id}`, {
      nome: 'Réplica',
      ativo: true,
      empresaEResponsaveis: [{ empresa: app.empresas[0], colaboradorDTO: talento?.id }],
      replicarResponsaveisParaAreasFilhas: true,
    });
    expect((await one(`${AREAS}/${filha.id}`)).nomeResponsaveis).toBe(talento?.nome);

    // Whoever had the child open is told, and its own trail says who answers for it since.
    expect(await client('PUT', `${AREAS}/${filha.id}`, { ...without(filha), versao: filha.versao })).toMatchObject({
      status: 409,
    });
    const trilha = (await get(`${AREAS}/${filha.id}/historico`)) as unknown as { acao: string; mudancas: object[] }[];
    expect(trilha.map(({ acao }) => acao)).toEqual(['A', 'I']);
    expect(trilha[0]?.mudancas).toMatchObject([{ de: [], para: [{ colaboradorDTO: { nome: talento?.nome } }] }]);

    // The child gets nobody; a save of the mother about something else leaves it so, a change of her own responsibles does not.
    await saved('PUT', `${AREAS}/${filha.id}`, { ...without(await one(`${AREAS}/${filha.id}`)), empresaEResponsaveis: [] });
    await saved('PUT', `${AREAS}/${mae.id}`, { ...without(await one(`${AREAS}/${mae.id}`)), email: 'replica@exemplo.com.br' });
    expect((await one(`${AREAS}/${filha.id}`)).nomeResponsaveis).toBeNull();
    const outro = await get(`${TALENTOS}?page=1&size=1`).then((page) => (page as unknown as { content: Row[] }).content[0]);
    const mudada = [{ empresa: app.empresas[0], colaboradorDTO: outro?.id }];
    await saved('PUT', `${AREAS}/${mae.id}`, { ...without(await one(`${AREAS}/${mae.id}`)), empresaEResponsaveis: mudada });
    expect((await one(`${AREAS}/${filha.id}`)).nomeResponsaveis).toBe(outro?.nome);
  });

  it('gives no more than one save can write down', async () => {
    const mae = await saved('POST', AREAS, { nome: 'Muito acima', ativo: true });
    const { content } = (await get(`${TALENTOS}?page=0&size=3`)) as unknown as { content: Row[] };
    await app.db.query(sql`
      insert into areas_organizacionais (empresa_id, nome, ativo, area_mae_id) select ${app.empresas[0]}, 'Muito abaixo ' || n, true, ${mae.id} from generate_series(1, 6667) n`);
    expect(
      await client('PUT', `${AREAS}/${mae.id}`, {
        nome: 'Muito acima',
        ativo: true,
        empresaEResponsaveis: content.map(({ id }) => ({ empresa: app.empresas[0], colaboradorDTO: id })),
        replicarResponsaveisParaAreasFilhas: true,
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'AREAS_DEMAIS', message: expect.stringContaining('São 3 pessoas em 6.667 áreas') },
    });
    await app.db.query(sql`delete from areas_organizacionais where nome like 'Muito abaixo %'`);
  });

  it('takes responsibles of its own company alone, and leaves those of before as they are', async () => {
    const [talento] = await get(`${TALENTOS}?page=0&size=1`).then((page) => (page as unknown as { content: Row[] }).content);
    const outra = { empresa: app.empresas[1], colaboradorDTO: talento?.id };
    expect(await client('POST', AREAS, { nome: 'De fora', ativo: true, empresaEResponsaveis: [outra] })).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'empresaEResponsaveis.0.empresa', message: expect.stringContaining('empresa da própria área') }],
      },
    });
    const area = await saved('POST', AREAS, { nome: 'De fora', ativo: true });
    await app.db.query(sql`
      insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id)
      values (${area.id}, 1, ${app.empresas[1]}, ${talento?.id})`);
    await saved('PUT', `${AREAS}/${area.id}`, { ...without(await one(`${AREAS}/${area.id}`)), email: 'fora@exemplo.com.br' });
  });

  it('counts whom a deactivation would leave in an area', async () => {
    const { id } = await called(AREAS, 'Recursos Humanos');
    const page = (await get(`${TALENTOS}?page=0&size=100&areaAtual=so:${id}`)) as unknown as { content: Row[] };
    const pessoas = page.content.filter(({ situacao }) => situacao === 'A' || situacao === 'U');
    expect(await get(`${AREAS}/${id}/talentos-ativos`)).toEqual({ total: pessoas.length });
    expect((await other('GET', `${AREAS}/${id}/talentos-ativos`)).status).toBe(404);
  });

  it('answers every call of the spec, and to its own company alone', async () => {
    const { id } = await called(AREAS, 'Recursos Humanos');
    const urls = [
      'areas-maes',
      `areas-maes?areaId=${id}&areaMaeId=1&resumido=true`,
      'permite-ver-areas-ou-responsavel-corresponsavel',
      'organogramas',
      `organogramas?ativa=true&areaOrganizacionalId=${id}`,
      'agrupadas-sem-responsaveis',
    ];
    for (const url of urls) await get(`${AREAS}/${url}`);
    for (const url of [
      `responsaveis?id=${id}`,
      `${id}/faixas-salariais`,
      `${id}/talentos`,
      `${id}/historicos-colaboradores-vinculados`,
      `${id}/areasOrganizacionais-vinculadas`,
    ]) {
      await get(`${AREAS}/${url}`);
      expect((await other('GET', `${AREAS}/${url}`)).status, url).toBe(404);
    }
    // An area means those below it too; by its id it is alone.
    expect((await get(`${AREAS}?areasOrganizacionaisIds=${id}`)).map((area) => area.id)).toContain(id);
    expect((await get(`${AREAS}?ids=${id}`)).map((area) => area.id)).toEqual([id]);
    expect((await client('GET', `${AREAS}/areas-maes?inventado=1`)).status).toBe(400);
    expect((await client('GET', `${AREAS}/responsaveis?id=x`)).status).toBe(400);
  });
});

describe('bands and indices', () => {
  it('follows a new value of the band into the salary of the talents that it pays', async () => {
    const cargo = await called(CARGOS, 'Advogado');
    const [faixa] = (await get(`${FAIXAS}/cargo/${cargo.id}`)) as [Row];
    const area = await called(AREAS, 'Jurídico');
    const entry = { data: '2020-01-01', motivo: 'C', areaOrganizacional: area.id, faixaSalarial: faixa.id, tipoSalario: 1 };
    const talento = await saved('POST', TALENTOS, {
      nome: 'Zélia Prado',
      cpf: '111.444.777-35',
      sexo: 'F',
      vinculo: 'E',
      dataAdmissao: '2020-01-01',
      historicos: [entry],
    });
    expect(talento).toMatchObject({ salarioAtual: faixa.valorAtual, situacao: 'A', cargoAtual: { nome: 'Advogado' } });

    const path = `${CARGOS}/${cargo.id}/faixas-salariais/${faixa.id}/historicos`;
    const row = await saved('POST', path, { data: today(), tipo: { id: 3 }, valor: 9_999.5 });
    expect((await one(`${TALENTOS}/${talento.id}`)).salarioAtual).toBe(9_999.5);
    const wrong = await client('PUT', `${path}/${row.id}`, { data: today(), tipo: 2, indiceId: 1, quantidade: 0 });
    expect(wrong.body).toMatchObject({ errors: [{ field: 'quantidade', message: 'Quantidade não pode ser 0 (zero) ou menor' }] });
    const [indice] = (await get('/api/cargo-salario/indices')) as [Row];
    await saved('PUT', `${path}/${row.id}`, { data: today(), tipo: 2, indiceId: indice.id, quantidade: 2 });
    await saved('POST', `/api/cargo-salario/indices/${indice.id}/historicos`, { data: today(), valor: 1_600.55 });
    expect((await one(`${TALENTOS}/${talento.id}`)).salarioAtual).toBe(3_201.1);
    expect((await client('DELETE', `${path}/${row.id}`)).status).toBe(204);
    expect((await one(`${TALENTOS}/${talento.id}`)).salarioAtual).toBe(faixa.valorAtual);
    expect((await other('GET', path)).status).toBe(404);
  });

  it('a band that is made while its position is renamed gets the new name', async () => {
    const { id, nome } = await called(CARGOS, 'Comprador');
    const [faixa] = await get(`${FAIXAS}/cargo/${id}`);
    const { codigoCBO } = await one(`${FAIXAS}/${faixa?.id}`);
    let made: Promise<{ body: unknown }> | undefined;
    await app.db.tx(async (tx) => {
      await tx.query(sql`update cargos set nome = 'Comprador Sênior' where id = ${id}`);
      let isOver = false;
      const historico = { data: '2025-01-01', tipo: 3, valor: 3_000 };
      made = client('POST', `${FAIXAS}/cargo/${id}`, { nome: 'IV', codigoCBO, historico }).finally(() => {
        isOver = true;
      });
      await until(
        async () =>
          isOver ||
          (await app.db.one(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
          )) !== undefined,
      );
    });
    const answer = (await made) as { body: Row };
    await client('DELETE', `${FAIXAS}/${answer.body.id}`);
    await app.db.query(sql`update cargos set nome = ${nome} where id = ${id}`);
    expect(answer.body).toMatchObject({ nomeComCargo: 'Comprador Sênior IV' });
  });

  it('names a band with its position, also after the position got another name', async () => {
    const cargo = await called(CARGOS, 'Comprador');
    expect((await get(`${FAIXAS}/cargo/${cargo.id}`)).map(({ nomeComCargo }) => nomeComCargo)).toEqual([
      'Comprador I',
      'Comprador II',
      'Comprador III',
    ]);
    const whole = await one(`${CARGOS}/${cargo.id}`);
    await saved('PUT', `${CARGOS}/${cargo.id}`, { ...without(whole), nome: 'Comprador Técnico' });
    expect((await get(`${FAIXAS}?busca=comprador%20tec`)).map(({ nomeComCargo }) => nomeComCargo)).toContain(
      'Comprador Técnico II',
    );
  });

  it('says what an entry would pay', async () => {
    const [indice] = (await get('/api/cargo-salario/indices')) as [Row];
    const url = `${CARGOS}/faixas-salariais/calcularSalarioHistorico`;
    expect(await one(`${url}?tipo=3&valor=10.5`)).toEqual({ salario: 10.5 });
    expect(await one(`${url}?tipo=2&indiceId=${indice.id}&quantidade=2&data=2000-01-01`)).toEqual({ salario: null });
    expect((await other('GET', `${url}?tipo=2&indiceId=${indice.id}&quantidade=2`)).body).toEqual({ salario: null });
    expect((await client('GET', `${url}?tipo=9`)).status).toBe(400);
  });

  it('creates, copies and moves bands through the calls of the position', async () => {
    const cargo = await called(CARGOS, 'Motorista');
    const destino = await called(CARGOS, 'Almoxarife');
    const [cbo] = (await get('/api/geral/codigos-cbos?codigoOudescricao=7825-10')) as [Row];
    const made = await saved('POST', `${FAIXAS}/cargo/${cargo.id}`, {
      nome: 'Especial',
      codigoCBO: { id: cbo.id },
      historico: { data: '2025-01-01', tipo: 3, valor: 3_000 },
    });
    expect(made.valorAtual).toBe(3_000);
    const copy = await saved('POST', `${FAIXAS}/copiar`, { cargoOrigemId: cargo.id, faixaId: made.id, nome: 'Cópia' });
    expect(
      (
        await client('POST', `${FAIXAS}/cargo/${cargo.id}/transferir-faixas-salariais`, {
          cargoDestinoId: destino.id,
          faixasIds: [copy.id],
        })
      ).status,
    ).toBe(204);
    expect((await one(`${FAIXAS}/cargo/${destino.id}/${copy.id}`)).cargo).toMatchObject({ id: destino.id });
    const impossivel = async (origem: number, cargoDestinoId: number, faixasIds: number[]) => {
      const answer = await client('POST', `${FAIXAS}/cargo/${origem}/transferir-faixas-salariais`, { cargoDestinoId, faixasIds });
      expect(answer.status).toBe(400);
      return (answer.body as { errors: unknown }).errors;
    };
    expect(await impossivel(destino.id, destino.id, [copy.id])).toEqual([
      { field: 'cargoDestinoId', message: 'Cargo de destino deve ser diferente do cargo de origem' },
    ]);
    const igual = await saved('POST', `${FAIXAS}/copiar`, { cargoOrigemId: cargo.id, faixaId: made.id, nome: 'CÓPIA' });
    expect(await impossivel(cargo.id, destino.id, [made.id, igual.id])).toEqual([
      { field: 'cargoDestinoId', message: 'Cargo de destino já possui faixa com este nome: CÓPIA' },
    ]);
    expect((await client('DELETE', `${FAIXAS}/cargo/${cargo.id}/${igual.id}`)).status).toBe(204);
    expect((await client('DELETE', `${FAIXAS}/cargo/${cargo.id}/${copy.id}`)).status).toBe(404);
    expect((await client('DELETE', `${FAIXAS}/cargo/${destino.id}/${copy.id}`)).status).toBe(204);
    for (const url of [
      `${FAIXAS}/pendentes-desabilitados?cargosIds=${cargo.id}`,
      `${FAIXAS}/cargo/${cargo.id}/pendentes-desabilitados`,
      '/api/cargo-salario/indices/pendentes-desabilitados',
      `${CARGOS}/${cargo.id}/responsabilidade`,
    ])
      await get(url);
  });
});

describe('talents', () => {
  it('orders the history by date and shows the entry in force', async () => {
    const [first, , third] = (await get(`${FAIXAS}?busca=i&page=0&size=3&sort=id,asc`).then(
      (page) => (page as unknown as { content: Row[] }).content,
    )) as [Row, Row, Row];
    const area = await called(AREAS, 'Vendas');
    const entry = (data: string, faixa: number, salario: number) => ({
      data,
      motivo: 'P',
      areaOrganizacional: area.id,
      faixaSalarial: faixa,
      tipoSalario: '3',
      salario,
    });
    const input = { nome: 'Ícaro Sá', cpf: '153.509.460-56', sexo: 'M', vinculo: 'E', dataAdmissao: '2021-01-01' };
    const talento = await saved('POST', TALENTOS, {
      ...input,
      confirma: true,
      historicos: [
        entry('2090-01-01', third.id, 9_000),
        entry('2024-01-01', third.id, 5_000),
        entry('2021-01-01', first.id, 3_000),
      ],
    });
    expect((talento.historicos as Row[]).map(({ data }) => data)).toEqual(['2021-01-01', '2024-01-01', '2090-01-01']);
    expect(talento).toMatchObject({ salarioAtual: 5_000, faixaAtual: { id: third.id } });
    const leaves = { ...without(talento), dataDesligamento: '2022-06-30' };
    expect((await client('PUT', `${TALENTOS}/${talento.id}`, leaves)).body).toMatchObject({
      errors: [{ field: 'dataDesligamento' }],
    });
    const gone = await saved('PUT', `${TALENTOS}/${talento.id}`, {
      ...leaves,
      historicos: (talento.historicos as Row[]).slice(0, 1),
    });
    expect(gone).toMatchObject({ situacao: 'D', salarioAtual: 3_000 });
    expect((await client('POST', TALENTOS, { ...input, historicos: [entry('2021-01-01', first.id, 1)] })).body).toMatchObject({
      errors: [{ field: 'dataAdmissao' }],
    });
  });

  it('answers by ids, by area and without a photo', async () => {
    const [talento] = (await get(TALENTOS)) as [Row];
    for (const root of [TALENTOS, '/api/cargo-salario/colaboradores']) {
      expect((await get(`${root}/by-ids?ids=${talento.id}`)).map(({ id }) => id)).toEqual([talento.id]);
      await get(`${root}/area?ativo=true`);
      await get(`${root}/situacao`);
      expect((await client('GET', `${root}/${talento.id}/foto`)).status).toBe(404);
    }
    expect((await other('GET', `${TALENTOS}/by-ids?ids=${talento.id}`)).body).toEqual([]);
  });
});

describe('places and indicators', () => {
  it('holds every state, city and occupation', async () => {
    expect(await get('/api/geral/estados')).toHaveLength(27);
    expect(await one('/api/geral/cidades?page=0&size=1')).toMatchObject({ totalElements: 5_571 });
    expect(await get('/api/geral/codigos-cbos?codigoOudescricao=212405')).toMatchObject([
      { descricaoCompleta: '2124-05 Analista de desenvolvimento de sistemas' },
    ]);
    const ceara = await called('/api/geral/estados', 'Ceará');
    expect(await get(`/api/geral/estados/${ceara.id}/cidades`)).toHaveLength(184);
  });

  it('counts the people of each area with all that stands below it', async () => {
    const { itens } = await get<{ itens: { id: number; quantidade: number; temFilhas: boolean }[] }>(
      '/api/geral/indicadores/quadro-por-area',
    );
    const [row] = await app.db.query<{ n: number }>({ text: `select count(*)::int as n from talentos where situacao = 'A'` });
    expect(itens.reduce((sum, { quantidade }) => sum + quantidade, 0)).toBe(row?.n);
  });

  it('answers twelve months, the present one last', async () => {
    const { meses, admissoes, desligamentos } = await get<{ meses: string[]; admissoes: number[]; desligamentos: number[] }>(
      '/api/geral/indicadores/movimentacao',
    );
    expect([meses.length, admissoes.length, desligamentos.length]).toEqual([12, 12, 12]);
    expect(meses.at(-1)).toBe(today().slice(0, 7));
  });
});
