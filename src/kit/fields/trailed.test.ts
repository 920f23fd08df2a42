import { expect, it } from 'vitest';
import { having } from './field.ts';
import { money } from './number.ts';
import { rows } from './reference.ts';
import { inClear, MASK, told, trailed } from './sensitive.ts';
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

it('what somebody is not given of a record is no line of its history either, nor a column of its rows', () => {
  const cpf = having(text('CPF', 14), { sensitive: 'ROLE_VER_DOCUMENTOS', masked: () => '***' });
  const laudo = having(text('Laudo', 40), { sensitive: 'ROLE_VER_DEFICIENCIA' });
  const guarded = { ...fields, cpf, laudo };
  const changes: Record<string, [unknown, unknown]> = {
    nome: ['Ana', 'Bia'],
    cpf: ['1', '2'],
    laudo: [null, MASK],
    historicos: [[{ id: 1, cargo: 'A', salario: '1.00' }], [{ id: 1, cargo: 'B', salario: '2.00' }]],
  };
  expect(told(guarded, changes, nobody)).toEqual({
    nome: ['Ana', 'Bia'],
    cpf: ['***', '***'],
    historicos: [[{ id: 1, cargo: 'A' }], [{ id: 1, cargo: 'B' }]],
  });
  const raised: typeof changes = { historicos: [[{ id: 1, salario: '1.00' }], [{ id: 1, salario: '2.00' }]] };
  expect(told(guarded, raised, nobody)).toEqual({});
  expect(told(guarded, raised, sees)).toEqual(raised);
  // Without what stands beside the trail, they are told that it changed.
  expect(told(guarded, { salario: [null, MASK] }, sees, nobody)).toEqual({ salario: [null, MASK] });
});
