import { type Field, fieldOf, holdsNumber } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/traits.ts';
import { type AnyRegistry, nameWithin } from '#kit/registry/registry.ts';
import type { JsonSchema } from '#kit/registry/wire-schema.ts';
import {
  filterNames,
  IMPORTED,
  isSortable,
  LARGEST_PAGE,
  LAST_PAGE,
  MOST_DAYS,
  MOST_SORTS,
  OF_IMPORT,
  PAGE_SIZE,
} from './list-query.ts';

/** First and last day. */
const DAYS = '^\\d{4}-\\d{2}-\\d{2},\\d{4}-\\d{2}-\\d{2}$';

const ids = { type: 'array', items: { type: 'integer', minimum: 1 } };

/** Schemas of query parameters, for hooks that read some of their own (`extraQuery`). */
export const parameter = {
  id: (description: string): JsonSchema => ({ ...ids.items, description }),
  ids: (description: string): JsonSchema => ({ ...ids, description }),
  date: (description: string): JsonSchema => ({ type: 'string', format: 'date', description }),
  text: (description: string): JsonSchema => ({ type: 'string', description }),
};

/** Finds a registry by `module/slug`. */
type Find = (target: string) => AnyRegistry;

/** One bound of a range. */
const boundOf = (field: Field): JsonSchema =>
  holdsNumber(field)
    ? { type: 'number' }
    : field.kind === 'month'
      ? { type: 'string', pattern: '^\\d{4}-\\d{2}$' }
      : { type: 'string', format: 'date' };

function filterOf(field: Field, lookup: Find, all: string | undefined): JsonSchema {
  switch (traits[field.kind].filter) {
    case 'contains':
      return { type: 'string', description: `${field.label}: contém, sem distinguir acentos e maiúsculas` };
    case 'flag':
      return { type: 'boolean', description: field.label };
    case 'range':
      return boundOf(field);
    case 'in': {
      const codes = field.options && Object.keys(field.options);
      const known = all === undefined || codes?.includes(all) ? codes : [...(codes ?? []), all];
      if (field.target !== undefined && lookup(field.target).tree !== undefined)
        return {
          type: 'array',
          items: { anyOf: [ids.items, { type: 'string', pattern: '^so:[1-9]\\d*$' }] },
          description: `${field.label}: um destes, ou o que fica abaixo; com so: antes do primeiro, somente estes`,
        };
      return {
        ...(known ? { type: 'array', items: { type: 'string', enum: known } } : ids),
        description: `${field.label}: um destes`,
      };
    }
    case 'none':
      throw new Error(`${field.label} filters nothing`);
  }
}

/** The filters of a list by their names in its query, as `parseListQuery` reads them. */
function filtersOf(registry: AnyRegistry, lookup: Find): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(registry.fields).flatMap(([name, field]) => {
      const found = filterNames(name, field);
      const schema = found.length > 0 ? filterOf(field, lookup, registry.everything?.[name]) : {};
      if (found.length < 2) return found.map((key) => [key, schema]);
      const [from = '', to = ''] = found;
      return [
        [from, { ...schema, description: `${field.label}: a partir de` }],
        [to, { ...schema, description: `${field.label}: até` }],
      ];
    }),
  );
}

/** The query parameters of a registry's names: a text, ids, and the record that narrows them. */
export function optionParameters(registry: AnyRegistry, lookup: Find): Record<string, JsonSchema> {
  const filters = filtersOf(registry, lookup);
  const byText = traits[fieldOf(registry, registry.label).kind].filter === 'contains' && filters[registry.label];
  return {
    ...(byText ? { busca: { type: 'string', description: 'Parte do nome' } } : {}),
    ids: { ...ids, description: 'Somente estes' },
    ...Object.fromEntries(nameWithin(registry).flatMap((name) => (filters[name] ? [[name, filters[name]]] : []))),
  };
}

/**
 * The query parameters of a list: OpenAPI describes these, and `parseListQuery` accepts no other. Fields that companies title
 * themselves work only for companies that use them.
 */
export function listParameters(
  registry: AnyRegistry,
  lookup: Find,
  extra: Readonly<Record<string, JsonSchema>> = {},
): Record<string, JsonSchema> {
  const sortable = ['id', ...Object.keys(registry.fields).filter((name) => isSortable(fieldOf(registry, name)))];
  const { field, order } = registry.sort;
  return {
    page: {
      type: 'integer',
      minimum: 0,
      maximum: LAST_PAGE,
      description: 'A partir de 0. Sem ele, a resposta é uma lista de todos.',
    },
    size: { type: 'integer', minimum: 1, maximum: LARGEST_PAGE, default: PAGE_SIZE, description: 'Registros por página' },
    unpaged: { type: 'boolean', description: 'true: uma página com todos' },
    sort: {
      type: 'array',
      items: { type: 'string', enum: sortable.flatMap((name) => [`${name},asc`, `${name},desc`]) },
      maxItems: MOST_SORTS,
      default: [`${field},${order}`],
      description: 'campo,asc ou campo,desc; pode repetir',
    },
    busca: { type: 'string', maxLength: 200, description: 'Texto procurado, sem distinguir acentos e maiúsculas' },
    ids: { ...ids, description: 'Somente estes registros' },
    [OF_IMPORT]: {
      type: 'string',
      pattern: IMPORTED.source,
      description: 'Os registros que esta importação gravou; 12-incluidos e 12-atualizados: só os que ela incluiu ou alterou',
    },
    ...(registry.asOf === undefined
      ? {}
      : { [registry.asOf]: { type: 'string', format: 'date', description: 'Os registros como estavam neste dia' } }),
    ...(registry.calendar
      ? {
          calendario: {
            type: 'string',
            pattern: DAYS,
            description: `Os registros destes dias, no máximo ${MOST_DAYS}`,
          },
        }
      : {}),
    ...filtersOf(registry, lookup),
    ...extra,
  };
}
