import { expect, it } from 'vitest';
import { accepts, notAccepted } from './accepts.ts';

const photo = { name: 'Foto.PNG', type: 'image/png' };

it.each([
  ['anything where nothing is said', undefined, true],
  ['its media type', ['application/pdf', 'image/png'], true],
  ['its family', ['image/*'], true],
  ['its ending, in any case', ['.png'], true],
  ['no other type', ['application/pdf', '.pdf', 'video/*'], false],
])('takes %s', (_what, accept, expected) => {
  expect(accepts(photo, accept)).toBe(expected);
});

it('says why', () => {
  expect(notAccepted(['image/*'])).toBe('O arquivo adicionado não é uma imagem');
  expect(notAccepted(['.pdf'])).toBe('Tipo de arquivo não aceito.');
});
