import { expect, test } from 'vitest';
import { citacaoEm } from './citacao.ts';

test('a name is looked for where somebody types it after an @, and not in an address or after a whole sentence', () => {
  const lida = (texto: string) => citacaoEm(texto, texto.length);
  expect(lida('Falar com @Raf')).toEqual({ de: 10, busca: 'Raf' });
  expect(lida('@')).toEqual({ de: 0, busca: '' });
  expect(lida('(@Cláu')).toEqual({ de: 1, busca: 'Cláu' });
  expect(lida('@Rafael Ant')).toEqual({ de: 0, busca: 'Rafael Ant' });
  expect(lida('ana@exemplo')).toBeNull();
  expect(lida('@Rafael Antunes, veja')).toBeNull();
  expect(lida('Sem ninguém')).toBeNull();
  // As long as a note may be, at once.
  expect(lida(`@${'a'.repeat(20_000)}1`)).toBeNull();
  expect(citacaoEm('@Raf depois', 4)).toEqual({ de: 0, busca: 'Raf' });
});
