import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, done, faultsOf, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { today } from '#kit/br/date.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import type { Estatisticas } from '../estatisticas/estatisticas.ts';
import { VER_TODAS } from '../solicitacoes/solicitacoes.rules.ts';

/*
 * The reports of recruitment, each figure worked out on paper.
 *
 *   Vendedor  asked for on 2026-03-02 (2 places, Substituição, 30 days foreseen), closed on 2026-04-11 after 40 days, both places filled
 *   Pintor    asked for on 2026-05-20 (1 place, Aumento), open, in another area
 *   Vendedor  asked for on 2026-06-01 (3 places, Substituição), cancelled
 *   Oculta    asked for on 2026-06-02 (1 place, no reason), open, in the area of Pintor, hidden from managers
 *
 *   Ana   LinkedIn; applies to Vendedor on 03-05, Triagem on 03-10 (apt), Entrevista on 03-20 (apt), hired on 04-10
 *   Beto  LinkedIn; to Vendedor on 03-06, Triagem on 03-10 (not apt), refused on 03-12; to Pintor on 05-25, Triagem on 06-01 (apt), Entrevista on 06-11
 *   Caio  Portal, sent by Léo; to Pintor on 06-01, Triagem on 06-05
 *   Duda  says no source; to Pintor on 07-01, in no stage yet; and to Oculta on 07-02, Triagem on 07-03
 */
const ROOT = '/api/captacao/relatorios';
type Linha = Record<string, unknown>;

let app: TestApp;
let rh: Client;
let empresa = 0;
const id: Record<string, number> = {};

const linha = async (name: string, insert: ReturnType<typeof sql>) => (id[name] = (await app.db.only<{ id: number }>(insert)).id);

async function vaga(
  name: string,
  de: {
    descricao: string;
    data: string;
    quantidade: number;
    area: string;
    motivo: string | null;
    situacao: string;
    fim?: string;
  },
) {
  await linha(
    name,
    sql`insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, area_organizacional_id, faixa_salarial_id, motivo_solicitacao_id, horario_comercial, vinculo, sexo,
        situacao, status, qtd_dias_previsao, qtd_vagas_preenchidas, data_encerramento, invisivel_para_gestor)
      values (${empresa}, ${de.descricao}, ${de.data}, ${de.quantidade}, ${id[de.area]}, ${de.descricao === 'Vendedor' ? id.Faixa : null}, ${de.motivo && id[de.motivo]}, 'Comercial', 'E', 'I',
        ${de.situacao}, 'A', 30, ${de.fim ? de.quantidade : 0}, ${de.fim ?? null}, ${name === 'Oculta'}) returning id`,
  );
}

async function inscreve(
  quem: string,
  vagaDe: string,
  dia: string,
  passos: readonly (readonly [etapa: string, dia: string, apto: string, observacao?: string])[],
  fim: { situacao?: string; em?: string; origem?: string } = {},
) {
  const ultimo = passos.at(-1);
  const candidatura = await linha(
    `${quem} ${vagaDe}`,
    // At two at night of UTC it is still the day before here.
    sql`insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, etapa_seletiva_id, situacao, inscrita_em, etapa_desde, encerrada_em)
      values (${empresa}, ${id[vagaDe]}, ${id[quem]}, ${quem}, ${fim.origem ?? 'P'}, ${ultimo ? id[ultimo[0]] : null}, ${fim.situacao ?? 'A'}, ${dia}::date + 1 + time '02:00',
        ${ultimo?.[1] ?? dia}::date + 1 + time '02:00', ${fim.em ?? null}::date + 1 + time '02:00') returning id`,
  );
  for (const [etapa, em, apto, observacao] of [[null, dia, 'I'] as const, ...passos])
    await app.db.query(sql`
      insert into candidatos_historicos (empresa_id, candidatura_id, candidato_id, solicitacao_id, etapa_seletiva_id, data, responsavel, apto, observacao)
      values (${empresa}, ${candidatura}, ${id[quem]}, ${id[vagaDe]}, ${etapa && id[etapa]}, ${em}, 'Rafael', ${apto}, ${observacao ?? null})`);
}

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(40);
  empresa = app.empresas[0] as number;
  rh = await app.login(0);
  const { area, outra, faixa } = await app.db.only<Record<'area' | 'outra' | 'faixa', number>>(sql`
    select (select id from areas_organizacionais where empresa_id = ${empresa} and nome = 'Vendas') as area,
      (select id from areas_organizacionais where empresa_id = ${empresa} and nome = 'Manutenção') as outra,
      (select f.id from faixas_salariais f join cargos c on c.id = f.cargo_id where c.empresa_id = ${empresa} and c.nome = 'Vendedor' order by f.id limit 1) as faixa`);
  Object.assign(id, { Vendas: area, Manutenção: outra, Faixa: faixa });
  for (const nome of ['Substituição', 'Aumento'])
    await linha(nome, sql`insert into motivos_solicitacao (empresa_id, descricao) values (${empresa}, ${nome}) returning id`);
  for (const nome of ['LinkedIn', 'Portal'])
    await linha(nome, sql`insert into como_ficou_sabendo_vaga (empresa_id, nome) values (${empresa}, ${nome}) returning id`);
  for (const [ordem, nome] of ['Triagem', 'Entrevista'].entries())
    await linha(
      nome,
      sql`insert into etapas_seletivas (empresa_id, nome, ordem) values (${empresa}, ${nome}, ${ordem + 1}) returning id`,
    );
  for (const [nome, fonte, por] of [
    ['Ana', 'LinkedIn', null],
    ['Beto', 'LinkedIn', null],
    ['Caio', 'Portal', 'Léo'],
    ['Duda', null, null],
  ] as const)
    await linha(
      nome,
      sql`insert into candidatos (empresa_id, nome, sexo, como_ficou_sabendo_vaga_id, indicado_por) values (${empresa}, ${nome}, 'I', ${fonte && id[fonte]}, ${por}) returning id`,
    );
  const vendedor = { descricao: 'Vendedor', area: 'Vendas', motivo: 'Substituição' };
  await vaga('Vendedor', { ...vendedor, data: '2026-03-02', quantidade: 2, situacao: 'E', fim: '2026-04-11' });
  await vaga('Pintor', {
    descricao: 'Pintor',
    data: '2026-05-20',
    quantidade: 1,
    area: 'Manutenção',
    motivo: 'Aumento',
    situacao: 'A',
  });
  await vaga('Cancelada', { ...vendedor, data: '2026-06-01', quantidade: 3, situacao: 'C' });
  await vaga('Oculta', {
    descricao: 'Oculta',
    data: '2026-06-02',
    quantidade: 1,
    area: 'Manutenção',
    motivo: null,
    situacao: 'A',
  });
  await inscreve(
    'Ana',
    'Vendedor',
    '2026-03-05',
    [
      ['Triagem', '2026-03-10', 'S'],
      ['Entrevista', '2026-03-20', 'S', 'Ótima'],
    ],
    { situacao: 'C', em: '2026-04-10' },
  );
  await inscreve('Beto', 'Vendedor', '2026-03-06', [['Triagem', '2026-03-10', 'N', 'Faltam documentos']], {
    situacao: 'N',
    em: '2026-03-12',
  });
  await inscreve('Beto', 'Pintor', '2026-05-25', [
    ['Triagem', '2026-06-01', 'S'],
    ['Entrevista', '2026-06-11', 'I'],
  ]);
  await inscreve('Caio', 'Pintor', '2026-06-01', [['Triagem', '2026-06-05', 'I']], { origem: 'I' });
  await inscreve('Duda', 'Pintor', '2026-07-01', []);
  await inscreve('Duda', 'Oculta', '2026-07-02', [['Triagem', '2026-07-03', 'I']]);
  // A manager answers for the area of Pintor and Oculta.
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
  await app.db.query(sql`
    with t as (update talentos set cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')} where id = (select min(id) from talentos where empresa_id = ${empresa} and situacao = 'A') returning id)
    insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) select ${id['Manutenção']}, 1, ${empresa}, t.id from t`);
});
afterAll(() => app.close());

const linhas = async (name: string, filtro: Linha, client = rh): Promise<Linha[]> => {
  const answer = await client('POST', `${ROOT}/${name}`, filtro, { accept: 'application/json' });
  expect([200, 204], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.status === 204 ? [] : (answer.body as { rows: Linha[] }).rows;
};
const so = (rows: Linha[], ...nomes: string[]) => rows.map((row) => nomes.map((nome) => row[nome] ?? null));

const etapas = () => ({
  etapasIds: [id.Triagem, id.Entrevista],
  statusSolicitacao: 'T',
  situacaoCandidato: 'I',
  imprimirObservacao: false,
  ordenarPor: 'A',
});
const V = 'Vendedor (02/03/2026)';
const P = 'Pintor (20/05/2026)';
const O = 'Oculta (02/06/2026)';

it('REP-001: tells who stands in which stage, and of ended requests how far everybody came', async () => {
  const ask = async (filtro: Linha) =>
    so(
      await linhas('candidato-selecao', { ...etapas(), ...filtro }),
      'vaga',
      'candidato',
      'etapa',
      'desde',
      'parecer',
      'resultado',
    );
  expect(await ask({})).toEqual([
    [O, 'Duda', 'Triagem', '2026-07-03', 'Indiferente', 'Em andamento'],
    [P, 'Beto', 'Entrevista', '2026-06-11', 'Indiferente', 'Em andamento'],
    [P, 'Caio', 'Triagem', '2026-06-05', 'Indiferente', 'Em andamento'],
    [V, 'Ana', 'Entrevista', '2026-03-20', 'Apto', 'Contratado'],
    [V, 'Beto', 'Triagem', '2026-03-10', 'Não apto', 'Não selecionado'],
  ]);
  expect((await ask({ situacaoCandidato: 'N' })).map(([, nome]) => nome)).toEqual(['Beto']);
  expect((await ask({ statusSolicitacao: 'E', ordenarPor: 'D' })).map(([, nome]) => nome)).toEqual(['Beto', 'Ana']);
  expect(
    (await ask({ etapasIds: [id.Triagem], ordenarPor: 'E', dataIni: '2026-06-01', dataFim: '2026-06-30' })).map(
      ([, nome]) => nome,
    ),
  ).toEqual(['Caio']);
  const comObservacao = await linhas('candidato-selecao', { ...etapas(), imprimirObservacao: true, statusSolicitacao: 'E' });
  expect(so(comObservacao, 'candidato', 'dias', 'observacao')).toEqual([
    ['Ana', 21, 'Ótima'],
    ['Beto', 2, 'Faltam documentos'],
  ]);
  expect(JSON.stringify(await linhas('candidato-selecao', { ...etapas(), statusSolicitacao: 'E' }))).not.toContain('Faltam');
  // What was noted is told to nobody who may not open the history.
  const semHistorico = await app.loginWithout(3, (held) => held === 'ROLE_CAD_CANDIDATURA');
  for (const relatorio of ['candidato-selecao', 'analise-etapas-seletivas']) {
    const pedido = { ...etapas(), imprimirObservacao: true, statusSolicitacao: 'E' };
    expect(JSON.stringify(await linhas(relatorio, pedido))).toContain('Faltam');
    const lidas = await linhas(relatorio, pedido, semHistorico);
    expect([lidas.length > 0, JSON.stringify(lidas).includes('Faltam')]).toEqual([true, false]);
  }
});

it('RUL-161 to 165: demands stages, a status and a situation; notes are printed if asked for', async () => {
  const faltas = faultsOf(await rh('POST', `${ROOT}/candidato-selecao`, {}));
  expect(faltas.map((falta) => falta.split(':')[0] ?? '').sort()).toEqual([
    'etapasIds',
    'ordenarPor',
    'situacaoCandidato',
    'statusSolicitacao',
  ]);
  expect(faultsOf(await rh('POST', `${ROOT}/analise-etapas-seletivas`, { ...etapas(), etapasIds: [] }))).toHaveLength(1);
});

it('REP-002: counts each stage of each request, what was said, and how long it took', async () => {
  const ask = (filtro: Linha) => linhas('analise-etapas-seletivas', { ...etapas(), ...filtro });
  const colunas = ['etapa', 'vaga', 'candidatos', 'aptos', 'naoAptos', 'semParecer', 'aprovacao'];
  const conta = await ask({ dataFim: '2026-06-30' });
  expect(so(conta, ...colunas)).toEqual([
    ['Triagem', P, 2, 1, 0, 1, 100],
    ['Triagem', V, 2, 1, 1, 0, 50],
    ['Entrevista', P, 1, 0, 0, 1, null],
    ['Entrevista', V, 1, 1, 0, 0, 100],
  ]);
  // Ana 03-10 to 03-20, Beto 03-10 to the 12th, when he was refused; Ana's interview until she was hired.
  expect(so(await ask({ statusSolicitacao: 'E', imprimirObservacao: true }), 'dias', 'observacoes')).toEqual([
    [6, 'Beto: Faltam documentos'],
    [21, 'Ana: Ótima'],
  ]);
  expect(so(await ask({ situacaoCandidato: 'N' }), 'vaga', 'candidatos')).toEqual([[V, 1]]);
});

it('REP-004: tells the result of each evaluation beside the least of its model', async () => {
  const modelo = await linha(
    'Teste',
    sql`insert into modelos_avaliacao_candidato (empresa_id, titulo, percentual_minimo_aprovacao, ativo) values (${empresa}, 'Teste', 70, true) returning id`,
  );
  for (const [quem, resultado] of [
    ['Beto Pintor', 70],
    ['Caio Pintor', 69.5],
    ['Duda Pintor', null],
  ] as const)
    await app.db.query(sql`
      insert into avaliacoes_candidatos (empresa_id, resumo, candidatura_id, modelo_id, pedida_em, respondida_em, percentual)
      values (${empresa}, ${quem}, ${id[quem]}, ${modelo}, '2026-07-05', ${resultado && '2026-07-06'}, ${resultado})`);
  const filtro = { statusSolicitacao: 'A', dataIni: '2026-07-05', dataFim: '2026-07-05' };
  expect(so(await linhas('avaliacao-candidato', filtro), 'vaga', 'candidato', 'resultado', 'minimo', 'aprovado')).toEqual([
    [P, 'Beto', 70, 70, 'Sim'],
    [P, 'Caio', 69.5, 70, 'Não'],
    [P, 'Duda', null, 70, null],
  ]);
  expect(await linhas('avaliacao-candidato', { ...filtro, dataIni: '2026-07-06', dataFim: null })).toEqual([]);
});

it('REP-005: counts people by how they heard of the vacancies, each once', async () => {
  const filtro = { statusSolicitacao: 'T' };
  const colunas = ['divulgacao', 'qtd', 'percentual', 'candidaturas', 'contratados'];
  expect(so(await linhas('divulgacao-vaga', filtro), ...colunas)).toEqual([
    ['LinkedIn', 2, 50, 3, 1],
    ['Não informado', 1, 25, 2, 0],
    ['Portal', 1, 25, 1, 0],
  ]);
  // The first day of June here is the second in Greenwich.
  expect(
    so(await linhas('divulgacao-vaga', { ...filtro, dataIni: '2026-06-01', dataFim: '2026-06-01' }), 'divulgacao', 'qtd'),
  ).toEqual([['Portal', 1]]);
  const dosVendedores = { ...filtro, areasIds: [id.Vendas] };
  expect(so(await linhas('divulgacao-vaga', dosVendedores), 'divulgacao', 'qtd')).toEqual([['LinkedIn', 2]]);
});

it('REP-006: counts the places of a year by reason', async () => {
  expect(
    so(
      await linhas('vaga-motivo', { ano: 2026, statusSolicitacao: 'T' }),
      'motivo',
      'solicitacoes',
      'vagas',
      'preenchidas',
      'percentual',
    ),
  ).toEqual([
    ['Substituição', 2, 5, 2, 71.43],
    ['Aumento', 1, 1, 0, 14.29],
    ['Sem motivo informado', 1, 1, 0, 14.29],
  ]);
  expect(so(await linhas('vaga-motivo', { ano: 2026, statusSolicitacao: 'C' }), 'motivo', 'vagas')).toEqual([
    ['Substituição', 3],
  ]);
  expect(await linhas('vaga-motivo', { ano: 2025, statusSolicitacao: 'T' })).toEqual([]);
  for (const ano of [1899, 2200, null])
    expect(faultsOf(await rh('POST', `${ROOT}/vaga-motivo`, { ano, statusSolicitacao: 'T' }))).toHaveLength(1);
  const adiante = Number(today().slice(0, 4)) + 1;
  expect(faultsOf(await rh('POST', `${ROOT}/vaga-motivo`, { ano: adiante, statusSolicitacao: 'T' }))).toEqual([
    `ano: Ano deve ser no máximo ${adiante - 1}`,
  ]);
});

it('REP-007: tells how long each request took, and how much longer than foreseen', async () => {
  const colunas = ['cargo', 'vaga', 'quantidade', 'dias', 'previstos', 'atraso'];
  expect(so(await linhas('duracao-vaga', { statusSolicitacao: 'E' }), ...colunas)).toEqual([['Vendedor', V, 2, 40, 30, 10]]);
  expect(await linhas('duracao-vaga', { statusSolicitacao: 'E', dataFim: '2026-04-10' })).toEqual([]);
  expect(await linhas('duracao-vaga', { statusSolicitacao: 'E', dataIni: '2026-04-11', dataFim: '2026-04-11' })).toHaveLength(1);
  // A cancelled one took no time.
  expect(so(await linhas('duracao-vaga', { statusSolicitacao: 'C' }), 'quantidade', 'dias', 'atraso')).toEqual([[3, null, null]]);
});

it('REP-008: tells who was sent by whom', async () => {
  expect(
    so(
      await linhas('indicacao-candidato', { statusSolicitacao: 'T' }),
      'indicadoPor',
      'candidato',
      'vaga',
      'inscritaEm',
      'etapa',
      'resultado',
    ),
  ).toEqual([['Léo', 'Caio', P, '2026-06-01', 'Triagem', 'Em andamento']]);
});

it.each(['avaliacao-candidato', 'divulgacao-vaga', 'duracao-vaga', 'indicacao-candidato', 'vaga-motivo'])(
  'RUL-166: %s demands a status; no places, areas or positions are all of them, and it is a PDF unless asked otherwise',
  async (nome) => {
    const ano = nome === 'vaga-motivo' ? { ano: 2026 } : {};
    const ask = (filtro: Linha) => rh('POST', `${ROOT}/${nome}`, { ...ano, ...filtro });
    for (const statusSolicitacao of [undefined, null, '', 'X'])
      expect(faultsOf(await ask({ statusSolicitacao }))).toEqual([expect.stringMatching(/^statusSolicitacao: /)]);
    const whole = await linhas(nome, { ...ano, statusSolicitacao: 'T' });
    expect(whole).not.toEqual([]);
    const todas = { estabelecimentosIds: [], areasIds: [], cargosIds: [] };
    expect(await linhas(nome, { ...ano, statusSolicitacao: 'T', ...todas })).toEqual(whole);
    for (const lista of Object.keys(todas))
      expect(await linhas(nome, { ...ano, statusSolicitacao: 'T', ...todas, [lista]: [987_654_321] })).toEqual([]);
    expect(String((await ask({ statusSolicitacao: 'T' })).headers['content-type'])).toContain('application/pdf');
  },
);

it('REP-003, RUL-158 to 160: tells who works in the areas or positions, beside the places that are asked for', async () => {
  const vendedores = await app.db.query<{ nome: string }>(sql`
    select t.nome from talentos t join cargos c on c.id = t.cargo_atual_id where t.empresa_id = ${empresa} and t.situacao = 'A' and c.nome = 'Vendedor' order by t.nome_ord, t.id`);
  const cargo = (
    await app.db.only<{ id: number }>(sql`select id from cargos where empresa_id = ${empresa} and nome = 'Vendedor'`)
  ).id;
  const porCargo = { filtrarPor: '2', cargosIds: [cargo], statusSolicitacao: 'C' };
  expect(so(await linhas('cargo', porCargo), 'talento', 'vagas')).toEqual(vendedores.map(({ nome }) => [nome, 3]));
  expect(so(await linhas('cargo', { ...porCargo, statusSolicitacao: 'S' }), 'vagas').flat()).toEqual(vendedores.map(() => 0));
  expect(faultsOf(await rh('POST', `${ROOT}/cargo`, { filtrarPor: '1', statusSolicitacao: 'T' }))).toEqual([
    'areasIds: Áreas Organizacionais são obrigatórias',
  ]);
  expect(faultsOf(await rh('POST', `${ROOT}/cargo`, { filtrarPor: '2', statusSolicitacao: 'T' }))).toHaveLength(2);
  expect(faultsOf(await rh('POST', `${ROOT}/cargo`, { areasIds: [id.Vendas] })).map((falta) => falta.split(':')[0])).toEqual([
    'filtrarPor',
    'statusSolicitacao',
  ]);
});

const painel = async (id: string, filtro: string) => {
  const dados = await done<Record<string, IndicatorData>>(rh, 'GET', `/api/analytics/${id}?${filtro}`);
  return (indicador: string) => dados[indicador]?.series.map(({ label, data }) => [label, ...data]);
};

it('REP-092, RUL-386: the dashboard of vacancies takes for each indicator its own day', async () => {
  const dados = await painel('vagas', 'dataInicio=2026-03-01&dataFim=2026-07-31');
  // Whoever was hired passed every stage, and Beto twice came to one.
  expect(dados('funil')).toEqual([
    ['Inscritos', 6],
    ['Triagem', 5],
    ['Entrevista', 2],
    ['Contratados', 1],
  ]);
  expect(dados('fontes')).toEqual([
    ['LinkedIn', 2],
    ['Não informado', 1],
    ['Portal', 1],
  ]);
  expect(dados('situacoes')).toEqual([
    ['Aberta', 2],
    ['Encerrada', 1],
    ['Cancelada', 1],
  ]);
  expect(dados('quemDemora')?.map(([quem, n]) => [quem, n])).toEqual([['Sem recrutador responsável', 4]]);
  expect(dados('duracao')).toEqual([['04/2026', 40, 1]]);
  // Closed after 40 days: not in 30; the two open ones in none; the cancelled one is not counted.
  expect(dados('coorte')).toEqual([
    ['03/2026', 0, 100, 100, 1],
    ['05/2026', 0, 0, 0, 1],
    ['06/2026', 0, 0, 0, 1],
  ]);
  // Ana was in Triagem for ten days, Beto for two.
  const marco = await painel('vagas', 'dataInicio=2026-03-01&dataFim=2026-03-31');
  expect(marco('tempoPorEtapa')).toEqual([
    ['Triagem', 6, 2],
    ['Entrevista', 21, 1],
  ]);
});

it('an empty picture of records that the reader may not open says so', async () => {
  const recrutador = await app.login(1);
  const url = '/api/analytics/vagas?dataInicio=2026-03-01&dataFim=2026-03-31';
  const lido = async (client: Client) =>
    (await done<Record<string, { series: unknown[]; aviso?: string }>>(client, 'GET', url)).contratados;
  expect(await lido(recrutador)).toMatchObject({ series: [], aviso: 'Você não tem acesso à lista Talentos.' });
  expect((await lido(rh))?.aviso).toBeUndefined();
});

it('REP-009: measures the requests that closed in a period', async () => {
  const CALL = '/api/captacao/estatisticas-preenchimento-vaga';
  const { total, porCargo, porMes } = await done<Estatisticas>(rh, 'GET', `${CALL}?dataIni=2026-04-01&dataFim=2026-04-30`);
  const medidas = { solicitacoes: 1, vagas: 2, preenchidas: 2, media: 40, mediana: 40, menor: 40, maior: 40, noPrazo: 0 };
  expect(total).toEqual(medidas);
  expect(porCargo).toEqual([{ nome: 'Vendedor', ...medidas }]);
  expect(porMes).toEqual([{ mes: '2026-04', solicitacoes: 1, media: 40 }]);
  const fora = await done<Estatisticas>(rh, 'GET', `${CALL}?dataIni=2026-04-01&dataFim=2026-04-30&areasIds=${id['Manutenção']}`);
  expect([fora.total.solicitacoes, fora.total.media, fora.porArea]).toEqual([0, null, []]);
  expect(faultsOf(await rh('GET', `${CALL}?dataIni=2026-05-01&dataFim=2026-04-30`))).toEqual([
    'dataFim: Data final inferior à data inicial.',
  ]);
  for (const nonsense of ['dataIni=x', 'areasIds=1;2', 'outro=1'])
    expect((await rh('GET', `${CALL}?${nonsense}`)).status, nonsense).toBe(400);
});

it('tells shares of women and men only where there are three of each', async () => {
  const sexo = async () => (await painel('igualdade', 'dataInicio=2026-03-01&dataFim=2026-07-31'))('sexo');
  await app.db.query(sql`update candidatos set sexo = case when nome in ('Ana', 'Beto') then 'F' else 'M' end`);
  // Applications of women: three; of men: three. In Triagem two are men's.
  expect(await sexo()).toEqual([
    ['Inscritos', 50, 50, 6],
    ['Triagem', null, null, 5],
    ['Entrevista', null, null, 2],
    ['Contratados', null, null, 1],
  ]);
  const dados = await painel('igualdade', 'dataInicio=2026-03-01&dataFim=2026-07-31');
  // Only Pintor and Oculta are open: Beto and Caio stand in the last two of two stages, and Duda in the other.
  expect(dados('listas')).toEqual([
    ['Mulheres e homens', 1],
    ['Só de um sexo', 1],
  ]);
  // Of fewer than a hundred employees the law asks for none.
  expect(dados('cota')?.[0]?.slice(1)).toEqual([0, 0, 0]);
});

it('tells a manager of the requests of their areas that are not hidden, and another company nothing', async () => {
  const gestora = await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS' || name === VER_TODAS);
  const perfil = (name: string) => `ROLE_REL_${name}`;
  await app.db.query(sql`
    update perfis set autoridades = autoridades || ${['CANDIDATO_SELECAO', 'DURACAO_VAGA', 'VAGA_MOTIVO', 'DIVULGACAO_VAGA'].map(perfil)}::text[] where nome = 'Gestor'`);
  expect([...new Set(so(await linhas('candidato-selecao', etapas(), gestora), 'vaga').flat())]).toEqual([P]);
  expect(so(await linhas('duracao-vaga', { statusSolicitacao: 'T' }, gestora), 'vaga')).toEqual([[P]]);
  expect(so(await linhas('vaga-motivo', { ano: 2026, statusSolicitacao: 'T' }, gestora), 'motivo', 'vagas')).toEqual([
    ['Aumento', 1],
  ]);
  const outra = await app.login(0, app.empresas[1]);
  for (const [name, filtro] of [
    ['candidato-selecao', etapas()],
    ['divulgacao-vaga', { statusSolicitacao: 'T' }],
    ['duracao-vaga', { statusSolicitacao: 'T' }],
  ] as const)
    expect(await linhas(name, filtro, outra), name).toEqual([]);
});

it('REP-002 tells as many notes of a stage as its cell holds, and how many more there are', async () => {
  const vaga_ = { descricao: 'Longa', area: 'Vendas', motivo: null, situacao: 'A' };
  await vaga('Longa', { ...vaga_, data: '2026-07-20', quantidade: 1 });
  await linha(
    'Dinâmica',
    sql`insert into etapas_seletivas (empresa_id, nome, ordem) values (${empresa}, 'Dinâmica', 9) returning id`,
  );
  const nota = 'x'.repeat(3_000);
  for (let n = 10; n < 22; n++) {
    await linha(`C${n}`, sql`insert into candidatos (empresa_id, nome, sexo) values (${empresa}, ${`C${n}`}, 'I') returning id`);
    await inscreve(`C${n}`, 'Longa', '2026-07-21', [['Dinâmica', '2026-07-22', n % 2 ? 'S' : 'N', n === 21 ? undefined : nota]]);
  }
  const ask = async (situacaoCandidato: string) =>
    so(
      await linhas('analise-etapas-seletivas', {
        ...etapas(),
        etapasIds: [id.Dinâmica],
        imprimirObservacao: true,
        situacaoCandidato,
      }),
      'candidatos',
      'observacoes',
    );
  const ditas = (...quem: number[]) => quem.map((n) => `C${n}: ${nota}`);
  expect(await ask('I')).toEqual([[12, [...ditas(10, 11, 12, 13, 14, 15), 'e mais 5'].join('\n')]]);
  expect(await ask('S')).toEqual([[6, ditas(11, 13, 15, 17, 19).join('\n')]]);
});
