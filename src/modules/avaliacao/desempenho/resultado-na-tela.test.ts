import { expect, test } from 'vitest';
import type { Resultado } from './resultado.ts';
import { cortado, distancia, papelDoTexto } from './resultado-na-tela.ts';

const resultado: Resultado = {
  desempenho: 80,
  potencial: 60,
  performance: 70,
  metas: 40,
  metasDoPeriodo: [{ id: 1, titulo: 'Atender melhor', peso: 1, progresso: 40 }],
  papeis: [
    { papel: 'U', avaliadores: 1, desempenho: 90, potencial: 90, performance: 90 },
    { papel: 'L', avaliadores: 1, desempenho: 80, potencial: 60, performance: 70 },
    { papel: 'G', avaliadores: 2, desempenho: null, potencial: null, performance: null },
  ],
  competencias: [
    {
      id: 1,
      nome: 'Ouvir',
      tipo: 'H',
      peso: 1,
      exigido: 100,
      nivelExigido: 'Avançado',
      obtido: 75.5,
      auto: 90,
      porPapel: { U: 90, L: 75.5 },
    },
  ],
  aspectos: [],
  perguntas: [{ id: 1, texto: 'Aprende?', obtido: 60, auto: 90 }],
};

test('the evaluated is shown what the evaluation shows, and nothing from which the rest follows', () => {
  const visto = cortado(resultado, { performance: false, exigido: false, auto: false });
  expect(visto).toMatchObject({ desempenho: null, potencial: null, performance: null, metas: null, papeis: [] });
  expect(visto.competencias).toMatchObject([{ exigido: null, nivelExigido: null, obtido: 75.5, auto: null, porPapel: {} }]);
  expect(visto.perguntas).toMatchObject([{ obtido: 60, auto: null }]);
  const semAuto = cortado(resultado, { performance: true, exigido: true, auto: false });
  expect(semAuto.papeis.map(({ papel }) => papel)).toEqual(['L', 'G']);
  expect(semAuto.competencias[0]?.porPapel).toEqual({ L: 75.5 });
  expect(cortado(resultado, { performance: true, exigido: true, auto: true })).toEqual(resultado);
});

test('texts of a group that is too small are told under no role', () => {
  const tres = () => 3;
  expect(papelDoTexto('P', false, resultado, 3, tres)).toBe('P');
  expect(papelDoTexto('L', true, resultado, 3, tres)).toBe('L');
  expect(papelDoTexto('P', true, resultado, 3, tres)).toBeNull();
});

test('texts about what fewer than three of a group have answered are told under no role', () => {
  const grupo = { papel: 'G', avaliadores: 3, desempenho: 1, potencial: 1, performance: 1 } as const;
  const deles = { ...resultado, papeis: [grupo] };
  expect(papelDoTexto('P', true, deles, 3, () => 3)).toBe('G');
  expect(papelDoTexto('P', true, deles, 3, () => 2)).toBeNull();
  expect(papelDoTexto('L', true, deles, 3, () => 1)).toBe('L');
});

test('the distance is reached less required', () => {
  expect(distancia({ exigido: 100, obtido: 75.5 })).toBe(-24.5);
  expect(distancia({ exigido: null, obtido: 75.5 })).toBeNull();
});
