import { describe, expect, it } from 'vitest';
import { date } from '#kit/fields/date.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { readListState, writeListState } from './use-list-state.web.ts';

const plain = {
  id: 'faltas',
  title: 'Faltas',
  singular: 'Falta',
  authority: 'ROLE_CAD_FALTA',
  scope: 'empresa',
  fields: { nome: text('Nome', 60), dia: date('Dia') },
  columns: ['nome'],
} as const;
const registry = defineRegistry(plain);
const dated = defineRegistry({ ...plain, calendar: { from: 'dia' } });
const read = (address: string, of = dated) => readListState(of, new URLSearchParams(address));

describe('the address of a list', () => {
  it('says the view and the month, where the registry has them', () => {
    expect(read('visao=calendario&mes=2026-11')).toMatchObject({ view: 'calendario', month: '2026-11' });
    expect(read('visao=calendario&mes=2026-13')).toMatchObject({ view: 'calendario', month: '' });
    expect(read('visao=quadro')).toMatchObject({ view: 'lista' });
    expect(read('visao=calendario', registry)).toMatchObject({ view: 'lista' });
  });

  it('holds the month beside the calendar alone', () => {
    const state = read('visao=calendario&mes=2026-11&busca=ana');
    expect(writeListState(dated, state)).toEqual({ visao: 'calendario', mes: '2026-11', busca: 'ana' });
    expect(writeListState(dated, { ...state, view: 'lista' })).toEqual({ busca: 'ana' });
  });
});
