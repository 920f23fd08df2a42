import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { digestOf, solve } from './digest.ts';

const hex = (words: Uint32Array) => [...words].map((word) => word.toString(16).padStart(8, '0')).join('');

it.each(['', 'abc', 'x'.repeat(55), 'N0nPqk7-7q2WkUe9a_hYzQvB:65535'])(
  'the digest of %j is the one that the server makes',
  (text) => {
    expect(hex(digestOf(text))).toBe(createHash('sha256').update(text).digest('hex'));
  },
);

it('a solution begins with so many zero bits', () => {
  const solution = solve('N0nPqk7-7q2WkUe9a_hYzQvB', 10);
  expect(createHash('sha256').update(solution).digest().readUInt32BE() >>> 22).toBe(0);
});
