import { expect, test } from 'vitest';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { DEFINICAO_VAZIA, questionOf } from '#platform/questionario/definition.ts';
import { respondidasEmPassos } from './resultado.server.ts';
import { apura } from './resultado.ts';

test('answers of hundreds of people are put together in steps, so that others have their turns', async () => {
  const perguntas = Array.from({ length: 200 }, (_, n) =>
    questionOf({ id: n + 1, texto: `Pergunta ${n}`, tipo: '4', notaMinima: 0, notaMaxima: 10 }),
  );
  const definicao = { ...DEFINICAO_VAZIA, perguntas };
  const medida = {
    anonima: false,
    pesoCompetencias: 1,
    pesoQuestionario: 1,
    pesoMetas: 0,
    metas: [],
    pesos: { U: 0, L: 1, P: 1, A: 1, R: 1 },
    niveis: [],
    exigidas: [],
    definicao,
  };
  const enviadas = Array.from({ length: 500 }, (_, n) => ({
    id: n,
    avaliadoId: 1,
    papel: 'P' as const,
    peso: 1,
    notas: perguntas.map(({ id }) => id % 11),
    nota: null,
    competencias: [],
  }));
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const respondidas = await respondidasEmPassos(definicao, [enviadas.slice(0, 200), enviadas.slice(200)], inSteps());
  clearImmediate(next);
  const resultado = apura({ ...medida, respondidas: respondidas.get(1) ?? [] });
  expect(resultado.papeis).toMatchObject([{ papel: 'P', avaliadores: 500 }]);
  expect(turns).toBeGreaterThan(3);
});
