import { expect, it } from 'vitest';
import { linhasDe, pedacos } from './folha.ts';

it.each([
  ['Analista | Loja Azul • 2019', ['Analista', 'Loja Azul', '2019']],
  ['Analista | | Loja Azul;  • 2019 a 2020', ['Analista', 'Loja Azul', '2019 a 2020']],
  ['Analista\t\tLoja Azul', ['Analista', 'Loja Azul']],
  ['Analista – Loja Azul -Centro', ['Analista', 'Loja Azul', 'Centro']],
  ['Pós-graduação em e-commerce', ['Pós-graduação em e-commerce']],
])('the pieces of «%s» stand between bars, bullets, tabs and dashes', (texto, pedaco) => {
  const [linha] = linhasDe(texto);
  if (!linha) throw new Error('no line');
  expect(pedacos(linha).map((um) => um.texto)).toEqual(pedaco.filter((um) => /\p{L}/u.test(um)));
});
