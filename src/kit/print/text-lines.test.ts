import { expect, test } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { shorten, wordShare, wrap } from './text-lines.ts';

const width = (text: string) => [...text].length;

test('words break between them and the last line says that there is more', () => {
  expect(wrap('Analista de Recursos Humanos', 12, 3, width)).toEqual(['Analista de', 'Recursos', 'Humanos']);
  expect(wrap('um dois três quatro cinco', 5, 2, width)).toEqual(['um', 'dois…']);
  expect(wrap('abcdefghij', 4, 3, width)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrap('a\nb', 10, 3, width)).toEqual(['a', 'b']);
  expect(wrap('Diretoria > Fábrica > Pintura', 12, 2, width)).toEqual(['Diretoria >', 'F… > Pintura']);
  expect(wrap('caio@exemplo.com.br', 15, 2, width)).toEqual(['caio@', 'exemplo.com.br']);
  expect(wrap('CPF 123-45 guarda-chuva', 8, 4, width)).toEqual(['CPF', '123-45', 'guarda-', 'chuva']);
});

test('a word that nearly fits shrinks and stays whole; one far too long keeps its type and breaks', () => {
  const at = (share: number) => (text: string) => width(text) * share;
  const share = wordShare('Nível Intermediário', 10, width);
  expect(share).toBeLessThan(10 / 13 + 0.001);
  expect(wrap('Nível Intermediário', 10, 3, at(share))).toEqual(['Nível', 'Intermediário']);
  expect(wordShare('Nível médio', 10, width)).toBe(1);
  expect(wordShare('Inconstitucionalissimamente', 10, width)).toBe(1);
  expect(wordShare('2026/2027-2028', 10, width)).toBe(1);
});

test('no line is wider than its room, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 2, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      (text, room, max) => {
        const lines = wrap(text, room, max, width);
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.length).toBeLessThanOrEqual(max);
        for (const line of lines) expect(width(line)).toBeLessThanOrEqual(room);
      },
    ),
  );
});

test('a short text is left alone', () => {
  expect(shorten('abc', 3, width)).toBe('abc');
  expect(shorten('abcd', 3, width)).toBe('ab…');
  expect(shorten('Total de Diretoria > Fábrica > Pintura (3)', 28, width)).toBe('Total de Dire… > Pintura (3)');
  expect(shorten('Diretoria > Pintura e acabamento', 12, width)).toBe('Diretoria >…');
});
