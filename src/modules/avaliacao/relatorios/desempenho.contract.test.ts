import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, done, faultsOf, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { readSheet } from '#kit/import/read-sheet.server.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import { sliceText } from '#kit/indicator/slice.ts';
import { readText } from '#kit/text/text.server.ts';
import { DEFINICAO_VAZIA } from '#platform/questionario/definition.ts';
import type { Resultado } from '../desempenho/resultado.ts';
import type { ResultadoNaTela, ResultadoResumido } from '../desempenho/resultado-na-tela.ts';

const ROOT = '/api/avaliacao/relatorios';
type Linha = Record<string, unknown>;
const folder = mkdtempSync(path.join(tmpdir(), 'vinculo-resultados-'));

let app: TestApp;
let rh: Client;
let empresa: number;
/** the evaluation of this year and the one before */
let agora: number;
let antes: number;
const pessoas: Record<'ana' | 'beto' | 'caio', number> = { ana: 0, beto: 0, caio: 0 };

const resultado = (competencias: Resultado['competencias'], extra: Partial<Resultado> = {}): Resultado => ({
  desempenho: null,
  potencial: null,
  performance: null,
  metas: null,
  metasDoPeriodo: [],
  papeis: [],
  aspectos: [],
  perguntas: [],
  ...extra,
  competencias,
});
const competencia = (
  id: number,
  nome: string,
  exigido: number,
  obtido: number | null,
  porPapel: Resultado['competencias'][number]['porPapel'] = {},
) => ({
  id,
  nome,
  tipo: 'A',
  peso: 1,
  exigido,
  nivelExigido: null,
  obtido,
  auto: porPapel.U ?? null,
  porPapel,
});

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(12);
  empresa = app.empresas[0] as number;
  rh = await app.login(0);
  const talentos = await app.db.query<{ id: number }>(
    sql`select id from talentos where empresa_id = ${empresa} and situacao = 'A' order by id limit 3`,
  );
  for (const [n, nome] of (['ana', 'beto', 'caio'] as const).entries()) {
    pessoas[nome] = talentos[n]?.id as number;
    await app.db.query(sql`update talentos set nome = ${nome}, matricula = null where id = ${pessoas[nome]}`);
  }
  const area = await done(rh, 'POST', '/api/cargo-salario/areas-organizacionais', { nome: 'Oficina' });
  const ids = [];
  for (const nome of ['Comunicação', 'Liderança']) {
    const { id } = await done(rh, 'POST', '/api/cargo-salario/atitudes', { nome, areasOrganizacionais: [area.id] });
    ids.push(id);
  }
  const [fala, lidera] = ids as [number, number];
  const avaliacao = async (titulo: string, anonima: boolean, data: string) =>
    (
      await app.db.only<{ id: number }>(sql`
        insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, avaliar_somente_competencias, nota_questionario_manual, tipo, formato,
          permite_auto_avaliacao, anonima, peso_competencias, situacao)
        values (${empresa}, ${titulo}, '2020-01-01', ${data}, false, false, '2.0', '0', true, ${anonima}, 1, 'C') returning id`)
    ).id;
  antes = await avaliacao('Anual 2024', false, '2024-12-31');
  agora = await avaliacao('Anual 2025', true, '2025-12-31');
  const avaliado = (de: number, quem: number, indices: (number | null)[], conta: Resultado) =>
    app.db.query(sql`
      insert into avaliados_desempenho (empresa_id, avaliacao_desempenho_id, colaborador_id, area_id, desempenho, potencial, performance, metas, resultado)
      values (${empresa}, ${de}, ${quem}, ${area.id}, ${indices[0]}, ${indices[1]}, ${indices[2]}, ${conta.metas}, ${JSON.stringify({ ...conta, desempenho: indices[0], potencial: indices[1], performance: indices[2] })}::jsonb)`);
  await avaliado(antes, pessoas.ana, [50, 50, 50], resultado([]));
  await avaliado(
    agora,
    pessoas.ana,
    [75, 40, 57.5],
    resultado(
      [
        competencia(fala, 'Comunicação', 50, 50, { U: 100, L: 50 }),
        competencia(lidera, 'Liderança', 75, 100, { L: 100, G: 100 }),
      ],
      {
        papeis: [
          { papel: 'L', avaliadores: 1, desempenho: 75, potencial: 40, performance: 57.5 },
          { papel: 'G', avaliadores: 3, desempenho: 100, potencial: null, performance: 100 },
        ],
        aspectos: [{ id: 1, nome: 'Postura', obtido: 40, auto: null }],
        perguntas: [{ id: 1, texto: 'Aprende rápido?', obtido: 40, auto: 90 }],
        metas: 62.5,
        metasDoPeriodo: [
          { id: 1, titulo: 'Atender melhor', peso: 1, progresso: 62.5 },
          { id: 2, titulo: 'Vender mais', peso: 3, progresso: null },
        ],
      },
    ),
  );
  await avaliado(agora, pessoas.beto, [25, 100, 62.5], resultado([competencia(fala, 'Comunicação', 100, 25)]));
  await avaliado(agora, pessoas.caio, [null, null, null], resultado([competencia(fala, 'Comunicação', 100, null)]));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const linhas = async (id: string, filtro: Linha, client = rh): Promise<Linha[]> => {
  const answer = await client('POST', `${ROOT}/${id}`, filtro, { accept: 'application/json' });
  expect([200, 204]).toContain(answer.status);
  return answer.status === 204 ? [] : (answer.body as { rows: Linha[] }).rows;
};
const so = (rows: Linha[], ...nomes: string[]) => rows.map((row) => nomes.map((nome) => row[nome]));

it('REP-029: tells each person, and each part of their result', async () => {
  const filtro = { avaliacoesIds: [agora] };
  expect(
    so(await linhas('resultado-avaliacao', filtro), 'avaliado', 'avaliadores', 'desempenho', 'potencial', 'metas', 'performance'),
  ).toEqual([
    ['ana', 4, 75, 40, 62.5, 57.5],
    ['beto', null, 25, 100, null, 62.5],
    ['caio', null, null, null, null, null],
  ]);
  expect(
    so(
      await linhas('resultado-avaliacao-detalhado', { ...filtro, avaliadosIds: [pessoas.ana] }),
      'item',
      'exigido',
      'auto',
      'obtido',
    ),
  ).toEqual([
    ['Comunicação', 50, 100, 50],
    ['Liderança', 75, null, 100],
    ['Postura', null, null, 40],
    ['Aprende rápido?', null, 90, 40],
    ['Atender melhor', null, null, 62.5],
    ['Vender mais', null, null, null],
  ]);
  expect(faultsOf(await rh('POST', `${ROOT}/resultado-avaliacao`, { avaliacoesIds: [] }))).toHaveLength(1);
});

it('the page, the list, the sheet, the PDF and the dashboard tell the same of the same company', async () => {
  // Ana 75, 40, 62.5 and 57.5; Beto 25, 100 and 62.5; of Caio nobody said anything.
  const lista = await done<ResultadoResumido[]>(rh, 'GET', `/api/avaliacao/resultados?avaliacaoDesempenhoId=${agora}`);
  const numeros = (um: object) => so([um as Linha], 'desempenho', 'potencial', 'performance').flat();
  const de = (nome: string) => lista.find(({ colaborador }) => colaborador.nome === nome) as ResultadoResumido;
  expect(numeros(de('ana'))).toEqual([75, 40, 57.5]);
  expect(numeros(de('beto'))).toEqual([25, 100, 62.5]);
  const pagina = await done<ResultadoNaTela>(rh, 'GET', `/api/avaliacao/resultados/${de('ana').id}`);
  expect([...numeros(pagina), pagina.resultado.metas]).toEqual([75, 40, 57.5, 62.5]);

  const arquivo = async (pdf: boolean) => {
    const answer = await rh('POST', `${ROOT}/resultado-avaliacao`, { avaliacoesIds: [agora], pdf });
    const file = path.join(folder, pdf ? 'resultado.pdf' : 'resultado.xlsx');
    writeFileSync(file, answer.body as Buffer);
    return file;
  };
  const linhasDaPlanilha: unknown[][] = [];
  for await (const { cells } of readSheet(
    { path: await arquivo(false), name: 'resultado.xlsx' },
    { maxRows: 99, maxBytes: 9_000_000 },
  ))
    linhasDaPlanilha.push([...cells]);
  const daPlanilha = (nome: string) => linhasDaPlanilha.find((cells) => cells.includes(nome))?.slice(-4);
  expect(daPlanilha('ana')).toEqual([0.75, 0.4, 0.625, 0.575]);
  expect(daPlanilha('beto')?.filter((cell) => typeof cell === 'number')).toEqual([0.25, 1, 0.625]);
  const { text } = await readText(await arquivo(true), 'application/pdf');
  const texto = 'texto' in text ? text.texto : '';
  const noPapel = (nome: string) =>
    new RegExp(`(?<!\\p{L})${nome}(?!\\p{L})[^]*?((?:\\s+\\d[\\d,]*%?){3,})`, 'u').exec(texto)?.[1]?.match(/\d+,\d+/g);
  expect(noPapel('ana')?.slice(-4)).toEqual(['75,0', '40,0', '62,5', '57,5']);
  expect(noPapel('beto')?.slice(-3)).toEqual(['25,0', '100,0', '62,5']);

  const painel = await done<Record<string, IndicatorData>>(
    rh,
    'GET',
    '/api/analytics/desempenho?dataInicio=2025-01-01&dataFim=2025-12-31',
  );
  expect(painel.resultadoPorArea?.destaques?.[0]).toEqual({ rotulo: 'Avaliados', valor: 2 });
  expect(painel.nineBox?.series.flatMap(({ label, data: [quantos] }) => (quantos ? [label] : []))).toEqual([
    'ENIGMA',
    'FORTE DESEMPENHO',
  ]);
});

it('REP-034: 100 % belongs to the highest band', async () => {
  const filtro = { avaliacoesIds: [agora], tamanho: '25', indice: 'potencial' };
  expect(so(await linhas('resultado-avaliacao-agrupado-faixa', filtro), 'faixa', 'avaliado', 'valor')).toEqual([
    ['De 75% a 100%', 'beto', 100],
    ['De 25% a menos de 50%', 'ana', 40],
  ]);
  expect(
    so(await linhas('resultado-avaliacao-agrupado-faixa', { ...filtro, indice: 'metas' }), 'faixa', 'avaliado', 'valor'),
  ).toEqual([['De 50% a menos de 75%', 'ana', 62.5]]);
});

it('REP-035, RUL-321 to 323: tells competencies, by role beside a named average, and evaluators of identified evaluations alone', async () => {
  const filtro = { avaliacoesIds: [agora], avaliadosIds: [pessoas.ana] };
  const AT = 'analise-desempenho-competencia-talento';
  expect(so(await linhas(AT, filtro), 'competencia', 'exigido', 'obtido', 'distancia')).toEqual([
    ['Comunicação', 50, 50, 0],
    ['Liderança', 75, 100, -25],
  ]);
  expect(
    so(
      await linhas(`${AT}-detalhado`, { ...filtro, tipo: '2.0', mediaGeralCompetencias: 60 }),
      'auto',
      'lider',
      'demais',
      'naMedia',
    ),
  ).toEqual([
    [100, 50, null, 'Abaixo'],
    [null, 100, 100, 'Acima'],
  ]);
  expect(faultsOf(await rh('POST', `${ROOT}/${AT}-detalhado`, { ...filtro, tipo: '1.0' }))).toEqual([
    'mediaGeralCompetencias: Média geral das competências é obrigatória',
  ]);
  const por = (avaliadoresIds: number[], anonimo = false) => ({ ...filtro, avaliadoresIds, anonimo });
  expect(faultsOf(await rh('POST', `${ROOT}/${AT}-avaliadores`, por([1, 2, 3, 4, 5])))).toContain(
    'avaliadoresIds: São permitidos no máximo 4 itens',
  );
  expect(faultsOf(await rh('POST', `${ROOT}/${AT}-avaliadores`, por([pessoas.beto], true)))).toContain(
    'avaliadoresIds: Selecione ao menos 2 avaliadores para não mostrar os nomes',
  );
  expect(await linhas(`${AT}-avaliadores`, por([pessoas.beto, pessoas.caio]))).toEqual([]);
  // Beside an identified evaluation no column tells who evaluates somebody in an anonymous one.
  await app.db.query(sql`
    insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso)
    values (${empresa}, ${agora}, ${pessoas.ana}, ${pessoas.beto}, 'P', 1), (${empresa}, ${antes}, ${pessoas.ana}, ${pessoas.caio}, 'P', 1)`);
  await app.db.query(sql`
    update avaliados_desempenho a set resultado = jsonb_set(a.resultado, '{competencias}', b.resultado -> 'competencias') from avaliados_desempenho b
    where a.avaliacao_desempenho_id = ${antes} and b.avaliacao_desempenho_id = ${agora} and b.colaborador_id = a.colaborador_id`);
  const [linha] = await linhas(`${AT}-avaliadores`, {
    avaliacoesIds: [agora, antes],
    avaliadoresIds: [pessoas.beto, pessoas.caio],
    anonimo: false,
  });
  const colunas = (uma: object | undefined) => Object.keys(uma ?? {}).filter((nome) => /^c\d$/.test(nome));
  expect(colunas(linha)).toEqual(['c0']);
  // Nor in one that still runs.
  await app.db.query(sql`update avaliacoes_desempenho set anonima = false, situacao = case when id = ${antes} then 'L' else 'C' end
    where id = any(${[agora, antes]}::bigint[])`);
  const [emCurso] = await linhas(`${AT}-avaliadores`, {
    avaliacoesIds: [agora, antes],
    avaliadoresIds: [pessoas.beto, pessoas.caio],
    anonimo: false,
  });
  expect(colunas(emCurso)).toEqual(['c0']);
  await app.db.query(
    sql`update avaliacoes_desempenho set anonima = id = ${agora}, situacao = 'C' where id = any(${[agora, antes]}::bigint[])`,
  );
  await app.db.query(
    sql`delete from participantes_avaliacao_desempenho where avaliacao_desempenho_id = any(${[agora, antes]}::bigint[])`,
  );
  await app.db.query(
    sql`update avaliados_desempenho set resultado = jsonb_set(resultado, '{competencias}', '[]') where avaliacao_desempenho_id = ${antes}`,
  );
});

it('REP-036, RUL-324: tells who evaluates whom, or only how many', async () => {
  for (const [avaliador, tipo] of [
    [pessoas.ana, 'U'],
    [pessoas.beto, 'P'],
    [pessoas.caio, 'P'],
  ] as const)
    await app.db.query(sql`
      insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso)
      values (${empresa}, ${agora}, ${pessoas.ana}, ${avaliador}, ${tipo}, 1)`);
  const ID = 'avaliacao-desempenho-avaliadores-avaliados';
  const filtro = { avaliacaoDesempenhoId: agora };
  expect(so(await linhas(ID, filtro), 'avaliado', 'avaliador', 'papel', 'situacao')).toEqual([
    ['ana', 'ana', 'Autoavaliação', 'Não respondida'],
    ['ana', 'beto', 'Par', 'Não respondida'],
    ['ana', 'caio', 'Par', 'Não respondida'],
  ]);
  const anonima = await linhas(ID, { ...filtro, interacaoAnonima: true });
  expect(so(anonima, 'avaliado', 'papel', 'avaliadores', 'responderam')).toEqual([
    ['ana', 'Autoavaliação', 1, 0],
    ['ana', 'Par', 2, 0],
  ]);
  expect(JSON.stringify(anonima)).not.toContain('beto');
  expect(
    faultsOf(
      await rh('POST', `${ROOT}/${ID}`, {
        ...filtro,
        interacaoAnonima: true,
        avaliadosIds: [pessoas.ana],
        avaliadoresIds: [pessoas.beto],
      }),
    ),
  ).toEqual(['avaliadosIds: Selecione ao menos 2 avaliados com 1 avaliador, ou 2 avaliadores com 1 avaliado']);
});

it('REP-037, 038, 039: the organization, two evaluations side by side, and the roles', async () => {
  // Of an anonymous evaluation nothing is told of fewer than three.
  expect(await linhas('analise-desempenho-competencia-organizacional', { avaliacoesIds: [agora] })).toEqual([]);
  await app.db.query(sql`update avaliacoes_desempenho set anonima = false where id = ${agora}`);
  expect(
    so(
      await linhas('analise-desempenho-competencia-organizacional', { avaliacoesIds: [agora] }),
      'competencia',
      'avaliados',
      'exigido',
      'obtido',
      'distancia',
      'abaixo',
    ),
  ).toEqual([
    ['Comunicação', 2, 75, 37.5, 37.5, 1],
    ['Liderança', 1, 75, 100, -25, 0],
  ]);
  await app.db.query(sql`update avaliacoes_desempenho set anonima = true where id = ${agora}`);
  const comparado = { anteriorId: antes, avaliacaoDesempenhoId: agora, avaliadosIds: [pessoas.ana], indice: 'performance' };
  expect(so(await linhas('comparativo-performance-talento', comparado), 'antes', 'depois', 'mudanca')).toEqual([[50, 57.5, 7.5]]);
  expect(faultsOf(await rh('POST', `${ROOT}/comparativo-performance-talento`, { ...comparado, anteriorId: agora }))).toEqual([
    'anteriorId: Escolha duas avaliações diferentes',
  ]);
  expect(
    so(
      await linhas('resultado-avaliacao-desempenho', { avaliacoesIds: [agora] }),
      'papel',
      'avaliadores',
      'desempenho',
      'performance',
    ),
  ).toEqual([
    ['Líder', 1, 75, 57.5],
    ['Demais avaliadores', 3, 100, 100],
  ]);
  expect(await linhas('avaliacao-desempenho-respondidas', { avaliacoesIds: [agora] })).toEqual([]);
});

it('REP-029, 034 to 039: a reader is told of their own result what its page tells them', async () => {
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${pessoas.ana}`);
  await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[0]?.cpf.replaceAll(/\D/g, '')} where id = ${pessoas.ana}`);
  const filtro = { avaliacoesIds: [agora], avaliadosIds: [pessoas.ana] };
  const comparado = { anteriorId: antes, avaliacaoDesempenhoId: agora, avaliadosIds: [pessoas.ana], indice: 'performance' };
  const AT = 'analise-desempenho-competencia-talento';
  const todos = async () => ({
    resumido: so(await linhas('resultado-avaliacao', filtro), 'avaliadores', 'desempenho', 'potencial', 'metas', 'performance'),
    detalhado: so(await linhas('resultado-avaliacao-detalhado', filtro), 'item', 'exigido', 'auto', 'obtido'),
    faixa: (await linhas('resultado-avaliacao-agrupado-faixa', { ...filtro, tamanho: '25', indice: 'potencial' })).length,
    competencias: so(await linhas(AT, filtro), 'exigido', 'obtido', 'distancia'),
    papeis: so(
      await linhas(`${AT}-detalhado`, { ...filtro, tipo: '2.0', mediaGeralCompetencias: 60 }),
      'auto',
      'lider',
      'demais',
    ),
    comparado: so(await linhas('comparativo-performance-talento', comparado), 'antes', 'depois', 'mudanca'),
    porPapel: so(await linhas('resultado-avaliacao-desempenho', filtro), 'papel', 'performance'),
  });
  expect(await todos()).toEqual({
    resumido: [[null, null, null, null, null]],
    detalhado: [
      ['Comunicação', null, null, 50],
      ['Liderança', null, null, 100],
      ['Postura', null, null, 40],
      ['Aprende rápido?', null, null, 40],
      ['Atender melhor', null, null, 62.5],
      ['Vender mais', null, null, null],
    ],
    faixa: 0,
    competencias: [
      [null, 50, null],
      [null, 100, null],
    ],
    papeis: [
      [null, null, null],
      [null, null, null],
    ],
    comparado: [[null, null, null]],
    porPapel: [],
  });
  await app.db.query(sql`
    update avaliacoes_desempenho set exibir_performance_profissional = true, exibir_nivel_competencia_exigido = true, exibe_resultado_auto_avaliacao = true,
      anonima = false where id = ${agora}`);
  expect(await todos()).toMatchObject({
    resumido: [[4, 75, 40, 62.5, 57.5]],
    faixa: 1,
    competencias: [
      [50, 50, 0],
      [75, 100, -25],
    ],
    papeis: [
      [100, 50, null],
      [null, 100, 100],
    ],
    comparado: [[null, 57.5, null]],
    porPapel: [
      ['Líder', 57.5],
      ['Demais avaliadores', 100],
    ],
  });
  // Who said what of oneself is read by nobody; what of a competency is said of several people counts the reader too.
  expect(await linhas(`${AT}-avaliadores`, { ...filtro, avaliadoresIds: [pessoas.beto] })).toEqual([]);
  expect(so(await linhas('analise-desempenho-competencia-organizacional', { avaliacoesIds: [agora] }), 'competencia')).toEqual([
    ['Comunicação'],
  ]);
  await app.db.query(sql`
    update avaliacoes_desempenho set exibir_performance_profissional = false, exibir_nivel_competencia_exigido = false,
      exibe_resultado_auto_avaliacao = false, anonima = true where id = ${agora}`);
  await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${pessoas.ana}`);
});

it('tells nobody of another company, and results only of concluded evaluations', async () => {
  await app.db.query(sql`update avaliacoes_desempenho set situacao = 'B' where id = ${agora}`);
  expect(await linhas('resultado-avaliacao', { avaliacoesIds: [agora] })).toEqual([]);
  await app.db.query(sql`update avaliacoes_desempenho set situacao = 'C' where id = ${agora}`);
  const outra = await app.login(0, app.empresas[1]);
  expect(await linhas('resultado-avaliacao', { avaliacoesIds: [agora] }, outra)).toEqual([]);
});

it('the dashboard says what the reports say, and withholds averages of too few', async () => {
  const painel = await done<Record<string, IndicatorData>>(
    rh,
    'GET',
    '/api/analytics/desempenho?dataInicio=2024-01-01&dataFim=2025-12-31',
  );
  const dados = (id: string) => painel[id]?.series.map(({ label, data }) => [label, ...data]);
  expect(dados('nineBox')?.filter(([, n]) => n !== 0)).toEqual([
    ['ENIGMA', 1],
    ['FORTE DESEMPENHO', 1],
  ]);
  // Two people have a performance: their average is of too few.
  expect(painel.resultadoPorArea?.destaques).toEqual([
    { rotulo: 'Avaliados', valor: 2 },
    { rotulo: 'Performance média', valor: null, formato: 'percentage1' },
  ]);
  expect(dados('evolucao')?.map(([mes, ...data]) => [mes, data.at(-1)])).toEqual([
    ['12/2024', 1],
    ['12/2025', 2],
  ]);
  await app.db.query(
    sql`update avaliados_desempenho set performance = 60 where avaliacao_desempenho_id = ${agora} and colaborador_id = ${pessoas.caio}`,
  );
  const depois = await done<Record<string, IndicatorData>>(
    rh,
    'GET',
    '/api/analytics/desempenho?dataInicio=2025-01-01&dataFim=2025-12-31',
  );
  expect(depois.resultadoPorArea?.destaques?.[1]?.valor).toBe(60);
  // Three have a performance; two have the others, and one has goals.
  expect(depois.evolucao?.series[0]?.data).toEqual([60, null, null, null, 3]);
  await app.db.query(sql`update avaliados_desempenho set metas = coalesce(metas, 80) where avaliacao_desempenho_id = ${agora}`);
  const comMetas = await done<Record<string, IndicatorData>>(
    rh,
    'GET',
    '/api/analytics/desempenho?dataInicio=2025-01-01&dataFim=2025-12-31',
  );
  // (62.5 + 80 + 80) / 3
  expect(comMetas.evolucao?.colunas.map(({ nome }) => nome)).toEqual([
    'Performance',
    'Desempenho',
    'Potencial',
    'Metas',
    'Avaliados',
  ]);
  expect(comMetas.evolucao?.series[0]?.data).toEqual([60, null, null, 74.2, 3]);
});

it('the dashboard tells averages to whoever may read each result, for two of them tell somebody’s by their difference', async () => {
  const leitor = await app.loginWithout(1, (name) => name === 'ROLE_CAD_AVALIACAO_DESEMPENHO');
  const painel = '/api/analytics/desempenho?dataInicio=2024-01-01&dataFim=2025-12-31';
  expect(Object.keys(await done<object>(leitor, 'GET', painel))).toEqual(['participacao', 'nineBox']);
  for (const id of ['resultadoPorArea', 'resultadoPorCargo', 'distancias', 'evolucao']) {
    expect((await leitor('GET', `${painel}&indicadores=${id}`)).status).toBe(403);
    expect((await leitor('GET', `${painel.replace('?', '/exportar?')}&indicador=${id}`)).status).toBe(403);
  }
});

it('the dashboard shows nobody where they stand themselves, nor in which competency they are below what is required', async () => {
  const painel = () =>
    done<Record<string, IndicatorData>>(rh, 'GET', '/api/analytics/desempenho?dataInicio=2025-01-01&dataFim=2025-12-31');
  const soma = (dados: IndicatorData | undefined, coluna: number) =>
    dados?.series.reduce((total, { data }) => total + (data[coluna] ?? 0), 0);
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${pessoas.beto}`);
  const comTodos = await painel();
  await app.db.query(sql`
    update avaliados_desempenho set resultado = jsonb_set(resultado, '{competencias,0,obtido}', '30')
    where avaliacao_desempenho_id = ${agora} and colaborador_id = ${pessoas.caio}`);
  const tres = await painel();
  await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[0]?.cpf.replaceAll(/\D/g, '')} where id = ${pessoas.beto}`);
  const semMim = await painel();
  await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${pessoas.beto}`);
  expect([soma(comTodos.nineBox, 0), soma(semMim.nineBox, 0)]).toEqual([2, 1]);
  expect([soma(tres.distancias, 2), soma(semMim.distancias, 2)]).toEqual([3, 0]);
});

it('no average, slice or count of others tells the reader what an evaluation hides of their own result', async () => {
  const ORGANIZACAO = 'analise-desempenho-competencia-organizacional';
  const painel = '/api/analytics/desempenho';
  const filtro = 'dataInicio=2023-01-01&dataFim=2023-12-31';
  const talentos = await app.db.query<{ id: number; cpf: string }>(
    sql`select id, cpf from talentos where empresa_id = ${empresa} and situacao = 'A' order by id limit 5`,
  );
  const eu = talentos[0] as { id: number; cpf: string };
  const { id: avaliacao } = await app.db.only<{ id: number }>(sql`
    insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, avaliar_somente_competencias, nota_questionario_manual, tipo, formato,
      permite_auto_avaliacao, anonima, peso_competencias, situacao)
    select empresa_id, 'Anual 2023', '2020-01-01', '2023-12-31', false, false, '2.0', '0', true, true, 1, 'C' from avaliacoes_desempenho where id = ${agora} returning id`);
  const conta = async (quem: number, valor: number) => {
    const { id: fala } = await app.db.only<{ id: number }>(sql`select id from competencias where nome = 'Comunicação'`);
    const todo = resultado([competencia(fala, 'Comunicação', valor, 20)]);
    await app.db.query(
      sql`delete from avaliados_desempenho where avaliacao_desempenho_id = ${avaliacao} and colaborador_id = ${quem}`,
    );
    await app.db.query(sql`
      insert into avaliados_desempenho (empresa_id, avaliacao_desempenho_id, colaborador_id, area_id, cargo_id, desempenho, potencial, performance, metas, resultado)
      select t.empresa_id, ${avaliacao}, t.id, t.area_atual_id, t.cargo_atual_id, ${valor}, ${valor}, ${valor}, ${valor}, ${JSON.stringify(todo)}::jsonb
      from talentos t where t.id = ${quem}`);
  };
  for (const [n, { id }] of talentos.entries()) await conta(id, 40 + n);
  const tudo = async () => {
    const lido = await done<Record<string, IndicatorData>>(rh, 'GET', `${painel}?${filtro}`);
    const folhas = await Promise.all(
      ['resultadoPorArea', 'resultadoPorCargo', 'distancias', 'nineBox', 'evolucao'].map(
        async (id) => (await rh('GET', `${painel}/exportar?${filtro}&indicador=${id}&formato=csv`)).body,
      ),
    );
    const filhas = await Promise.all(
      (lido.resultadoPorArea?.series ?? []).flatMap(({ id }) =>
        id ? [done(rh, 'GET', `${painel}/resultado-areas-filhas?${filtro}&areaId=${id}`)] : [],
      ),
    );
    const fatias = await Promise.all(
      ['resultadoPorArea', 'resultadoPorCargo', 'distancias'].flatMap((indicator) =>
        (lido[indicator]?.series ?? []).map(async ({ fatia, label }) => {
          const [dataInicio, dataFim] = ['2023-01-01', '2023-12-31'];
          const de = sliceText({
            panel: 'desempenho',
            indicator,
            column: 1,
            key: fatia ?? label,
            filter: { dataInicio, dataFim },
          });
          const lista = `/api/gestao-talentos/talentos?page=0&size=100&fatia=${encodeURIComponent(de)}`;
          return (await done<{ content: { id: number }[] }>(rh, 'GET', lista)).content.map(({ id }) => id);
        }),
      ),
    );
    const organizacao = await linhas(ORGANIZACAO, { avaliacoesIds: [avaliacao] });
    return { lido, folhas, filhas, fatias, organizacao };
  };
  const contados = async () => {
    const { lido, organizacao } = await tudo();
    return [lido.resultadoPorArea?.destaques?.[0]?.valor, lido.evolucao?.series[0]?.data.at(-1), so(organizacao, 'avaliados')];
  };
  const exibe = (sim: boolean) =>
    app.db.query(sql`
      update avaliacoes_desempenho set exibir_performance_profissional = ${sim}, exibir_nivel_competencia_exigido = ${sim} where id = ${avaliacao}`);
  await exibe(false);
  expect(await contados()).toEqual([5, 5, [[5]]]);
  await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[0]?.cpf.replaceAll(/\D/g, '')} where id = ${eu.id}`);
  const baixo = await tudo();
  await conta(eu.id, 95);
  expect(await tudo()).toEqual(baixo);
  expect(await contados()).toEqual([4, 4, [[4]]]);
  expect(baixo.fatias.flat()).toContain(talentos[1]?.id);
  expect(baixo.fatias.flat()).not.toContain(eu.id);
  await exibe(true);
  expect(await contados()).toEqual([5, 5, [[5]]]);
  await app.db.query(sql`update talentos set cpf = ${eu.cpf} where id = ${eu.id}`);
  await app.db.query(sql`delete from avaliados_desempenho where avaliacao_desempenho_id = ${avaliacao}`);
  await app.db.query(sql`delete from avaliacoes_desempenho where id = ${avaliacao}`);
});

it('the dashboard does not tell whether one or two evaluators of an anonymous evaluation have answered', async () => {
  const { id: versao } = await app.db.only<{ id: number }>(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
    values (${empresa}, 'avaliacao/avaliacoes-desempenho', ${agora}, 1, ${JSON.stringify(DEFINICAO_VAZIA)}::jsonb) returning id`);
  let participacoes = 0;
  const participa = (em: number, pessoa: number, estado: string) =>
    app.db.query(sql`
      insert into participacoes (id, empresa_id, rodada_id, pessoa, sobre, papel, estado)
      values (${(participacoes += 1)}, ${empresa}, ${em}, ${`talentos:${pessoa}`}, 'talentos:1', 'P', ${estado})`);
  const rodada = async (de: number, pessoasQueAvaliam: readonly number[]) => {
    const { id } = await app.db.only<{ id: number }>(sql`
      insert into rodadas (empresa_id, dono, dono_id, versao_id, titulo, modo, minimo, dimensoes)
      values (${empresa}, 'avaliacao/avaliacoes-desempenho', ${de}, ${versao}, 'Anual', 'C', 3, '[]') returning id`);
    for (const [n, pessoa] of pessoasQueAvaliam.entries()) await participa(id, pessoa, n === 0 ? 'R' : 'N');
    return id;
  };
  await rodada(antes, [pessoas.beto]);
  const anonima = await rodada(agora, [pessoas.beto, pessoas.caio]);
  const ler = async () =>
    (await done<Record<string, IndicatorData>>(rh, 'GET', '/api/analytics/desempenho?dataInicio=2024-01-01&dataFim=2025-12-31'))
      .participacao;
  const antesDeTres = await ler();
  expect(antesDeTres?.series.map(({ label, data }) => [label, ...data])).toEqual([
    ['Anual 2025', null, null, 2],
    ['Anual 2024', 100, 1, 1],
  ]);
  expect([antesDeTres?.destaques?.[0]?.valor, antesDeTres?.aviso]).toEqual([100, expect.stringContaining('menos de 3')]);
  await participa(anonima, pessoas.ana, 'N');
  expect((await ler())?.series[0]?.data).toEqual([33.3, 1, 3]);
  const leitor = await app.loginWithout(1, (name) => name === 'ROLE_CAD_AVALIACAO_DESEMPENHO');
  const dele = await done<Record<string, IndicatorData>>(
    leitor,
    'GET',
    '/api/analytics/desempenho?dataInicio=2024-01-01&dataFim=2025-12-31&indicadores=participacao',
  );
  expect(dele.participacao?.series[0]?.data).toEqual([null, null, 3]);
});
