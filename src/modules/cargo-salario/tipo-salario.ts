import { z } from 'zod';
import { choice } from '#kit/fields/choice.ts';

/** How a salary is said (document 2 §9): 1 by the position's band, 2 by an index, 3 as an amount. */
export const tiposSalario = { '1': 'Cargo', '2': 'Índice', '3': 'Valor' } as const;

export type TipoSalario = keyof typeof tiposSalario;

/** The code as text, number or `{id}`, as the spec's payloads write it. */
export function tipoSalario(label: string) {
  const plain = choice(label, tiposSalario);
  const bare = (value: unknown) => {
    const code = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
    return typeof code === 'number' ? String(code) : code;
  };
  return { ...plain, schema: z.preprocess(bare, plain.schema) };
}
