import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, done, faultsOf, openTestApp, type TestApp } from '#app/test-app.server.ts';
import type { Matriz } from '#modules/estrutura/public.ts';

let app: TestApp;
let admin: Client;
let other: Client;

const API = '/api/cargo-salario';
const FAIXA = `${API}/configuracoes-niveis-competencia/faixa-salarial`;
const SEGUNDA = `${API}/niveis-competencia/config/faixas-salariais`;
const TALENTO = '/api/gestao-talentos/configuracoes-niveis-competencia-colaborador';

const feito = async (client: Client, url: string, body: object) => (await done(client, 'POST', url, body)).id;

/** What the tests of one company stand on. */
async function mundo(client: Client) {
  const area = await feito(client, `${API}/areas-organizacionais`, { nome: 'Produção' });
  const kind = (path: string, nome: string, more: object = {}) =>
    feito(client, `${API}/${path}`, { nome, areasOrganizacionais: [area], ...more });
  const excel = await kind('conhecimentos', 'Excel', {
    solicitarComentario: true,
    competencias: [{ descricao: 'Monta tabelas dinâmicas' }],
  });
  const ouvir = await kind('habilidades', 'Ouvir');
  const calma = await kind('atitudes', 'Calma');
  const fora = await kind('atitudes', 'Fora do cargo');
  const cargo = await feito(client, `${API}/cargos`, {
    nome: 'Analista',
    nomeMercado: 'Analista',
    areasOrganizacionais: [area],
    conhecimentos: [excel],
    habilidades: [ouvir],
    atitudes: [calma],
  });
  const cbo = ((await client('GET', '/api/geral/codigos-cbos/opcoes')).body as { id: number }[])[0]?.id;
  const faixa = await feito(client, `${API}/faixas-salariais`, {
    cargo,
    nome: 'I',
    codigoCBO: cbo,
    historicos: [{ data: '2020-01-01', tipo: '3', valor: 2_000 }],
  });
  const niveis: number[] = [];
  for (const descricao of ['Básico', 'Pleno', 'Avançado'])
    niveis.push(await feito(client, `${API}/niveis-competencia`, { descricao }));
  return { area, excel, ouvir, calma, fora, cargo, faixa, niveis: niveis as [number, number, number] };
}
let w: Awaited<ReturnType<typeof mundo>>;
let x: Awaited<ReturnType<typeof mundo>>;
let talento: number;

const item = (competencia: number, nivelCompetenciaId: number | null, competenciaPeso: number | null = 1) => ({
  competencia: { id: competencia },
  competenciaPeso,
  nivelCompetenciaId,
});
const historico = (data: string, pesos: readonly number[], niveis: readonly number[] = w.niveis) => ({
  data,
  configHistoricosNiveis: pesos.map((ordem, index) => ({ nivelCompetencia: { id: niveis[index] }, ordem })),
});

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  other = await app.login(0, app.empresas[1]);
  w = await mundo(admin);
  x = await mundo(other);
  talento = await feito(admin, '/api/gestao-talentos/talentos', {
    nome: 'Ana Prado',
    cpf: '11144477735',
    sexo: 'F',
    vinculo: 'E',
    dataAdmissao: '2023-02-01',
    historicos: [{ data: '2023-02-01', motivo: 'C', areaOrganizacional: w.area, faixaSalarial: w.faixa, tipoSalario: '1' }],
  });
});
afterAll(() => app.close());

describe('competencies', () => {
  it('have one id over the three kinds, and the list of all says their kind', async () => {
    expect(new Set([w.excel, w.ouvir, w.calma, w.fora]).size).toBe(4);
    const { body } = await admin('GET', `${API}/competencias?unpaged=true&ids=${w.excel},${w.ouvir},${w.calma}`);
    expect((body as { content: object[] }).content).toMatchObject([
      { id: w.calma, nome: 'Calma', tipo: 'A' },
      { id: w.excel, nome: 'Excel', tipo: 'C', solicitarComentario: true },
      { id: w.ouvir, nome: 'Ouvir', tipo: 'H' },
    ]);
    expect((await other('GET', `${API}/competencias/${w.excel}`)).status).toBe(404);
  });

  it('CALL-180, CALL-183: kinds, and the behaviours of one', async () => {
    expect((await admin('GET', `${API}/competencias/tipo-competencia`)).body).toEqual([
      { id: 'C', descricao: 'Conhecimento' },
      { id: 'H', descricao: 'Habilidade' },
      { id: 'A', descricao: 'Atitude' },
    ]);
    expect((await admin('GET', `${API}/competencias/competencias?id=${w.excel}`)).body).toMatchObject([
      { descricao: 'Monta tabelas dinâmicas' },
    ]);
    expect((await admin('GET', `${API}/competencias/competencias?id=${w.ouvir}`)).body).toEqual([]);
    expect((await other('GET', `${API}/competencias/competencias?id=${w.excel}`)).status).toBe(404);
    expect((await admin('GET', `${API}/competencias/por-avaliacoes-desempenhos`)).body).toEqual([]);
  });

  it('follow their kind: renamed with it, gone with it, kept while something names them', async () => {
    const id = await feito(admin, `${API}/habilidades`, { nome: 'Dirigir', areasOrganizacionais: [w.area] });
    await admin('PUT', `${API}/habilidades/${id}`, { nome: 'Dirigir bem', areasOrganizacionais: [w.area] });
    expect((await admin('GET', `${API}/competencias/${id}`)).body).toMatchObject({ nome: 'Dirigir bem', tipo: 'H' });
    const criterio = await feito(admin, `${API}/criterios-avaliacao-competencia`, {
      competencia: { id },
      descricao: 'Usa o cinto',
    });
    expect(await admin('DELETE', `${API}/habilidades/${id}`)).toMatchObject({
      status: 400,
      body: {
        code: 'EM_USO',
        message: 'Este registro não pode ser excluído porque é usado em: Critérios de Avaliação da Competência.',
      },
    });
    expect((await admin('DELETE', `${API}/criterios-avaliacao-competencia/${criterio}`)).status).toBe(204);
    expect((await admin('DELETE', `${API}/habilidades/${id}`)).status).toBe(204);
    expect((await admin('GET', `${API}/competencias/${id}`)).status).toBe(404);
  });

  it('has as many behaviours and criteria as whoever evaluates can read', async () => {
    const nova = { nome: 'Ler muito', areasOrganizacionais: [w.area] };
    const comportamentos = (n: number) => Array.from({ length: n }, (_, i) => ({ descricao: `Sinal ${i + 1}` }));
    for (const tipo of ['conhecimentos', 'habilidades', 'atitudes'])
      expect(faultsOf(await admin('POST', `${API}/${tipo}`, { ...nova, competencias: comportamentos(101) }))).toEqual([
        expect.stringMatching(/^competencias: .*no máximo 100/),
      ]);
    const id = await feito(admin, `${API}/habilidades`, { ...nova, competencias: comportamentos(100) });
    await app.db.query(sql`
      insert into criterios_avaliacao_competencia (empresa_id, competencia_id, descricao)
      select empresa_id, id, 'Critério ' || n from competencias, generate_series(1, 99) n where id = ${id}`);
    const criterio = (descricao: string) =>
      admin('POST', `${API}/criterios-avaliacao-competencia`, { competencia: { id }, descricao });
    expect((await criterio('O último')).status).toBe(201);
    expect(faultsOf(await criterio('Mais um'))).toEqual(['competencia: Uma competência tem no máximo 100 critérios']);
    await app.db.query(sql`delete from criterios_avaliacao_competencia where competencia_id = ${id}`);
    expect((await admin('DELETE', `${API}/habilidades/${id}`)).status).toBe(204);
  });

  it('refuses a criterion of another company', async () => {
    expect(
      faultsOf(await admin('POST', `${API}/criterios-avaliacao-competencia`, { competencia: x.excel, descricao: 'Não é daqui' })),
    ).toEqual(['competencia: O registro selecionado não existe']);
  });
});

describe('levels of a band', () => {
  const linhas = () => [item(w.excel, w.niveis[1], 3), item(w.ouvir, w.niveis[0])];
  let config: Matriz & { id: number; versao: number };

  it('need a history of the levels on their day', async () => {
    expect(
      faultsOf(await admin('POST', `${FAIXA}/${w.faixa}`, { data: '2024-01-01', configsNiveisCompetencias: linhas() })),
    ).toEqual(['data: Não há histórico dos níveis de competência nesta data']);
    await feito(admin, `${API}/niveis-competencia-historico`, historico('2024-01-01', [1, 2]));
    await feito(admin, `${API}/niveis-competencia-historico`, historico('2025-01-01', [10, 20, 30]));
    expect((await admin('GET', `${API}/niveis-competencia/${w.niveis[2]}`)).body).toMatchObject({
      descricao: 'Avançado',
      ordem: 30,
      percentual: null,
    });
  });

  it('RUL-233 RUL-277: rows without weight or level are invalid', async () => {
    const answer = await admin('POST', `${FAIXA}/${w.faixa}`, {
      data: '2024-06-01',
      configsNiveisCompetencias: [item(w.excel, null), item(w.ouvir, w.niveis[0], null)],
    });
    expect(faultsOf(answer)).toEqual([
      'configsNiveisCompetencias.0.nivelCompetenciaId: Nível é obrigatório',
      'configsNiveisCompetencias.1.competenciaPeso: Peso é obrigatório',
    ]);
  });

  it('refuses a negative weight, a level of another history, a competency of no use, and what is of another company', async () => {
    const post = (itens: object[]) =>
      admin('POST', `${FAIXA}/${w.faixa}`, { data: '2024-06-01', configsNiveisCompetencias: itens });
    expect(faultsOf(await post([item(w.excel, w.niveis[0], -1)]))).toEqual([
      'configsNiveisCompetencias.0.competenciaPeso: Peso deve ser no mínimo 1',
    ]);
    // 'Avançado' comes into the scale in 2025 only.
    expect(faultsOf(await post([item(w.excel, w.niveis[2])]))).toEqual([
      'configsNiveisCompetencias.0.nivelCompetenciaId: O nível não faz parte do histórico dos níveis de competência nesta data',
    ]);
    expect(faultsOf(await post([item(w.fora, w.niveis[0]), item(w.excel, w.niveis[0]), item(w.excel, w.niveis[1])]))).toEqual([
      'configsNiveisCompetencias.0.competencia: A competência não faz parte do cargo',
      'configsNiveisCompetencias.2.competencia: Esta competência já foi informada',
    ]);
    expect(faultsOf(await post([item(x.excel, x.niveis[0])]))).toEqual([
      'configsNiveisCompetencias.0.competencia: O registro selecionado não existe',
      'configsNiveisCompetencias.0.nivelCompetenciaId: O registro selecionado não existe',
    ]);
    expect((await admin('POST', `${FAIXA}/${x.faixa}`, { data: '2024-06-01', configsNiveisCompetencias: [] })).status).toBe(404);
  });

  it.each([
    ['CALL-186…190', FAIXA],
    ['CALL-191…197', SEGUNDA],
  ])('%s: created, read, changed and removed', async (_calls, root) => {
    const created = await admin('POST', `${root}/${w.faixa}`, { data: '2024-06-01', configsNiveisCompetencias: linhas() });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    config = created.body as typeof config;
    expect(config).toMatchObject({
      data: '2024-06-01',
      faixaSalarial: { id: w.faixa, nome: 'Analista I' },
      ordemMaxima: 2,
      considerarPercentualMinimo: false,
      exibiNivelCompetenciaExigido: true,
      niveisCompetencias: [
        { descricao: 'Básico', ordem: 1 },
        { descricao: 'Pleno', ordem: 2 },
      ],
      configsNiveisCompetencias: [
        {
          dataKey: `C-${w.excel}`,
          competencia: { id: w.excel, nome: 'Excel' },
          competenciaTipo: 'C',
          competenciaPeso: 3,
          solicitarComentario: true,
          nivelCompetenciaId: w.niveis[1],
          nivelCompetenciaOrdem: 2,
          nivelCompetencia: { id: w.niveis[1], descricao: 'Pleno' },
          comportamentos: [{ descricao: 'Monta tabelas dinâmicas' }],
        },
        { competencia: { id: w.ouvir }, competenciaTipo: 'H', nivelCompetenciaOrdem: 1 },
        { competencia: { id: w.calma }, competenciaTipo: 'A', nivelCompetenciaId: null, competenciaPeso: null },
      ],
    });
    const one = `${root}/${w.faixa}/${config.id}`;
    expect((await admin('GET', one)).body).toEqual(config);
    expect((await admin('GET', `${root}/${w.faixa}`)).body).toMatchObject([
      { id: config.id, data: '2024-06-01', ate: null, competencias: 2 },
    ]);
    expect((await admin('GET', `${root}/${w.faixa}/all`)).body).toEqual([config]);
    // One date, one configuration.
    expect(
      faultsOf(await admin('POST', `${root}/${w.faixa}`, { data: '2024-06-01', configsNiveisCompetencias: [] })),
    ).toHaveLength(1);

    // Moved into 2025 it takes the scale of 2025.
    const moved = await admin('PUT', one, {
      data: '2025-02-01',
      configsNiveisCompetencias: [item(w.excel, w.niveis[2], 5)],
      versao: config.versao,
    });
    expect(moved.body).toMatchObject({ data: '2025-02-01', ordemMaxima: 30, versao: config.versao + 1 });
    expect((await admin('PUT', one, { data: '2025-02-01', configsNiveisCompetencias: [], versao: config.versao })).status).toBe(
      409,
    );

    for (const [client, url] of [
      [other, one],
      [admin, `${root}/${x.faixa}/${config.id}`],
    ] as const) {
      expect((await client('GET', url)).status).toBe(404);
      expect((await client('PUT', url, { data: '2025-02-01', configsNiveisCompetencias: [] })).status).toBe(404);
      expect((await client('DELETE', url)).status).toBe(404);
    }
    expect((await admin('DELETE', one)).status).toBe(204);
    expect((await admin('GET', one)).status).toBe(404);
  });

  it('keeps the configuration of each day: info answers by date', async () => {
    await feito(admin, `${FAIXA}/${w.faixa}`, { data: '2024-06-01', configsNiveisCompetencias: linhas() });
    await feito(admin, `${FAIXA}/${w.faixa}`, { data: '2025-06-01', configsNiveisCompetencias: [item(w.excel, w.niveis[2], 5)] });
    const info = async (data: string) => (await admin('GET', `${FAIXA}/${w.faixa}/info?data=${data}`)).body as Matriz;
    const excel = (matriz: Matriz) =>
      matriz.configsNiveisCompetencias.find(({ competencia }) => competencia.id === w.excel)?.nivelCompetencia?.descricao;
    expect(excel(await info('2024-05-31'))).toBeUndefined();
    expect(excel(await info('2024-06-01'))).toBe('Pleno');
    expect(excel(await info('2025-05-31'))).toBe('Pleno');
    expect(excel(await info('2025-06-01'))).toBe('Avançado');
    expect((await admin('GET', `${FAIXA}/${w.faixa}`)).body).toMatchObject([
      { data: '2025-06-01', ate: null },
      { data: '2024-06-01', ate: '2025-06-01' },
    ]);
    expect((await admin('GET', `${API}/conhecimentos/${w.excel}`)).body).toMatchObject({ existeNivelCompetencia: true });
    const all = (await admin('GET', `${FAIXA}/${w.faixa}/all`)).body as (Matriz & { id: number })[];
    expect(all.map(({ data, ordemMaxima }) => [data, ordemMaxima])).toEqual([
      ['2025-06-01', 30],
      ['2024-06-01', 2],
    ]);
    for (const one of all) expect((await admin('GET', `${FAIXA}/${w.faixa}/${one.id}`)).body).toEqual(one);
  });

  it.each([
    ['many configurations', 201, 0],
    ['many levels in them', 11, 1_000],
  ])('are not all read at once where they are %s, also without lines', async (_what, quantas, niveisDaEscala) => {
    const empresa = app.empresas[0] as number;
    const dias = ['1900-01-01', '1901-01-01'] as const;
    const [{ id: escala } = { id: 0 }] = await app.db.query<{ id: number }>(
      sql`insert into niveis_competencia_historico (empresa_id, data) values (${empresa}, ${dias[0]}) returning id`,
    );
    await app.db.query(sql`
      with novos as (insert into niveis_competencia (empresa_id, descricao) select ${empresa}, 'N' || n from generate_series(1, ${niveisDaEscala}::int) n returning id)
      insert into niveis_competencia_historico_config_historicos_niveis (registro_id, nivel_competencia_id, ordem) select ${escala}, id, id from novos`);
    const faixa = await feito(admin, `${API}/faixas-salariais`, {
      cargo: w.cargo,
      nome: `${quantas}`,
      codigoCBO: ((await admin('GET', '/api/geral/codigos-cbos/opcoes')).body as { id: number }[])[0]?.id,
      historicos: [{ data: '2020-01-01', tipo: '3', valor: 2_000 }],
    });
    const inclui = (de: number, ate: number) =>
      app.db.query(sql`
        insert into config_niveis_faixas (empresa_id, faixa_salarial_id, data, nivel_competencia_historico_id)
        select ${empresa}, ${faixa}, ${dias[1]}::date + n, ${escala} from generate_series(${de}::int, ${ate}::int) n`);
    await inclui(2, quantas);
    for (const root of [FAIXA, SEGUNDA]) expect((await admin('GET', `${root}/${faixa}/all`)).body).toHaveLength(quantas - 1);
    await inclui(1, 1);
    for (const root of [FAIXA, SEGUNDA])
      expect(await admin('GET', `${root}/${faixa}/all`)).toMatchObject({ status: 422, body: { code: 'RESPOSTA_GRANDE' } });
    await app.db.query(sql`delete from config_niveis_faixas where faixa_salarial_id = ${faixa}`);
    await app.db.query(sql`delete from niveis_competencia_historico_config_historicos_niveis where registro_id = ${escala}`);
    await app.db.query(sql`delete from niveis_competencia_historico where id = ${escala}`);
  });

  it('keeps a history that configurations stand on', async () => {
    const { content } = (await admin('GET', `${API}/niveis-competencia-historico?unpaged=true`)).body as {
      content: { id: number; data: string; podeEditar: boolean }[];
    };
    expect(content.map(({ data, podeEditar }) => [data, podeEditar])).toEqual([
      ['2025-01-01', false],
      ['2024-01-01', false],
    ]);
    const url = `${API}/niveis-competencia-historico/${content[0]?.id}`;
    expect(await admin('PUT', url, historico('2025-01-01', [1, 2, 3]))).toMatchObject({
      status: 400,
      body: { code: 'HISTORICO_EM_USO' },
    });
    expect((await admin('DELETE', url)).body).toMatchObject({ code: 'EM_USO' });
    expect((await admin('DELETE', `${API}/niveis-competencia/${w.niveis[2]}`)).body).toMatchObject({
      code: 'EM_USO',
      message: expect.stringMatching(
        /usado em: (Históricos dos Níveis de Competência|Níveis de Competência das Faixas Salariais)\.$/,
      ),
    });
  });
});

describe('levels of a talent', () => {
  it('CALL-199 CALL-572 CALL-198: begin with what the band asks, and keep what was said', async () => {
    const fresh = (await admin('GET', `${TALENTO}/new/${talento}?data=2024-07-01`)).body as Matriz;
    expect(fresh).toMatchObject({
      id: null,
      colaborador: { id: talento, nome: 'Ana Prado' },
      faixaSalarial: { nome: 'Analista I' },
      exibiNivelCompetenciaExigido: true,
      configsNiveisCompetencias: [
        {
          competencia: { nome: 'Excel' },
          competenciaPeso: 3,
          nivelCompetenciaId: null,
          nivelCompetenciaIndicacaoId: w.niveis[1],
        },
        { competencia: { nome: 'Ouvir' }, nivelCompetenciaIndicacaoId: w.niveis[0] },
        { competencia: { nome: 'Calma' }, nivelCompetenciaIndicacaoId: null },
      ],
    });
    const id = await feito(admin, TALENTO, {
      colaborador: talento,
      data: '2024-07-01',
      configsNiveisCompetencias: [
        // Of a talent a competency weighs what it does for the band, whatever is sent.
        { ...item(w.excel, w.niveis[0], 9), comentario: 'Fez o curso em março.' },
        item(w.calma, w.niveis[1]),
      ],
    });
    expect((await admin('GET', `${TALENTO}/edit/${id}`)).body).toMatchObject({
      id,
      data: '2024-07-01',
      colaborador: { id: talento },
      configsNiveisCompetencias: [
        {
          competenciaPeso: 3,
          nivelCompetenciaId: w.niveis[0],
          comentario: 'Fez o curso em março.',
          nivelCompetenciaIndicacaoId: w.niveis[1],
        },
        { nivelCompetenciaId: null },
        { nivelCompetenciaId: w.niveis[1] },
      ],
    });
    expect((await other('GET', `${TALENTO}/edit/${id}`)).status).toBe(404);
    expect((await other('GET', `${TALENTO}/new/${talento}`)).status).toBe(404);
  });

  it('are found by the name of the talent, those of a band by the name of its position', async () => {
    const found = async (url: string, busca: string) =>
      ((await admin('GET', `${url}?page=0&busca=${busca}`)).body as { totalElements: number }).totalElements;
    expect(await found(TALENTO, 'ana prado')).toBe(1);
    expect(await found(TALENTO, 'zzz')).toBe(0);
    expect(await found(`${API}/configuracoes-niveis-competencia`, 'analista')).toBeGreaterThan(0);
    expect(await found(`${API}/configuracoes-niveis-competencia`, 'zzz')).toBe(0);
  });

  it('are out of sight of who neither sees all areas nor answers for the area', async () => {
    const ROLE = 'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA_COLABORADOR';
    const quem = await app.db.one<{ id: number }>({
      text: `with p as (insert into perfis (nome, ativo, autoridades) values ('Só as suas áreas', true, $1) returning id)
        insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id)
        select u.id, 9, (select min(id) from empresas), p.id from usuarios u, p where u.cpf = '54422366408' returning registro_id as id`,
      values: [[ROLE, `${ROLE}_EDITAR`]],
    });
    await app.db.query({
      text: `delete from usuarios_acessos where registro_id = $1 and ordem <> 9 and empresa_id = (select min(id) from empresas)`,
      values: [quem?.id],
    });
    await app.db.query({ text: 'update versao_acessos set versao = versao + 1' });
    const gestora = await app.login(2);
    const mine = (await admin('GET', `${TALENTO}?unpaged=true`)).body as { content: { id: number }[] };
    expect(mine.content).toHaveLength(1);
    expect((await gestora('GET', `${TALENTO}?unpaged=true`)).body).toMatchObject({ content: [] });
    for (const url of [`edit/${mine.content[0]?.id}`, `new/${talento}`, `radar/${talento}`, `${mine.content[0]?.id}`])
      expect((await gestora('GET', `${TALENTO}/${url}`)).status, url).toBe(404);
    const body = { colaborador: talento, data: '2024-08-01', configsNiveisCompetencias: [] };
    expect(faultsOf(await gestora('POST', TALENTO, body))).toEqual(['colaborador: O registro selecionado não existe']);
  });

  it('refuses a day before the talent had a band', async () => {
    expect(
      faultsOf(await admin('POST', TALENTO, { colaborador: talento, data: '2023-01-31', configsNiveisCompetencias: [] })),
    ).toEqual(['data: O talento não tinha faixa salarial nesta data']);
  });

  it('RUL-228: the radar has one value a label, on a scale up to the heaviest level', async () => {
    const url = `${API}/competencias/radar?faixaSalarialId=${w.faixa}&colaboradorId=${talento}`;
    expect((await admin('GET', `${url}&data=2024-07-01`)).body).toEqual({
      labels: ['Excel', 'Ouvir', 'Calma'],
      competenciasFaixaSalarial: [2, 1, 0],
      competenciasColaborador: [1, 0, 2],
      ordemMaxima: 2,
    });
    // Nothing of the talent yet: an empty series, and no radar.
    expect((await admin('GET', `${url}&data=2024-06-30`)).body).toMatchObject({ competenciasColaborador: [] });
    // The levels that the talent got in 2024 are weighed as the band's are: by the scale of the day.
    expect((await admin('GET', `${TALENTO}/radar/${talento}?data=2025-06-01`)).body).toEqual({
      labels: ['Excel', 'Calma'],
      competenciasFaixaSalarial: [30, 0],
      competenciasColaborador: [10, 20],
      ordemMaxima: 30,
      faixaSalarial: { id: w.faixa, nome: 'Analista I' },
    });
    expect((await other('GET', url)).status).toBe(404);
    expect((await other('GET', `${TALENTO}/radar/${talento}`)).status).toBe(404);
  });

  it('CALL-185: an evaluation would ask what the band asks today', async () => {
    const url = `${API}/competencias/avaliacao-desempenho?avaliacaoDesempenhoId=1&avaliadoId=`;
    expect((await admin('GET', `${url}${talento}`)).body).toMatchObject([
      { competencia: { nome: 'Excel' }, nivelCompetencia: { descricao: 'Avançado' }, nivelCompetenciaOrdem: 30, criteria: [] },
    ]);
    expect((await other('GET', `${url}${talento}`)).status).toBe(404);
  });

  it('CALL-182 CALL-184: criteria, and the competencies whose levels have no percentage', async () => {
    const ask = async (path: string) => (await admin('GET', `${API}/competencias/${path}`)).body;
    expect(await ask('existe-criterio-avaliacao-competencia')).toEqual({ existe: false });
    await feito(admin, `${API}/criterios-avaliacao-competencia`, { competencia: w.excel, descricao: 'Usa fórmulas' });
    expect(await ask('existe-criterio-avaliacao-competencia')).toEqual({ existe: true });
    expect(await ask('competencias-sem-percentual')).toEqual([{ id: w.excel, nome: 'Excel', competenciaTipo: 'C' }]);
    await feito(admin, `${API}/niveis-competencia-historico`, {
      data: '2025-09-01',
      considerarPercentualMinimo: true,
      obrigarPercentual: true,
      configHistoricosNiveis: [{ nivelCompetencia: w.niveis[0], ordem: 1, percentual: 33.33 }],
    });
    expect(await ask('competencias-sem-percentual')).toEqual([]);
    expect((await other('GET', `${API}/competencias/existe-criterio-avaliacao-competencia`)).body).toEqual({ existe: false });
  });
});
