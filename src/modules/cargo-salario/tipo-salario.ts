import { z } from 'zod';
import { choice } from '#kit/fields/choice.ts';
import type { RowCondition } from '#kit/fields/field.ts';

/** How a salary is said (document 2 §9): 1 by the position's band, 2 by an index, 3 as an amount. */
export const tiposSalario = { '1': 'Cargo', '2': 'Índice', '3': 'Valor' } as const;

export type TipoSalario = keyof typeof tiposSalario;

/** The code as text, whether it came as text, number or `{id}`, as the spec's payloads write it. */
const bare = (value: unknown) => {
  const code = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof code === 'number' ? String(code) : code;
};

/** Condition of a row's field: the row's type is the one asked for. */
export const comTipo =
  (tipo: TipoSalario, campo = 'tipoSalario'): RowCondition =>
  (row) =>
    bare(row[campo]) === tipo;

export function tipoSalario(label: string) {
  const plain = choice(label, tiposSalario);
  return { ...plain, schema: z.preprocess(bare, plain.schema) };
}
