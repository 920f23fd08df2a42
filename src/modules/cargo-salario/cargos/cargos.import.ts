import { optional } from '#kit/fields/field.ts';
import type { ImportColumns } from '#kit/import/import.ts';
import { cargos } from './cargos.registry.ts';

/** Most lists of positions have one name for each: it is that of the market too, until somebody says otherwise. */
export const importacaoDeCargos: ImportColumns = {
  fields: { nomeMercado: optional(cargos.fields.nomeMercado) },
  compose: (input, before) => (before || (input.nomeMercado ?? '') !== '' ? input : { ...input, nomeMercado: input.nome }),
};
