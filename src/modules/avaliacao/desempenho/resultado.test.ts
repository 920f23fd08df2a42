import { describe, expect, test } from 'vitest';
import { questionOf } from '#platform/questionario/definition.ts';
import type { Papel } from './papeis.ts';
import { type Apuracao, apura, type Respondida } from './resultado.ts';

/**
 * A small company, worked out on paper.
 *
 * Levels: Básico 1, Intermediário 2, Avançado 4; so 25 %, 50 %, 100 %.
 * Required of Ana's band: Comunicação (weight 1) Intermediário 50 %, Liderança (weight 3) Avançado 100 %.
 * Questions: 1 "Aprende rápido?" (weight 1, aspect Futuro), 2 "Assume mais?" (weight 2, aspect Futuro), 3 a text.
 */
const BASICO = 11;
const MEDIO = 12;
const AVANCADO = 14;
const COMUNICACAO = 1;
const LIDERANCA = 2;

const empresa: Omit<Apuracao, 'respondidas'> = {
  anonima: false,
  pesoCompetencias: 3,
  pesoQuestionario: 1,
  pesoMetas: 0,
  metas: [],
  pesos: { U: 0, L: 2, P: 1, A: 1, R: 1 },
  niveis: [
    { id: BASICO, descricao: 'Básico', ordem: 1 },
    { id: MEDIO, descricao: 'Intermediário', ordem: 2 },
    { id: AVANCADO, descricao: 'Avançado', ordem: 4 },
  ],
  exigidas: [
    { id: COMUNICACAO, nome: 'Comunicação', tipo: 'H', peso: 1, nivelId: MEDIO },
    { id: LIDERANCA, nome: 'Liderança', tipo: 'A', peso: 3, nivelId: AVANCADO },
  ],
  definicao: {
    aspectos: [{ id: 9, nome: 'Futuro' }],
    perguntas: [
      questionOf({ id: 1, texto: 'Aprende rápido?', tipo: '4', aspectoId: 9, peso: 1 }),
      questionOf({ id: 2, texto: 'Assume mais?', tipo: '4', aspectoId: 9, peso: 2 }),
      questionOf({ id: 3, texto: 'Por quê?', tipo: '3' }),
    ],
  },
};

const de = (
  papel: Papel,
  {
    peso = 1,
    comunicacao,
    lideranca,
    perguntas = {},
    nota = null,
  }: Partial<Record<'peso' | 'comunicacao' | 'lideranca', number>> & {
    perguntas?: Record<number, number>;
    nota?: number | null;
  },
): Respondida => ({
  papel,
  peso,
  nota,
  niveis: new Map(
    [
      [COMUNICACAO, comunicacao],
      [LIDERANCA, lideranca],
    ].filter((par): par is [number, number] => par[1] !== undefined),
  ),
  perguntas: new Map(Object.entries(perguntas).map(([id, valor]) => [Number(id), valor])),
});

describe('the result of an identified evaluation', () => {
  const resultado = apura({
    ...empresa,
    respondidas: [
      // Ana: 100, 100; questions 100, 100
      de('U', { comunicacao: AVANCADO, lideranca: AVANCADO, perguntas: { 1: 100, 2: 100 } }),
      // The leader: 50, 100 → (50 + 3·100) / 4 = 87.5; questions 40, 70 → (40 + 2·70) / 3 = 60
      de('L', { comunicacao: MEDIO, lideranca: AVANCADO, perguntas: { 1: 40, 2: 70 } }),
      // Two peers, of weights 1 and 3: communication (25 + 3·50) / 4 = 43.75; leadership only the second saw: 50
      de('P', { comunicacao: BASICO, perguntas: { 1: 80 } }),
      de('P', { peso: 3, comunicacao: MEDIO, lideranca: MEDIO, perguntas: { 1: 40, 2: 20 } }),
    ],
  });

  test('each role has what its evaluators gave, by their weights', () => {
    expect(resultado.papeis).toEqual([
      { papel: 'U', avaliadores: 1, desempenho: 100, potencial: 100, performance: 100 },
      // (3·87.5 + 60) / 4
      { papel: 'L', avaliadores: 1, desempenho: 87.5, potencial: 60, performance: 80.625 },
      // (43.75 + 3·50) / 4 = 48.4375; questions (80 + 3·40) / 4 = 50 and 20 → (50 + 2·20) / 3 = 30
      { papel: 'P', avaliadores: 2, desempenho: 48.438, potencial: 30, performance: 43.828 },
    ]);
  });

  test('roles are put together by their weights; the self-evaluation counts nothing, and absent roles drop out', () => {
    // (2·87.5 + 48.4375) / 3 = 74.479…; (2·60 + 30) / 3 = 50; (3·74.479… + 50) / 4 = 68.359…
    expect(resultado).toMatchObject({ desempenho: 74.479, potencial: 50, performance: 68.359 });
  });

  test('competencies tell required, reached and self', () => {
    expect(resultado.competencias).toEqual([
      {
        id: COMUNICACAO,
        nome: 'Comunicação',
        tipo: 'H',
        peso: 1,
        exigido: 50,
        nivelExigido: 'Intermediário',
        // (2·50 + 43.75) / 3
        obtido: 47.917,
        auto: 100,
        porPapel: { U: 100, L: 50, P: 43.75 },
      },
      {
        id: LIDERANCA,
        nome: 'Liderança',
        tipo: 'A',
        peso: 3,
        exigido: 100,
        nivelExigido: 'Avançado',
        // (2·100 + 50) / 3
        obtido: 83.333,
        auto: 100,
        porPapel: { U: 100, L: 100, P: 50 },
      },
    ]);
  });

  test('questions and aspects tell what counts, and texts do not', () => {
    expect(resultado.perguntas).toEqual([
      // (2·40 + 50) / 3
      { id: 1, texto: 'Aprende rápido?', obtido: 43.333, auto: 100 },
      // (2·70 + 20) / 3
      { id: 2, texto: 'Assume mais?', obtido: 53.333, auto: 100 },
    ]);
    expect(resultado.aspectos).toEqual([{ id: 9, nome: 'Futuro', obtido: 50, auto: 100 }]);
  });
});

describe('goals that an evaluation weighs', () => {
  const lider = de('L', { comunicacao: MEDIO, lideranca: AVANCADO, perguntas: { 1: 40, 2: 70 } });
  const meta = (id: number, peso: number, progresso: number | null) => ({ id, titulo: `Meta ${id}`, peso, progresso });
  const com = (metas: Apuracao['metas'], pesoMetas = 4, mais: Partial<Apuracao> = {}) =>
    apura({ ...empresa, pesoMetas, metas, respondidas: [lider], ...mais });

  test('count by their own weights, and beside competencies and questions by the weight of goals', () => {
    // The leader alone: 87.5 and 60. Goals (50 + 3·100) / 4 = 87.5. (3·87.5 + 1·60 + 4·87.5) / 8 = 84.0625
    const resultado = com([meta(1, 1, 50), meta(2, 3, 100)]);
    expect(resultado).toMatchObject({ desempenho: 87.5, potencial: 60, metas: 87.5, performance: 84.063 });
    // They belong to no role: (3·87.5 + 60) / 4
    expect(resultado.papeis).toEqual([{ papel: 'L', avaliadores: 1, desempenho: 87.5, potencial: 60, performance: 80.625 }]);
    expect(resultado.metasDoPeriodo).toEqual([meta(1, 1, 50), meta(2, 3, 100)]);
  });

  test('which nobody measured drop out with their weight, and are told nevertheless', () => {
    const resultado = com([meta(1, 1, 50), meta(2, 3, null)]);
    // (3·87.5 + 60 + 4·50) / 8
    expect(resultado).toMatchObject({ metas: 50, performance: 65.313 });
    expect(resultado.metasDoPeriodo).toHaveLength(2);
    // Measured and not begun is zero: (3·87.5 + 60 + 4·0) / 8
    expect(com([meta(1, 1, 0)])).toMatchObject({ metas: 0, performance: 40.313 });
  });

  test('of somebody who has none, or none that was measured, change nothing', () => {
    for (const metas of [[], [meta(1, 5, null)]]) expect(com(metas)).toMatchObject({ metas: null, performance: 80.625 });
  });

  test('that are alike count like one of them, whatever their weights', () => {
    const um = com([meta(1, 1, 70)]);
    expect(com([meta(1, 2, 70), meta(2, 5, 70), meta(3, 1, 70)])).toMatchObject({ metas: 70, performance: um.performance });
  });

  test('are not told where they weigh nothing', () => {
    expect(com([meta(1, 1, 50)], 0)).toMatchObject({ metas: null, metasDoPeriodo: [], performance: 80.625 });
  });

  test('tell a result of somebody about whom nobody answered', () => {
    expect(com([meta(1, 1, 50)], 4, { respondidas: [] })).toMatchObject({
      desempenho: null,
      potencial: null,
      metas: 50,
      performance: 50,
    });
  });
});

describe('what nobody answered', () => {
  test('is null, never zero', () => {
    expect(apura({ ...empresa, respondidas: [] })).toMatchObject({
      desempenho: null,
      potencial: null,
      performance: null,
      papeis: [],
      competencias: [
        { obtido: null, auto: null, porPapel: {} },
        { obtido: null, auto: null, porPapel: {} },
      ],
    });
  });

  test('drops out with its weight', () => {
    const resultado = apura({ ...empresa, respondidas: [de('L', { comunicacao: MEDIO })] });
    expect(resultado).toMatchObject({ desempenho: 50, potencial: null, performance: 50 });
  });

  test('a self-evaluation alone, which weighs nothing, tells no result but its own', () => {
    const resultado = apura({ ...empresa, respondidas: [de('U', { comunicacao: MEDIO })] });
    expect(resultado).toMatchObject({ desempenho: null, papeis: [{ papel: 'U', desempenho: 50 }] });
  });

  test('a scale of one level that weighs nothing tells nothing', () => {
    const niveis = [{ id: BASICO, descricao: 'Básico', ordem: 0 }];
    expect(apura({ ...empresa, niveis, respondidas: [de('L', { comunicacao: BASICO })] })).toMatchObject({ desempenho: null });
  });
});

test('a note by hand stands in the place of the questions', () => {
  const definicao = { perguntas: [], aspectos: [] };
  const resultado = apura({ ...empresa, definicao, respondidas: [de('L', { nota: 70 }), de('P', { nota: 40 })] });
  expect(resultado).toMatchObject({ potencial: 60, performance: 60, perguntas: [] });
});

describe('an anonymous evaluation', () => {
  const anonima = { ...empresa, anonima: true };
  const lider = de('L', { comunicacao: AVANCADO, lideranca: AVANCADO });
  const pares = [BASICO, MEDIO, AVANCADO].map((nivel) => de('P', { comunicacao: nivel, lideranca: nivel }));
  const subordinados = [BASICO, MEDIO].map((nivel) => de('A', { comunicacao: nivel, lideranca: nivel }));

  test('tells groups of three or more beside the leader', () => {
    const { papeis } = apura({ ...anonima, respondidas: [lider, ...pares] });
    expect(papeis).toMatchObject([
      { papel: 'L', avaliadores: 1, desempenho: 100 },
      { papel: 'P', avaliadores: 3, desempenho: 58.333 },
    ]);
  });

  test('joins all groups when one of them is too small', () => {
    const resultado = apura({ ...anonima, respondidas: [lider, ...pares, ...subordinados] });
    // (25 + 50 + 100 + 25 + 50) / 5 = 50, with the weights of peers and subordinates: (2·100 + 2·50) / 4
    expect(resultado.papeis).toMatchObject([
      { papel: 'L', desempenho: 100 },
      { papel: 'G', avaliadores: 5, desempenho: 50 },
    ]);
    expect(resultado.desempenho).toBe(75);
    expect(resultado.competencias[0]?.porPapel).toEqual({ L: 100, G: 50 });
  });

  test('tells nothing of groups that are too small even together, not even in the total', () => {
    const resultado = apura({ ...anonima, respondidas: [lider, ...subordinados] });
    expect(resultado.papeis[1]).toEqual({ papel: 'G', avaliadores: 2, desempenho: null, potencial: null, performance: null });
    expect(resultado.desempenho).toBe(100);
    expect(resultado.competencias[0]).toMatchObject({ obtido: 100, porPapel: { L: 100, G: null } });
  });

  test('tells nothing of a competency that fewer than three of a group have seen', () => {
    const um = de('P', { comunicacao: BASICO, lideranca: BASICO });
    const outros = [MEDIO, MEDIO].map((nivel) => de('P', { comunicacao: nivel }));
    const resultado = apura({ ...anonima, respondidas: [um, ...outros] });
    expect(resultado.competencias.map(({ porPapel }) => porPapel.P)).toEqual([41.667, null]);
    // Leadership counts in no other number either.
    expect(resultado.desempenho).toBe(41.667);
  });

  test('weighs the evaluators of a group alike', () => {
    const [primeiro, ...outros] = pares;
    const pesado = { ...(primeiro as Respondida), peso: 1_000 };
    expect(apura({ ...anonima, respondidas: [pesado, ...outros] }).desempenho).toBe(58.333);
  });
});
