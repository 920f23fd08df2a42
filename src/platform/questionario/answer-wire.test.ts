import { expect, it } from 'vitest';
import { respostasNoFio } from './answer-wire.ts';

it('the signs of a text that is too long are not looked at', () => {
  const { error } = respostasNoFio.safeParse([{ perguntaId: 1, comentario: '\0'.repeat(4_001) }]);
  expect(error?.issues.map(({ message }) => message)).toEqual(['O texto deve ter no máximo 4.000 caracteres']);
});
