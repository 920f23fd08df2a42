import { Anchor, ColorSwatch, Group, Image } from '@mantine/core';
import { formatDuration } from '#kit/br/time.ts';
import { formatCell } from '#kit/sheet/format.ts';
import classes from './cells.module.css';
import type { Field } from './field.ts';
import { fileAddress } from './file-inputs.web.tsx';
import { identities, isIdentity } from './identity.ts';
import { traits } from './kinds.ts';

const plainText = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

const nameOf = (value: unknown): string =>
  formatCell('text', typeof value === 'object' && value !== null && 'nome' in value ? value.nome : value);

/** A value in words, as a list, a history and a card show it. */
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
      return Array.isArray(value) ? value.map(nameOf).join(', ') : nameOf(value);
    case 'rows':
      return Array.isArray(value) ? (value.length === 1 ? '1 item' : `${value.length} itens`) : '';
    case 'richText':
      return plainText(formatCell('text', value));
    case 'duration':
      return formatDuration(Number(value));
    default:
      return formatCell(traits[field.kind].cell, value, field.decimals);
  }
}

interface CellProps {
  field: Field;
  value: unknown;
  /** name of the field: `ativo` and `ativa` show as a badge */
  name?: string;
}

/** A value in a list. */
export function FieldCell({ field, value, name }: CellProps) {
  if (field.kind === 'boolean' && (name === 'ativo' || name === 'ativa')) {
    return <span className={value ? classes.active : classes.inactive}>{value ? 'Ativo' : 'Inativo'}</span>;
  }
  const text = fieldText(field, value);
  if (text === '') return null;
  if (field.kind === 'image') {
    const id = (value as { id?: number }).id;
    return id ? <Image src={fileAddress({ id })} alt={text} w={28} h={28} radius="sm" fit="cover" /> : null;
  }
  if (field.kind === 'file') {
    const id = (value as { id?: number }).id;
    return id ? (
      <Anchor href={fileAddress({ id })} inherit>
        {text}
      </Anchor>
    ) : null;
  }
  if (field.kind === 'color') {
    return (
      <Group gap={6} wrap="nowrap">
        <ColorSwatch color={text} size={14} />
        {text}
      </Group>
    );
  }
  // Only what the schema let in is linked: `javascript:` never was an address.
  if (field.kind === 'url' && /^https?:\/\//i.test(text)) {
    return (
      <Anchor href={text} target="_blank" rel="noreferrer" inherit>
        {text}
      </Anchor>
    );
  }
  return <>{text}</>;
}
