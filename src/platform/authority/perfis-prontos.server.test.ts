import { expect, test } from 'vitest';
import { fold } from '#kit/br/text.ts';
import { freeName } from './perfis-prontos.server.ts';

test('a profile has the first name that is free, however many are taken', () => {
  expect(freeName('RH', new Set())).toBe('RH');
  const taken = new Set([fold('RH'), ...Array.from({ length: 20_000 }, (_, at) => fold(`RH ${at + 2}`))]);
  expect(freeName('RH', taken)).toBe('RH 20002');
});
