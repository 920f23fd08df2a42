import { describe, expect, it } from 'vitest';
import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { lostFilters, readListState, writeListState } from './list-state.ts';

const plain = {
  id: 'faltas',
  title: 'Faltas',
  singular: 'Falta',
  authority: 'ROLE_CAD_FALTA',
  scope: 'empresa',
  fields: { nome: text('Nome', 60), dia: date('Dia'), tipo: choice('Tipo', { A: 'Atestado', L: 'Licença' }) },
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

  it('counts its pages from 1, and still reads an earlier address, which counted from 0', () => {
    expect(read('pagina=2')).toMatchObject({ page: 1 });
    expect(read('page=1')).toMatchObject({ page: 1 });
    expect(read('pagina=0')).toMatchObject({ page: 0 });
    expect(writeListState(dated, read('page=1'))).toEqual({ pagina: '2' });
    expect(writeListState(dated, read('pagina=1'))).toEqual({});
  });

  it('drops a filter whose value is no more, and names it', () => {
    const search = new URLSearchParams('tipo=X&diaIni=ontem&nome=ana');
    expect(readListState(dated, search).filters).toEqual({ nome: 'ana' });
    expect(lostFilters(dated, search)).toEqual(['Dia', 'Tipo']);
    expect(lostFilters(dated, new URLSearchParams('tipo=A&nome=ana'))).toEqual([]);
  });
});
