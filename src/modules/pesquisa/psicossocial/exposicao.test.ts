import { expect, test } from 'vitest';
import { questionOf } from '#platform/questionario/definition.ts';
import { type Contagem, resultadoDe } from '#platform/questionario/result.ts';
import type { ResultadosPorPergunta } from '#platform/questionario/results.ts';
import { fatoresDe, nivelDe, tabelaDosFatores } from './exposicao.ts';

/**
 * On paper: the factor Carga has two questions whose answers weigh 4 (never), 2 and 0 (always); Apoio has one, which nobody answered.
 * Ten people: the first question 5 × never, 5 × always → 50; the second, which weighs three times as much, 10 × sometimes but for two
 * who say always → (8·50 + 2·0) / 10 = 40. The factor: (1·50 + 3·40) / 4 = 42.5 → 43 of what is good, so 57 of exposure.
 */
const respostas = [
  { id: 91, texto: 'Nunca', peso: 4 },
  { id: 92, texto: 'Às vezes', peso: 2 },
  { id: 93, texto: 'Sempre', peso: 0 },
];
const perguntas = [
  questionOf({ id: 1, texto: 'Tenho mais trabalho do que consigo fazer.', tipo: '1', aspectoId: 8, respostas }),
  questionOf({ id: 2, texto: 'Trabalho sem pausas.', tipo: '1', aspectoId: 8, peso: 3, respostas }),
  questionOf({ id: 3, texto: 'Minha liderança me apoia.', tipo: '1', aspectoId: 9, respostas }),
];
const aspectos = [
  { id: 8, nome: 'Carga' },
  { id: 9, nome: 'Apoio' },
];
const contagem = (...por: [number, number][]): Contagem => ({ pessoas: 10, por: new Map(por) });
const total = resultadoDe(
  { perguntas, aspectos, secoes: [] } as never,
  10,
  new Map([
    [1, contagem([91, 5], [93, 5])],
    [2, contagem([92, 8], [93, 2])],
  ]),
  5,
);
const resultados: ResultadosPorPergunta = {
  rodada: { id: 1, donoId: 1, titulo: 'Riscos 2026', modo: 'A', minimo: 5, estado: 'D', ate: '2026-11-20', versao: 1 },
  convidados: 12,
  perguntas: perguntas.map(({ id, texto, tipo, aspectoId }) => ({ id, texto, tipo, aspectoId, comenta: false })),
  aspectos,
  dimensoes: [{ campo: 'area', rotulo: 'Área', arvore: true, valores: [] }],
  pronto: true,
  total,
  por: 'area',
  grupos: [{ id: 7, nome: 'Oficina', nivel: 1, resultado: null }],
  outras: [],
};

test('a limit belongs to what is below it', () => {
  expect([0, 25, 25.1, 50, 50.1, 75, 75.1, 100].map(nivelDe)).toEqual(['B', 'B', 'M', 'M', 'A', 'A', 'X', 'X']);
});

test('the exposure of a group is what its answers are short of, factor by factor, with what weighs most', async () => {
  const grupos = await Array.fromAsync(fatoresDe(resultados).grupos);
  expect(grupos[0]).toEqual({
    id: null,
    nome: 'Todos',
    nivel: 0,
    pessoas: 10,
    fatores: [
      { aspectoId: 8, exposicao: 57, nivel: 'A', sinal: { texto: 'Trabalho sem pausas.', exposicao: 60 } },
      { aspectoId: 9, exposicao: null, nivel: null, sinal: null },
    ],
  });
});

test('a group that is not told has neither numbers nor levels, on screen and in the sheet', async () => {
  const fatores = fatoresDe(resultados);
  const grupos = await Array.fromAsync(fatores.grupos);
  expect(grupos[1]).toMatchObject({
    nome: 'Oficina',
    pessoas: null,
    fatores: [{ exposicao: null }, { exposicao: null }],
  });
  const linhas = (await Array.fromAsync(tabelaDosFatores({ ...fatores, grupos }).rows)).flat();
  expect(
    linhas.map(({ grupo, fator, exposicao, nivel }) => [grupo, fator, exposicao ?? null, nivel ?? null]).slice(0, 3),
  ).toEqual([
    ['Todos', 'Carga', 57, 'Alta'],
    ['Todos', 'Apoio', null, expect.stringMatching(/^Não mostrado/)],
    ['    Oficina', expect.stringMatching(/^Não mostrado/), null, null],
  ]);
  expect(linhas.at(-3)).toMatchObject({ grupo: 'Método' });
});

test('nothing is told while people answer', () => {
  expect(fatoresDe({ ...resultados, pronto: false }).grupos).toEqual([]);
});
