import { expect, it } from 'vitest';
import { z } from 'zod';
import { issuesOf } from './issues.ts';

const messagesOf = (schema: z.ZodType, value: unknown) =>
  issuesOf(schema.safeParse(value).error as z.ZodError).map(({ message }) => message);

it('a sentence of ours is told as it is, whatever letters it has', () =>
  expect(messagesOf(z.array(z.int()).min(1, 'Selecione ao menos um candidato'), [])).toEqual([
    'Selecione ao menos um candidato',
  ]));

it.each<[z.ZodType, unknown]>([
  [z.string(), 1],
  [z.string().min(3), 'a'],
  [z.array(z.int()).max(1), [1, 2]],
  [z.enum(['A', 'B']), 'C'],
  [z.strictObject({}), { a: 1 }],
  [z.union([z.string(), z.int()]), null],
  [z.discriminatedUnion('tipo', [z.object({ tipo: z.literal('A') })]), { tipo: 'B' }],
  [z.record(z.enum(['A']), z.string()), { B: 'x' }],
  [z.string().regex(/a/), 'b'],
  [z.email(), 'b'],
  [z.int().multipleOf(2), 3],
])('the library says nothing of its own: %#', (schema, value) => {
  expect(new Set(messagesOf(schema, value))).toEqual(new Set(['Valor inválido']));
});
