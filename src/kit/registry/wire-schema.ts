import { z } from 'zod';
import { type Field, type Fields, MOST_ITEMS } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/traits.ts';
import { writable } from '#kit/form/form.ts';
import type { AnyRegistry } from './registry.ts';

/** A schema as OpenAPI 3.1 writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const id = { type: 'integer', minimum: 1 };
const named = { type: 'object', properties: { id, nome: { type: ['string', 'null'] } }, required: ['id', 'nome'] };
const storedFile = {
  type: 'object',
  properties: { ...named.properties, tamanho: { type: 'integer' }, tipo: { type: 'string' } },
  required: ['id', 'nome', 'tamanho', 'tipo'],
};
/** A reference as a form may send it: the bare id, or the object that was read. */
const naming = { anyOf: [id, { type: 'object', properties: { id }, required: ['id'] }] };

/** Kinds whose text has a format. */
const written: Readonly<Record<string, JsonSchema>> = {
  date: { type: 'string', format: 'date' },
  month: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
  time: { type: 'string', pattern: '^\\d{2}:\\d{2}$' },
  instant: { type: 'string', format: 'date-time' },
};

const texts = (codes: readonly string[] | undefined): JsonSchema => ({
  type: 'array',
  items: { type: 'string', ...(codes ? { enum: codes } : {}) },
});

const codesOf = ({ options }: Field) => options && Object.keys(options);

/** One value as it is read. */
function readValue(field: Field): JsonSchema {
  const reference = field.asId ? id : field.target === 'arquivos' ? storedFile : named;
  switch (traits[field.kind].stored) {
    case 'reference':
      return reference;
    case 'links':
      return { type: 'array', items: reference };
    case 'rows':
      return { type: 'array', items: rowOf(field.fields ?? {}) };
    case 'texts':
      return texts(codesOf(field));
    case 'integer':
      return { type: 'integer' };
    case 'decimal':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'text':
    case 'date':
    case 'instant': {
      const codes = codesOf(field);
      return written[field.kind] ?? { type: 'string', ...(codes ? { enum: codes } : {}) };
    }
  }
}

const orNull = (schema: JsonSchema): JsonSchema => {
  const { type, enum: codes } = schema as { type?: string; enum?: readonly unknown[] };
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(codes ? { enum: [...codes, null] } : {}) };
};

const told = ({ label, hint }: Field) => ({ title: label, ...(hint ? { description: hint } : {}) });

/** Every value may be null: empty, hidden by the record's own conditions, or hidden from this reader. */
const reads = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...orNull(readValue(field)), ...told(field) }]));

const rowOf = (fields: Fields): JsonSchema => ({ type: 'object', properties: { id, ...reads(fields) }, required: ['id'] });

/** One row of a registry's list of rows, as it is read. */
export const rowSchema = ({ fields }: AnyRegistry, name: string): JsonSchema => rowOf(fields[name]?.fields ?? {});

/**
 * A record as it is answered: alone with every field, in a list without the long ones. Whoever may change it and not open it gets
 * only the first two.
 */
export const recordSchema = ({ fields }: AnyRegistry): JsonSchema => ({
  type: 'object',
  properties: {
    id: { type: 'integer' },
    versao: { type: 'integer' },
    acoes: { type: 'array', items: { type: 'string' }, description: 'O que quem lê pode fazer agora com o registro.' },
    ...reads(fields),
  },
  required: ['id', 'versao'],
});

/** One value as a form sends it, as its own schema judges it. */
function sentValue(field: Field): JsonSchema {
  const { stored } = traits[field.kind];
  const min = field.required && field.min ? { minItems: field.min } : {};
  if (stored === 'reference') return naming;
  if (stored === 'links') return { type: 'array', items: naming, ...min, maxItems: field.max ?? MOST_ITEMS };
  if (stored === 'texts') return { ...texts(codesOf(field)), ...min, maxItems: MOST_ITEMS };
  if (stored === 'rows') {
    const { properties, required } = sentSchema({ fields: field.fields ?? {}, visibleWhen: field.visibleWhen });
    const kept = { type: ['integer', 'null'], description: 'A linha que já existe; sem ele, é uma nova.' };
    return {
      type: 'array',
      items: { type: 'object', properties: { id: kept, ...properties }, required },
      ...min,
      maxItems: field.max ?? MOST_ITEMS,
    };
  }
  const codes = codesOf(field);
  if (codes) return { type: 'string', enum: codes };
  if (written[field.kind]) return written[field.kind] as JsonSchema;
  const { $schema: _, ...judged } = z.toJSONSchema(field.schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  const [first] = (judged.anyOf ?? []) as JsonSchema[];
  return first ?? judged;
}

interface Sent {
  type: 'object';
  properties: Record<string, JsonSchema>;
  required: string[];
}

/** The body of a form. Fields with conditions are not required; `left` are not in the body. */
export function sentSchema(
  form: { fields: Fields; visibleWhen?: Readonly<Record<string, unknown>> | undefined },
  left: readonly string[] = [],
): Sent {
  const typed = writable(form).filter(([name]) => !left.includes(name));
  const isAsked = (name: string, field: Field) =>
    field.required && !form.visibleWhen?.[name] && !field.schema.safeParse(undefined).success;
  return {
    type: 'object',
    properties: Object.fromEntries(
      typed.map(([name, field]) => {
        const value = sentValue(field);
        return [name, { ...(isAsked(name, field) ? value : orNull(value)), ...told(field) }];
      }),
    ),
    required: typed.filter(([name, field]) => isAsked(name, field)).map(([name]) => name),
  };
}
