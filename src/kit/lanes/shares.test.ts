import { expect, it } from 'vitest';
import { Shares } from './shares.ts';

function shares(modest = 100) {
  const clock = { now: 0 };
  return {
    clock,
    of: new Shares<string>(
      modest,
      (owner) => owner !== 'endereço',
      () => clock.now,
    ),
  };
}

it('whoever takes more than an equal share is greedy, and nobody else', () => {
  const { of } = shares();
  of.take('ana', 900);
  of.take('bia', 500);
  of.take('caio', 10);
  expect(['ana', 'bia', 'caio', 'davi'].filter((owner) => of.isGreedy(owner))).toEqual(['ana', 'bia']);
});

it('whoever is alone may take everything, until somebody else comes and after they have gone', () => {
  const { of, clock } = shares();
  of.take('ana', 10_000);
  expect(of.isGreedy('ana')).toBe(false);
  of.take('bia', 10);
  expect(of.isGreedy('ana')).toBe(true);
  clock.now += 2_000;
  expect(of.isGreedy('ana')).toBe(false);
  of.take('bia', 10);
  expect(of.isGreedy('ana')).toBe(true);
});

it('somebody who takes nothing is not counted among the others', () => {
  const { of } = shares();
  of.take('ana', 10_000);
  of.take('endereço', 10);
  expect(of.isGreedy('ana')).toBe(false);
  expect(of.isGreedy('endereço')).toBe(false);
});

it('whoever takes little is not greedy, though others take next to nothing', () => {
  const { of } = shares();
  of.take('ana', 100);
  for (const other of ['bia', 'caio', 'davi']) of.take(other, 2);
  expect(of.isGreedy('ana')).toBe(false);
});

it('shares that were taken long ago are forgotten, and so is who took them', () => {
  const { of, clock } = shares();
  of.take('ana', 900);
  for (const [seconds, isGreedy] of [
    [10, true],
    [20, false],
  ] as const) {
    clock.now += seconds * 1_000;
    of.take('bia', 10);
    expect(of.isGreedy('ana')).toBe(isGreedy);
  }
  clock.now += 100_000;
  of.take('caio', 900);
  expect(of.isGreedy('caio')).toBe(false);
});
