import { formatDuration } from '#kit/br/time.ts';
import { formatCell } from '#kit/sheet/format.ts';
import type { Field } from './field.ts';
import { textOfHtml } from './html-text.ts';
import { identities, isIdentity } from './identity.ts';
import { cellTypeOf } from './traits.ts';

const nameOf = (value: unknown): string =>
  formatCell('text', typeof value === 'object' && value !== null && 'nome' in value ? value.nome : value);

/** A value as text, for lists, histories and cards. */
export function fieldText(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (isIdentity(field.kind)) return identities[field.kind].format(formatCell('text', value));
  if (field.options) {
    const { options } = field;
    return (Array.isArray(value) ? value : [value]).map((code) => options[String(code)] ?? String(code)).join(', ');
  }
  switch (field.kind) {
    case 'ref':
    case 'file':
    case 'image':
      return nameOf(value);
    case 'refs':
    case 'files':
      return Array.isArray(value) ? value.map(nameOf).join(', ') : nameOf(value);
    case 'rows':
      return Array.isArray(value) ? (value.length === 1 ? '1 item' : `${value.length} itens`) : '';
    case 'richText':
      return textOfHtml(formatCell('text', value)).replace(/\s+/g, ' ');
    case 'duration':
      return formatDuration(Number(value));
    default:
      return formatCell(cellTypeOf(field), value, field.decimals);
  }
}
