import { expect, it } from 'vitest';
import { having } from './field.ts';
import { money } from './number.ts';
import { rows } from './reference.ts';
import { inClear, MASK, trailed } from './sensitive.ts';
import { text } from './text.ts';

const salario = having(money('Salário'), { sensitive: 'ROLE_VER_SALARIO' });
const fields = { nome: text('Nome', 40), salario, historicos: rows('Históricos', { cargo: text('Cargo', 40), salario }) };
const sees = (authority: string) => authority === 'ROLE_VER_SALARIO';
const nobody = () => false;
const masked: Record<string, [unknown, unknown]> = {
  salario: [MASK, MASK],
  historicos: [null, [{ id: 1, cargo: 'A', salario: MASK }]],
};
const clear: Record<string, [unknown, unknown]> = {
  salario: ['1.00', '2.00'],
  historicos: [null, [{ id: 1, cargo: 'A', salario: '2.00', cid: 'F32' }]],
  laudo: [null, 'F32'],
};

it('guarded values beside the trail are for whoever may see the field, also in rows', () => {
  const all = inClear(fields, masked, clear);
  expect(trailed(fields.salario, all.salario?.[1], sees)).toBe('2.00');
  expect(trailed(fields.salario, all.salario?.[1], nobody)).toBe(MASK);
  expect(trailed(fields.historicos, all.historicos?.[1], sees)).toEqual([{ id: 1, cargo: 'A', salario: '2.00' }]);
  expect(trailed(fields.historicos, all.historicos?.[1], nobody)).toEqual([{ id: 1, cargo: 'A', salario: MASK }]);
});

it('a field that the declaration does not know stays masked, as in the history of another registry of the same table', () => {
  const all = inClear({ nome: fields.nome }, masked, clear);
  expect(all).toEqual(masked);
  expect(JSON.stringify(inClear(fields, masked, clear))).not.toContain('F32');
});
