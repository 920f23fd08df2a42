import { expect, test } from 'vitest';
import { excerpt, searched, searchQuery, unordered } from './search.ts';

test.each([
  ['engenheiro segurança ', '(((engenheiro) & (seguranca)))'],
  ['"norma 10" -estágio vagas ', '(((norma <-> 10) & (vagas))) & !(estagio)'],
  ['node.js OU c++ ', '(((node <-> js)) | ((c)))'],
  ['seguran', '(((seguran:* | seguran | segurana | segurano | seguranao)))'],
  ['contrataç', '(((contratac:* | contratac | contrataca | contrataco | contratação)))'],
  ['vend* campo ', '(((vend:* | vend | venda | vendo | vendao) & (campo)))'],
  ['ti', '(((ti)))'],
  ['"aberta', '(((aberta)))'],
  ["a'b\\c & ! d:*) ", '(((a <-> b <-> c) & (d)))'],
  ['ou analista ou ', '(((analista)))'],
])('%s asks for %s', (typed, query) => {
  expect(searchQuery(typed)).toBe(query);
});

test.each(['', '   ', '-estágio', '"', '-', '!!! & | <->', 'ou', '•'])('%j asks for nothing', (typed) => {
  expect(searchQuery(typed)).toBeNull();
});

test('however much is typed, the query stays small', () => {
  expect(searchQuery('palavra '.repeat(10_000))?.match(/palavra/g)).toHaveLength(24);
  expect(searchQuery('x'.repeat(10_000))?.length).toBeLessThan(400);
});

test('a text keeps its places while it is made searchable', () => {
  const text = 'Ações, SELEÇÕES e homens índia — profissionais! ação';
  expect(searched(text)).toBe('ação   seleção  e homem  india — profissional   ação');
  expect(searched(text)).toHaveLength(text.length);
});

test('the excerpt is the part of the text with the most that was found, in whole words', () => {
  const text = `${'Introdução sem nada. '.repeat(30)}Experiência com solda e caldeiraria, com solda TIG.${' Fim.'.repeat(80)} solda`;
  const marked = searched(text).replace(/solda/g, '<solda>');
  const pieces = excerpt(text, marked);
  expect(pieces.filter(({ marcado }) => marcado).map(({ texto }) => texto)).toEqual(['solda', 'solda']);
  const shown = pieces.map(({ texto }) => texto).join('');
  expect(shown.length).toBeLessThan(320);
  expect(text).toContain(shown);
  expect(excerpt('한 solda', '<curto>')).toEqual([{ texto: '한 solda', marcado: false }]);
  expect(excerpt('', '')).toEqual([]);
});

test.each([
  ['"recursos humanos" gestao', '"recursos humanos" gestao -"banco de dados" -vendas'],
  ['"a b c" ou "d e"', '"a b c" ou "d e"'],
])('a query without the order of its words finds no less: %s', (_, typed) => {
  const query = searchQuery(`${typed} `) ?? '';
  const found = unordered(query);
  expect(found).not.toContain('<->');
  expect(found).toBe(searchQuery(`${typed.replaceAll(/ -"[^"]*"/g, '')} `)?.replaceAll('<->', '&'));
});
