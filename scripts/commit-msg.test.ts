import { describe, expect, test } from 'vitest';
import { messageFaults } from './commit-msg.mjs';

describe('a commit message', () => {
  test.each([
    'feat(kit): add the money field',
    'fix(cargo-salario)!: keep the order',
    'chore: pin vite',
    'docs: explain\n\nWhy it is so.',
  ])('is accepted: %j', (message) => expect(messageFaults(message)).toEqual([]));

  test.each([
    '',
    'add the money field',
    'feat add',
    'feat(Kit): add',
    'feat(kit):add',
    'feat(kit): add.',
    'feat(kit): add\nmore',
    `feat: ${'a'.repeat(100)}`,
    'wip: a',
  ])('is refused: %j', (message) => expect(messageFaults(message)).not.toEqual([]));

  test('is judged without the comments of git', () => {
    expect(messageFaults('feat: add\n# Please enter the commit message\n')).toEqual([]);
  });
});
