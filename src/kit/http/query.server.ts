import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { strangers } from '#kit/refusal/issues.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { demand } from './demand.server.ts';

const wholeNumber = z
  .string('Valor inválido')
  .regex(/^\d{1,15}$/, 'Valor inválido')
  .transform(Number);

/** Shapes of query parameters. */
export const inQuery = {
  id: wholeNumber,
  /** `1,2,3`; the client writes long lists so */
  ids: z
    .union([z.string('Valor inválido'), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value.join(',') : value))
    .pipe(
      z
        .string()
        .max(20_000, 'Valor inválido')
        .regex(/^(\d{1,15}(,\d{1,15})*)?$/, 'Valor inválido'),
    )
    .transform((value) => (value === '' ? [] : value.split(',').map(Number))),
  flag: z.enum(['true', 'false'], 'Valor inválido').transform((value) => value === 'true'),
  date: z.iso.date('Data inválida'),
  text: z
    .string('Valor inválido')
    .max(200, 'O texto deve ter no máximo 200 caracteres')
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'Valor inválido'),
  decimal: z
    .string('Valor inválido')
    .regex(/^\d{1,12}(\.\d{1,4})?$/, 'Valor inválido')
    .transform(Number),
};

/** Parses a query string by its shape; an unknown name is a fault, as in lists. */
export function queryOf<S extends z.ZodRawShape>(request: { query: unknown }, shape: S): z.output<z.ZodObject<S>> {
  const query = (request.query ?? {}) as Record<string, unknown>;
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(shape, name));
  if (unknown.length > 0) throw refuse.invalid(strangers(unknown));
  return demand(z.object(shape), query);
}

/** A part of the address, by its name in the route. */
export const paramOf = (request: FastifyRequest, name: string): string => (request.params as Record<string, string>)[name] ?? '';

/** The id in the address; a text that is no id answers 404. */
export const recordIdOf = (request: FastifyRequest, name = 'id'): number => {
  const text = paramOf(request, name);
  if (!/^\d{1,15}$/.test(text) || text === '0') throw refuse.notFound();
  return Number(text);
};
