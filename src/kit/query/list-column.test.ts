import { describe, expect, it } from 'vitest';
import { having, optional } from '#kit/fields/field.ts';
import { rows } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry, inCompany } from '#kit/registry/registry.ts';
import { columnsOffered, columnsShown, listed } from './list-column.ts';
import { parseListQuery } from './list-query.ts';
import { readListState } from './list-state.ts';

const extra = (label: string) => having(optional(text(label, 20)), { detail: true });
const pessoas = defineRegistry({
  id: 'pessoas',
  title: 'Pessoas',
  singular: 'Pessoa',
  authority: 'ROLE_CAD_PESSOA',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 60),
    cracha: extra('Crachá'),
    observacao: optional(longText('Observação', 4_000)),
    saude: having(optional(text('Saúde', 20)), { sensitive: 'ROLE_VER_SAUDE' }),
    filhos: rows('Filhos', { nome: text('Nome', 60) }),
    texto1: extra('Texto 1'),
    texto2: extra('Texto 2'),
    longo: having(optional(longText('Texto longo', 4_000)), { detail: true }),
  },
  columns: ['nome'],
  called: ({ titulos }) => ({ texto1: undefined, texto2: undefined, longo: undefined, ...(titulos as object) }),
});
const of = (titulos: Record<string, string> = {}) => inCompany(pessoas, { titulos });
const all = () => true;
const titles = (columns: readonly { field: { label: string } }[]) => columns.map(({ field }) => field.label);

describe('the columns of a list', () => {
  it('are of fields that it answers: none long, none of the record alone', () =>
    expect(titles(columnsOffered(of(), all))).toEqual(['Nome', 'Saúde']));

  it('a field that the company named is one, long or not, under its title alone', () => {
    expect(listed(of({ texto2: 'Camisa', longo: 'Alergias' }))).toEqual(['nome', 'saude', 'texto2', 'longo']);
    expect(titles(columnsOffered(of({ texto2: 'Camisa', longo: 'Alergias' }), all))).toEqual([
      'Nome',
      'Saúde',
      'Camisa',
      'Alergias',
    ]);
  });

  it('somebody without its authority is not offered a guarded one', () =>
    expect(titles(columnsOffered(of(), () => false))).toEqual(['Nome']));

  it('what was chosen follows the company: a new title, and gone with the field', () => {
    const chosen = ['texto1', 'nome'];
    expect(titles(columnsShown(of({ texto1: 'Camisa' }), chosen, all))).toEqual(['Camisa', 'Nome']);
    expect(titles(columnsShown(of({ texto1: 'Uniforme' }), chosen, all))).toEqual(['Uniforme', 'Nome']);
    expect(titles(columnsShown(of(), chosen, all))).toEqual(['Nome']);
    expect(titles(columnsShown(of(), ['texto1'], all))).toEqual(['Nome']);
    expect(titles(columnsShown(of(), null, all))).toEqual(['Nome']);
  });
});

describe('the filters of a list', () => {
  it('are offered for what the company named and a filter can ask', () =>
    expect(of({ texto2: 'Camisa', longo: 'Alergias' }).filters).toEqual(['nome', 'texto2']));

  it('a field that the company does not use neither filters nor sorts, and an old address forgets it', () => {
    const asked = { texto1: 'x', sort: 'texto1,desc' };
    expect(parseListQuery(of({ texto1: 'Camisa' }), asked).issues).toEqual([]);
    expect(parseListQuery(of(), asked).issues.map(({ field }) => field)).toEqual(['texto1', 'sort']);
    expect(readListState(of(), new URLSearchParams(asked))).toMatchObject({
      filters: {},
      sort: { field: 'nome', order: 'asc' },
    });
  });
});
