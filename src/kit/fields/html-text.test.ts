import { expect, it } from 'vitest';
import { textOfHtml } from './html-text.ts';

it('gives the text of HTML, a line for each paragraph', () => {
  expect(textOfHtml('<p>Vaga <b>boa</b></p><p>1 &lt; 2</p>')).toBe('Vaga boa\n1 < 2');
});

it('is done with countless opening signs at once', () => {
  const many = '<'.repeat(200_000);
  expect(textOfHtml(many)).toBe(many);
});
