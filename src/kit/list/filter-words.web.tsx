import { formatDate } from '#kit/br/date.ts';
import { chosenIn, saysBranch } from '#kit/fields/branch.ts';
import { type Field, holdsNumber } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { useIsTree, useNamed } from '#kit/fields/options.web.ts';
import { traits } from '#kit/fields/traits.ts';
import { filterNames, IMPORTED, OF_IMPORT } from '#kit/query/list-query.ts';
import type { ListState } from '#kit/query/list-state.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

type Filters = ListState['filters'];

/** Names that a chip says before it counts the rest. */
const MOST_NAMES = 2;

/** One filter of a list: a field's, the day as of which the records are read, or an import's. */
export interface OfferedFilter {
  /** the field's name, or the parameter of the day */
  name: string;
  label: string;
  /** absent: the day as of which the records are read, or the import that wrote them */
  field?: Field;
  /** its names in the address */
  names: readonly string[];
}

export const offeredFilter = (name: string, field: Field): OfferedFilter => ({
  name,
  label: field.activity ? 'Situação' : field.label,
  field,
  names: filterNames(name, field),
});

export const isUsed = ({ names }: OfferedFilter, filters: Filters): boolean => names.some((name) => Boolean(filters[name]));

const few = (words: readonly string[]) =>
  words.length <= MOST_NAMES ? words.join(', ') : `${words.slice(0, MOST_NAMES).join(', ')} e mais ${words.length - MOST_NAMES}`;

/** 'nº 12, incluídos' */
function importWords(text: string): string {
  const [, id = '', done] = IMPORTED.exec(text) ?? [];
  return `nº ${id}${done === 'incluidos' ? ', incluídos' : done === 'atualizados' ? ', atualizados' : ''}`;
}

/** The value of a filter in words; the names of references are loaded. */
export function FilterWords({ registry, filter, filters }: { registry: AnyRegistry; filter: OfferedFilter; filters: Filters }) {
  const { name, field } = filter;
  const text = filters[name] ?? '';
  const isReference = field?.kind === 'ref' || field?.kind === 'refs';
  const { parts, only } = chosenIn(text);
  const named = useNamed(field?.target ?? '', isReference ? parts.map(Number) : []);
  const isTree = useIsTree(field?.target ?? '');
  if (name === OF_IMPORT) return <>{importWords(text)}</>;
  if (!field) return <>{formatDate(text)}</>;
  if (isReference) {
    const names = few(named.map(({ id, nome }) => (nome === `#${id}` ? 'não encontrado' : nome)));
    return <>{isTree ? saysBranch(names, only) : names}</>;
  }
  switch (traits[field.kind].filter) {
    case 'flag':
      return <>{text === 'true' ? (field.activity ? 'Ativos' : 'Sim') : field.activity ? 'Inativos' : 'Não'}</>;
    case 'in':
      return (
        <>{registry.everything?.[name] === text ? 'Todos' : few(text.split(',').map((code) => field.options?.[code] ?? code))}</>
      );
    case 'range': {
      const [from = '', to = ''] = filter.names.map((bound) => filters[bound] ?? '');
      const said = (bound: string) => fieldText(field, /^-?[\d.]+$/.test(bound) ? Number(bound) : bound);
      return (
        <>
          {from && to
            ? `${said(from)} a ${said(to)}`
            : from
              ? `${holdsNumber(field) ? 'a partir de' : 'desde'} ${said(from)}`
              : `até ${said(to)}`}
        </>
      );
    }
    default:
      return <>“{text}”</>;
  }
}
