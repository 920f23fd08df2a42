import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { certificacao } from './certificacao.registry.ts';

const nr10 = { nome: 'NR-10', cursos: [1] };

it.each<[rule: string, input: object, faults: string[]]>([
  ['RUL-356', { ...nr10, nome: ' ' }, ['nome: Nome é obrigatório']],
  ['RUL-356', { ...nr10, nome: 'x'.repeat(101) }, ['nome: Nome deve ter no máximo 100 caracteres']],
  ['RUL-357', { ...nr10, periodicidade: 0 }, ['periodicidade: Periodicidade (meses) deve ser no mínimo 1']],
  ['RUL-357', { ...nr10, periodicidade: 24 }, []],
  ['RUL-358', { ...nr10, cursos: [] }, ['cursos: Cursos são obrigatórios']],
])('%s judges %o', (_rule, input, faults) => {
  const checked = check(certificacao, input, { today: '2026-11-20', settings: {}, can: program });
  expect(checked.ok ? [] : checked.issues.map(({ field, message }) => `${field}: ${message}`)).toEqual(faults);
});
