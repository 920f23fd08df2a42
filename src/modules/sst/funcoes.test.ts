import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { funcoes } from './funcoes.registry.ts';

const funcao = { nomeFuncao: ' Soldador ', codigoCBO: { id: 1 }, data: '2026-01-01', descricao: 'Solda peças.' };
const judged = (input: object) => check(funcoes, input, { today: '2026-11-20', settings: {}, can: program });

it.each([
  ['RUL-455: asks the CBO code', { codigoCBO: null }, ['codigoCBO']],
  ['RUL-456: asks the date', { data: null }, ['data']],
  ['RUL-457: asks a name', { nomeFuncao: '  ' }, ['nomeFuncao']],
  ['RUL-457: takes a name of 100 characters', { nomeFuncao: 'x'.repeat(100) }, []],
  ['RUL-457: refuses a longer name', { nomeFuncao: 'x'.repeat(101) }, ['nomeFuncao']],
  ['RUL-458: asks a description', { descricao: '' }, ['descricao']],
])('%s', (_sentence, more, expected) => {
  const checked = judged({ ...funcao, ...more });
  expect(checked.ok ? [] : checked.issues.map(({ field }) => field)).toEqual(expected);
});

it('RUL-457: trims the name', () => {
  expect(judged(funcao)).toMatchObject({ ok: true, value: { nomeFuncao: 'Soldador', ativa: true } });
});
