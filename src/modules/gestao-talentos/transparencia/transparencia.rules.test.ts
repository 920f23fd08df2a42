import { expect, it } from 'vitest';
import { type Ciclo, cicloDe, etapasDe } from './transparencia.rules.ts';

const vazio: Ciclo = {
  dadosConferidosEm: null,
  declaracaoEnviadaEm: null,
  relatorioBaixadoEm: null,
  publicadoEm: null,
  enderecoInformadoEm: null,
  prazoPublicacao: null,
};

it.each([
  ['2026-01-01', 2026, '1'],
  ['2026-06-30', 2026, '1'],
  ['2026-07-01', 2026, '2'],
  ['2026-12-31', 2026, '2'],
])('%s belongs to the cycle of %i/%s', (dia, ano, semestre) => expect(cicloDe(dia)).toEqual({ ano, semestre }));

it('the form ends with February and August, publishing with March and September', () => {
  expect(etapasDe(2026, '1', null, '2026-01-01').map(({ prazo }) => prazo)).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-20',
    '2026-03-31',
    '2026-03-31',
  ]);
  expect(etapasDe(2028, '1', null, '2028-01-01')[1]?.prazo).toBe('2028-02-29');
  expect(etapasDe(2026, '2', null, '2026-08-01').map(({ prazo }) => prazo)).toEqual([
    '2026-07-31',
    '2026-08-31',
    '2026-09-20',
    '2026-09-30',
    '2026-09-30',
  ]);
});

it('a date that moved (15/10/2025) counts for publishing and telling', () => {
  const etapas = etapasDe(2025, '2', { ...vazio, prazoPublicacao: '2025-10-15' }, '2025-10-01');
  expect(etapas.slice(3).map(({ prazo, estado }) => [prazo, estado])).toEqual([
    ['2025-10-15', 'proxima'],
    ['2025-10-15', 'proxima'],
  ]);
});

it('a step is done, late, next or to come', () => {
  const etapas = etapasDe(2026, '2', { ...vazio, dadosConferidosEm: '2026-07-20' }, '2026-09-01');
  expect(etapas.map(({ estado }) => estado)).toEqual(['concluida', 'atrasada', 'proxima', 'proxima', 'proxima']);
  expect(etapasDe(2026, '2', null, '2026-07-31')[0]?.estado).toBe('proxima');
  expect(etapasDe(2026, '2', null, '2026-08-01')[0]?.estado).toBe('atrasada');
  expect(etapasDe(2026, '2', null, '2026-07-01')[3]?.estado).toBe('futura');
});
