// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { namedInAddress } from './named-in-address.web.ts';

it('a new record begins with the records that its address names, and with nothing else of it', () => {
  history.replaceState(null, '', '/captacao/exames-palografico/new?candidato=18&vaga=abc&outra=3&zero=0');
  expect(namedInAddress('candidato', 'vaga', 'zero')).toEqual({ candidato: 18 });
});
