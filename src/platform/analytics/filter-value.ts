import { type Field, holdsMany, holdsNumber } from '#kit/fields/field.ts';

/** The value of a dashboard's filter, from its text in the address; a text that is no such value stays one, for `check` to refuse. */
export function filterValue(field: Field | undefined, text: string): unknown {
  if (field === undefined || holdsMany(field)) {
    const parts = text === '' ? [] : text.split(',');
    return field?.kind === 'choices' ? parts : parts.map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : part));
  }
  if (field.kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return holdsNumber(field) && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
