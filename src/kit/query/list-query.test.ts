import { describe, expect, it } from 'vitest';
import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { parseListQuery } from './list-query.ts';

const registry = defineRegistry({
  id: 'pessoas',
  title: 'Pessoas',
  singular: 'Pessoa',
  authority: 'ROLE_CAD_PESSOA',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 60),
    nascimento: date('Nascimento'),
    sexo: choice('Sexo', { M: 'Masculino', F: 'Feminino' }),
    area: ref('Área', 'x/areas'),
    ativo: boolean('Ativo'),
    fase: computed(choice('Fase', { I: 'Início', F: 'Fim' })),
    temFilhos: computed(boolean('Tem filhos')),
    observacao: longText('Observação'),
    curriculo: longText('Currículo', 100_000),
    formato: choice('Formato', { A: 'Aberto', F: 'Fechado' }),
  },
  columns: ['nome'],
});
const parse = (query: Record<string, unknown>) => parseListQuery(registry, query);
const fields = (query: Record<string, unknown>) => parse(query).issues.map(({ field }) => field);

describe('parseListQuery', () => {
  it('answers an array without `page`, in the declared order', () => {
    expect(parse({})).toEqual({
      issues: [],
      query: { page: null, paged: false, size: 15, busca: '', where: [], sort: [{ field: 'nome', order: 'asc' }] },
    });
  });

  it('answers everything in a page object when unpaged', () => {
    expect(parse({ unpaged: 'true', page: '3' }).query).toMatchObject({ page: null, paged: true });
  });

  it('filters by what is computed where it says one of a few, and sorts by none of it', () => {
    expect(parse({ fase: 'I' }).query.where).toEqual([{ field: 'fase', form: 'in', values: ['I'] }]);
    expect(fields({ fase: 'X' })).toEqual(['fase']);
    expect(fields({ temFilhos: 'true' })).toEqual(['temFilhos']);
    expect(fields({ sort: 'fase,asc' })).toEqual(['sort']);
  });

  it('filters and sorts by no text that is as long as a curriculum', () => {
    expect(fields({ observacao: 'a', sort: 'observacao,asc' })).toEqual([]);
    expect(fields({ curriculo: 'a', sort: 'curriculo,asc' })).toEqual(['curriculo', 'sort']);
  });

  it('a field called as exports call the kind of their file filters nothing, and still sorts', () => {
    expect(fields({ formato: 'A' })).toEqual(['formato']);
    expect(parse({ sort: 'formato,asc' }).query.sort).toEqual([{ field: 'formato', order: 'asc' }]);
  });

  it('reads filters by the kind of their field', () => {
    expect(parse({ nome: ' jo ', sexo: 'M,F', area: '1,2', ativo: 'true', nascimentoIni: '2000-01-01' }).query.where).toEqual([
      { field: 'nome', form: 'contains', text: 'jo' },
      { field: 'nascimento', form: 'range', from: '2000-01-01', to: undefined },
      { field: 'sexo', form: 'in', values: ['M', 'F'] },
      { field: 'area', form: 'in', values: [1, 2] },
      { field: 'ativo', form: 'flag', flag: true },
    ]);
  });

  it('sorts by several fields', () => {
    expect(parse({ sort: ['nascimento,desc', 'nome'] }).query.sort).toEqual([
      { field: 'nascimento', order: 'desc' },
      { field: 'nome', order: 'asc' },
    ]);
  });

  it.each([
    [{ inventado: '1' }, 'inventado'],
    [{ page: '-1' }, 'page'],
    [{ page: '99999999999999999999' }, 'page'],
    [{ size: '0' }, 'size'],
    [{ size: '501' }, 'size'],
    [{ sort: 'senha,asc' }, 'sort'],
    [{ sort: 'constructor' }, 'sort'],
    [{ sort: 'nome,asc; drop table pessoas' }, 'sort'],
    [{ sort: ['nome', 'nome,desc'] }, 'sort'],
    [{ sort: Array.from({ length: 6 }, (_, n) => `campo${n}`) }, 'sort'],
    [{ sexo: 'X' }, 'sexo'],
    [{ area: '1 or 1=1' }, 'area'],
    [{ ativo: 'talvez' }, 'ativo'],
    [{ nascimentoIni: '2026-02-30' }, 'nascimentoIni'],
    [{ nascimentoIni: '2026-02-02', nascimentoFim: '2026-02-01' }, 'nascimentoFim'],
    [{ busca: 'a\u0000' }, 'busca'],
    [{ busca: 'x'.repeat(100_000) }, 'busca'],
    [{ ids: '1,dois' }, 'ids'],
  ])('tells the fault of %j', (query, field) => {
    expect(fields(query)).toContain(field);
  });

  it('names twenty unknown names and counts the rest, whatever their values are', () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `n${n}`);
    for (const value of ['1', 'a\0']) {
      const { issues } = parse(Object.fromEntries(names.map((name) => [name, value])));
      expect(issues).toHaveLength(21);
      expect(issues[0]).toEqual({ field: 'n0', message: 'Parâmetro desconhecido: n0' });
      expect(issues.at(-1)).toEqual({ field: '', message: 'Há mais 980 parâmetros desconhecidos' });
    }
  });
});
