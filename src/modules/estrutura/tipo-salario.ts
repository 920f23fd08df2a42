import { z } from 'zod';
import { choice } from '#kit/fields/choice.ts';
import type { RowCondition } from '#kit/fields/field.ts';
import { money, number } from '#kit/fields/number.ts';
import { codigoDe } from './codigo.ts';

/** The way of paying (document 2 §9): 1 by the position's band, 2 by an index, 3 as an amount. */
export const tiposSalario = { '1': 'Cargo', '2': 'Índice', '3': 'Valor' } as const;

export type TipoSalario = keyof typeof tiposSalario;

/** Condition of a row's field: the row has this type. */
export const comTipo =
  (tipo: TipoSalario, campo = 'tipoSalario'): RowCondition =>
  (row) =>
    codigoDe(row[campo]) === tipo;

export function tipoSalario(label: string) {
  const plain = choice(label, tiposSalario);
  return { ...plain, schema: z.preprocess(codigoDe, plain.schema) };
}

// The largest quantity and index: their product stays below a trillion, so that it fits the tables, and an excess is refused at
// its own field.
export const MAIOR_QUANTIDADE = 99_999;
export const MAIOR_INDICE = 9_999_999.99;

/** The factor of a salary, or a band, by index. */
export const quantidadeDoIndice = (label = 'Quantidade do índice') => number(label, 4, { max: MAIOR_QUANTIDADE });

/** The value of an index. */
export const valorDeIndice = (label: string) => money(label, { max: MAIOR_INDICE });
