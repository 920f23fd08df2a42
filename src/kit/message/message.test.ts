import { expect, test } from 'vitest';
import { filled, variablesIn } from './message.ts';

test('variables stand between braces, with room around their names, and an unknown one stays as it is', () => {
  expect(filled('Olá, {{ nome }}: {{nome}} {{outro}} {nome} {{}}', { nome: 'Lia' })).toBe('Olá, Lia: Lia {{outro}} {nome} {{}}');
  expect(variablesIn('{{ a }} {{a}} {{b\n}} {{{c}}}')).toEqual(['a', 'b', 'c']);
});

test('what stands in the place of a variable is not filled in again', () => {
  expect(filled('{{a}}', { a: '{{b}}', b: 'x' })).toBe('{{b}}');
});

// Whoever writes templates could stop the server for hours with a page of spaces.
test('braces that never close cost no more than they are long', { timeout: 5_000 }, () => {
  for (const pump of [' ', '{', '{{', '{{ ', 'a ']) {
    const text = `{{${pump.repeat(4_000)}`;
    expect(variablesIn(text)).toEqual([]);
    expect(filled(text, { a: 'x' })).toBe(text);
  }
});
