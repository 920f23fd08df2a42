// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { isFromOutside } from './arrival.web.tsx';
import { markArrived } from './arrived.web.ts';

const arriving = (referrer: string) => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  return isFromOutside();
};

beforeEach(() => sessionStorage.clear());

it('a link on another site is an arrival from outside', () => {
  expect(arriving('https://portal.example.com/rh')).toBe(true);
});

it('a bookmark, a typed address and a new tab are none: they bring no referrer', () => {
  expect(arriving('')).toBe(false);
});

it('a link of ours that opens in a new tab is none', () => {
  expect(arriving(`${location.origin}/gestao-talentos/talentos`)).toBe(false);
});

it('a tab that has been asked is not asked again', () => {
  markArrived();
  expect(arriving('https://portal.example.com/rh')).toBe(false);
});
