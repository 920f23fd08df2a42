import { daysBetween, isDate, isMonth } from '#kit/br/date.ts';
import { isWellFormedText } from '#kit/br/text.ts';
import { chosenIn } from '#kit/fields/branch.ts';
import { type Field, holdsNumber } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/traits.ts';
import { PERIOD_BACKWARDS } from '#kit/form/period.ts';
import { type Issue, strangers } from '#kit/refusal/issues.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

/** Size of a page by default (document 1 §9). */
export const PAGE_SIZE = 15;
export const LARGEST_PAGE = 500;
export const MOST_SORTS = 5;
export const LAST_PAGE = 10_000_000;
/** The most days that a calendar may request: a month in whole weeks, twice over. */
export const MOST_DAYS = 92;

/** One condition on one field. Of a reference to a tree, `only` leaves out what stands below the records. */
export type Condition =
  | { field: string; form: 'contains'; text: string }
  | { field: string; form: 'in'; values: (string | number)[]; only?: true }
  | { field: string; form: 'flag'; flag: boolean }
  | { field: string; form: 'range'; from?: string | number; to?: string | number }
  /** records on some of these days: one that begins on `field` and ends on `end`, or on the same day */
  | { field: string; form: 'days'; end?: string; goesOn: boolean; first: string; last: string };

/** What an import did to a record. */
type Feito = 'incluidos' | 'atualizados';

/** The filter of every list for the records that an import wrote: its number, or `12-incluidos`, `12-atualizados`. */
export const OF_IMPORT = 'importacao';
export const IMPORTED = /^([1-9]\d{0,14})(?:-(incluidos|atualizados))?$/;

/** The request of a list; the address bar of the screen holds the same names. */
export interface ListQuery {
  /** null: everything, unpaged */
  page: number | null;
  size: number;
  /** the answer is a page object, not an array */
  paged: boolean;
  sort: { field: string; order: 'asc' | 'desc' }[];
  busca: string;
  where: Condition[];
  ids?: number[];
  /** records that an import wrote: all, or only those that it made or changed */
  importacao?: { id: number; feito?: Feito };
  /** the day as of which records are read; absent: as they are now */
  asOf?: string;
}

/** Characters. A longer text of each record would be read, and folded, for half a minute: it is found by its words alone. */
const MOST_SOUGHT = 20_000;
const isVast = ({ kind, max = 0 }: Field) => traits[kind].isLong && max > MOST_SOUGHT;

/** A computed field can be filtered by when it is one of a few values. */
export const isFilter = (field: Field): boolean =>
  !field.unused && (!field.computed || field.kind === 'choice') && !isVast(field);

const plainNames = new Set(['page', 'size', 'unpaged', 'sort', 'busca', 'ids', OF_IMPORT]);
/** A field called like what lists and exports ask for filters nothing: an export of a filtered list could not tell them apart. */
const kept = new Set([...plainNames, 'formato', 'colunas']);

/** Field names that a list can be filtered by, with the query names that do it. */
export function filterNames(name: string, field: Field): string[] {
  const { filter } = traits[field.kind];
  if (kept.has(name)) return [];
  return filter === 'none' || !isFilter(field) ? [] : filter === 'range' ? [`${name}Ini`, `${name}Fim`] : [name];
}

const wholeNumber = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** The names that a list of this registry reads. */
const namesRead = (registry: AnyRegistry, extra: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...plainNames,
    ...extra,
    ...Object.entries(registry.fields).flatMap(([name, field]) => filterNames(name, field)),
    ...(registry.calendar ? ['calendario'] : []),
    ...(registry.asOf === undefined ? [] : [registry.asOf]),
  ]);

/**
 * Parses the parameters of a query string; all faults are reported, and an unknown name is a fault. `extra` are names that the
 * caller reads itself.
 */
export function parseListQuery(
  registry: AnyRegistry,
  query: Record<string, unknown>,
  extra: readonly string[] = [],
): { query: ListQuery; issues: Issue[] } {
  const known = namesRead(registry, extra);
  const issues: Issue[] = strangers(Object.keys(query).filter((name) => !known.has(name)));
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    if (!known.has(name)) continue;
    const text = Array.isArray(value) ? value.join(name === 'sort' ? ';' : ',') : typeof value === 'string' ? value : '';
    if (text.length > 20_000 || !isWellFormedText(text)) issues.push({ field: name, message: 'Valor inválido' });
    else texts.set(name, text);
  }
  const where: Condition[] = [];
  for (const [name, field] of Object.entries(registry.fields)) {
    const isAll = registry.everything?.[name] !== undefined && texts.get(name)?.trim() === registry.everything[name];
    const condition = filterNames(name, field).length === 0 || isAll ? undefined : conditionOf(name, field, texts, issues);
    if (condition) where.push(condition);
  }
  const days = registry.calendar && daysOf(registry.calendar, texts, issues);
  if (days) where.push(days);
  const asOf = registry.asOf === undefined ? undefined : texts.get(registry.asOf)?.trim();
  if (asOf && !isDate(asOf)) issues.push({ field: registry.asOf ?? '', message: 'Data inválida' });

  const asked = texts.get('page');
  const page = asked === undefined ? null : wholeNumber(asked);
  if (page === undefined || (page !== null && page > LAST_PAGE)) issues.push({ field: 'page', message: 'Página inválida' });
  const size = wholeNumber(texts.get('size') ?? String(PAGE_SIZE));
  if (size === undefined || size < 1 || size > LARGEST_PAGE)
    issues.push({ field: 'size', message: `O tamanho da página deve ser de 1 a ${LARGEST_PAGE}` });
  const unpaged = texts.get('unpaged');
  if (unpaged !== undefined && unpaged !== 'true' && unpaged !== 'false')
    issues.push({ field: 'unpaged', message: 'Valor inválido' });

  const ids = texts.get('ids')?.split(',').map(wholeNumber);
  if (ids?.some((id) => id === undefined)) issues.push({ field: 'ids', message: 'Valor inválido' });
  const imported = IMPORTED.exec(texts.get(OF_IMPORT)?.trim() ?? '');
  if (!imported && texts.get(OF_IMPORT)) issues.push({ field: OF_IMPORT, message: 'Valor inválido' });
  const all = unpaged === 'true';
  return {
    query: {
      page: all ? null : (page ?? null),
      size: size ?? PAGE_SIZE,
      paged: all || asked !== undefined,
      sort: parseSort(registry, texts.get('sort'), issues),
      busca: (texts.get('busca') ?? '').trim().slice(0, 200),
      where,
      ...(ids ? { ids: ids as number[] } : {}),
      ...(imported ? { importacao: { id: Number(imported[1]), ...(imported[2] ? { feito: imported[2] as Feito } : {}) } } : {}),
      ...(asOf ? { asOf } : {}),
    },
    issues,
  };
}

function parseSort(registry: AnyRegistry, text: string | undefined, issues: Issue[]): ListQuery['sort'] {
  if (!text) return [registry.sort];
  const parts = text.split(';');
  if (parts.length > MOST_SORTS || new Set(parts.map((part) => part.split(',')[0])).size !== parts.length) {
    issues.push({ field: 'sort', message: `Ordene por no máximo ${MOST_SORTS} campos, cada um uma vez` });
    return [registry.sort];
  }
  return parts.flatMap((part) => {
    const [name = '', order = 'asc'] = part.split(',');
    const field: Field | undefined = Object.hasOwn(registry.fields, name) ? registry.fields[name] : undefined;
    const sortable = name === 'id' || (field !== undefined && isSortable(field));
    if (!sortable || (order !== 'asc' && order !== 'desc')) {
      issues.push({ field: 'sort', message: 'Ordenação inválida' });
      return [];
    }
    return [{ field: name, order }];
  });
}

function conditionOf(name: string, field: Field, texts: Map<string, string>, issues: Issue[]): Condition | undefined {
  const { filter } = traits[field.kind];
  if (filter === 'range') {
    const from = bound(`${name}Ini`, field, texts, issues);
    const to = bound(`${name}Fim`, field, texts, issues);
    if (from !== undefined && to !== undefined && to < from)
      issues.push({
        field: `${name}Fim`,
        message: typeof from === 'string' ? PERIOD_BACKWARDS : 'Valor final inferior ao inicial.',
      });
    return from === undefined && to === undefined ? undefined : { field: name, form: 'range', from, to };
  }
  const text = texts.get(name)?.trim();
  if (!text || filter === 'none') return undefined;
  if (filter === 'contains') return { field: name, form: 'contains', text };
  if (filter === 'flag') {
    if (text === 'true' || text === 'false') return { field: name, form: 'flag', flag: text === 'true' };
    issues.push({ field: name, message: 'Valor inválido' });
    return undefined;
  }
  const { options } = field;
  const isReference = field.target !== undefined;
  const { parts, only } = isReference ? chosenIn(text) : { parts: text.split(','), only: false };
  const values = options
    ? parts.filter((code) => Object.hasOwn(options, code))
    : parts.map(wholeNumber).filter((id) => id !== undefined);
  if (values.length !== parts.length || parts.length === 0) issues.push({ field: name, message: 'Valor inválido' });
  return { field: name, form: 'in', values, ...(only ? { only } : {}) };
}

/** `calendario=2026-11-01,2026-12-05`: the records on those days. */
function daysOf(
  { from, to, goesOn }: NonNullable<AnyRegistry['calendar']>,
  texts: Map<string, string>,
  issues: Issue[],
): Condition | undefined {
  const text = texts.get('calendario');
  if (text === undefined) return undefined;
  const [first = '', last = '', ...rest] = text.split(',');
  const isRange = rest.length === 0 && isDate(first) && isDate(last) && first <= last && daysBetween(first, last) < MOST_DAYS;
  if (!isRange) {
    issues.push({ field: 'calendario', message: `Informe o primeiro e o último dia, no máximo ${MOST_DAYS} dias` });
    return undefined;
  }
  return { field: from, form: 'days', ...(to === undefined ? {} : { end: to }), goesOn: goesOn === true, first, last };
}

function bound(name: string, field: Field, texts: Map<string, string>, issues: Issue[]): string | number | undefined {
  const text = texts.get(name)?.trim();
  if (!text) return undefined;
  const isDated = !holdsNumber(field);
  if (
    field.kind === 'date' || field.kind === 'instant'
      ? isDate(text)
      : field.kind === 'month'
        ? isMonth(text)
        : /^-?\d{1,12}(\.\d{1,6})?$/.test(text)
  )
    return isDated ? text : Number(text);
  issues.push({ field: name, message: isDated ? 'Data inválida' : 'Valor inválido' });
  return undefined;
}

/** Whether lists sort by a field. */
export const isSortable = (field: Field): boolean =>
  !field.computed && !field.unused && traits[field.kind].isSortable && !isVast(field);

/** The labels of a list's filters, without the values that somebody typed. */
export const narrowedBy = (registry: AnyRegistry, { where, busca, ids, asOf, importacao }: ListQuery): string[] => [
  ...(busca === '' ? [] : ['Busca']),
  ...(ids === undefined ? [] : ['Registros escolhidos']),
  ...(asOf === undefined ? [] : ['Data']),
  ...(importacao === undefined ? [] : ['Importação']),
  ...new Set(where.map(({ field }) => String(registry.fields[field]?.label ?? field))),
];
