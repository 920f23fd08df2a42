import type { Field } from '#kit/fields/field.ts';

/** Fields that can stand as a column of a list. */
export const canBeColumn = (field: Field) => !field.detail && !field.unused && field.kind !== 'rows' && field.kind !== 'richText';
