import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { modelosAvaliacao } from './modelos-avaliacao.registry.ts';

const modelo = (input: object) =>
  check(modelosAvaliacao, { titulo: 'Experiência', tipo: 'A', ...input }, { today: '2026-11-20', settings: {}, can: program });
const faltas = (input: object) => {
  const checked = modelo(input);
  return checked.ok ? [] : checked.issues;
};

it('RUL-306: titulo is required with at most 250 characters', () => {
  const tipo = { tipo: 'D' };
  expect(faltas({ ...tipo, titulo: ' ' })).toEqual([{ field: 'titulo', message: 'Título é obrigatório' }]);
  expect(faltas({ ...tipo, titulo: 'x'.repeat(251) })).toEqual([
    { field: 'titulo', message: 'Título deve ter no máximo 250 caracteres' },
  ]);
  expect(faltas({ ...tipo, titulo: 'x'.repeat(250) })).toEqual([]);
});

it('RUL-307: the experience type requires a period, and no other keeps one', () => {
  expect(faltas({})).toEqual([{ field: 'periodoAcompanhamentoExperienciaId', message: 'Período de Experiência é obrigatório' }]);
  expect(faltas({ periodoAcompanhamentoExperienciaId: 7 })).toEqual([]);
  expect(modelo({ tipo: 'D', periodoAcompanhamentoExperienciaId: 7 })).toMatchObject({
    ok: true,
    value: { periodoAcompanhamentoExperienciaId: null },
  });
});

it.each([
  [-0.01, 'Percentual mínimo para aprovação deve ser no mínimo 0'],
  [100.01, 'Percentual mínimo para aprovação deve ser no máximo 100'],
  [70.125, 'Percentual mínimo para aprovação deve ter no máximo 2 casas decimais'],
])('takes no percentage of %d', (percentualMinimoAprovacao, message) =>
  expect(faltas({ tipo: 'D', percentualMinimoAprovacao })).toEqual([{ field: 'percentualMinimoAprovacao', message }]),
);
