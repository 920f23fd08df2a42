import { bare } from '#kit/fields/bare.ts';

/** The code as text, whether it came as text, number or `{id}`; the spec's payloads use all three. */
export function codigoDe(value: unknown): unknown {
  const code = bare(value);
  return typeof code === 'number' ? String(code) : code;
}
