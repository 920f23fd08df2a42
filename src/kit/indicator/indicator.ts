import { formatDate, today } from '#kit/br/date.ts';
import type { ChartFormat, ChartKind } from '#kit/chart/chart-data.ts';
import type { Fields, Values } from '#kit/fields/field.ts';
import { type Context, defineForm, type Form } from '#kit/form/form.ts';

/** What an indicator is drawn as. The last two are lines with a goal and a table of companies. */
type IndicatorKind = ChartKind | 'absenteeism' | 'turnover';

/**
 * One slice, bar or point: its name, its numbers (null: there is none, or it may not be shown) and the key that a click needs.
 */
export interface Serie {
  label: string;
  data: readonly (number | null)[];
  descricao?: string | null;
  id?: number | null;
  /** false: nothing is below it */
  temFilhas?: boolean;
  /** which slice of the indicator it is, for the list behind it; its label unless said */
  fatia?: string;
  borderColor?: string;
}

/** One number of every slice. */
interface Coluna {
  nome: string;
  formato?: ChartFormat;
  /** false: shown in the table alone */
  desenha?: boolean;
}

/** A number shown above the picture. */
interface Destaque {
  rotulo: string;
  valor: number | null;
  formato?: ChartFormat;
}

/** The answer of an indicator's query; chart, table, spreadsheet and screen reader all use it. */
export interface IndicatorData {
  series: readonly Serie[];
  colunas: readonly Coluna[];
  destaques?: readonly Destaque[];
  /** a sentence under the picture: what was left out, and why */
  aviso?: string;
  /** why no slice opens a list; absent: they do, if the indicator declares `opens` */
  fechado?: string;
  /** rows by company of absenteeism and turnover */
  linhas?: readonly Readonly<Record<string, string | number | null>>[];
}

/** What a click on a slice does. */
type Drill =
  | {
      to: 'children';
      /** call below the dashboard that answers the children of a slice, and the name of its parameter */
      path: string;
      param: string;
      /** what a click on a slice with children does */
      down: string;
      /** label of the button that leads back up */
      up: string;
      /** sentence for a slice without children */
      none: string;
    }
  | { to: 'description'; label: string };

/** The list with the records behind a slice, as many as its number says. */
export interface Opens {
  /** `module/slug` */
  list: string;
  /** one and several of them: ['talento', 'talentos'] */
  of: readonly [string, string];
  /** names of the drawn numbers, when each opens a list of its own: ['Mulheres', 'Homens'] */
  columns?: readonly string[];
  /** the place of the number that counts the records, when the drawn ones are amounts; −1 is the last */
  counts?: number;
  /** how many of the first numbers open the list: 1 unless said */
  first?: number;
  /** the registry that says who belongs to a slice, where their list does not: its right is needed too */
  knownFrom?: { title: string; authority: string };
}

/** The filter fields that say as of which day an indicator is, or from which day to which. */
export type Period = ({ on: string; of?: string } | { from: string; until: string }) & {
  /** it counts what has happened: a filter that reaches into the future is said up to today */
  past?: true;
};

export interface Indicator<Id extends string = string> {
  /** its key in the answer */
  id: Id;
  title: string;
  kind: IndicatorKind;
  /** heading of the names */
  category: string;
  /** how it is counted, in a sentence */
  hint?: string;
  /** authority beyond the dashboard's: whoever lacks it does not get the indicator */
  needs?: string;
  /** takes the whole width of the dashboard */
  wide?: boolean;
  drill?: Drill;
  /** what its slices open; a reason instead, where no list has as many rows as a slice says */
  opens: Opens | string;
  period: Period;
  /** columns of `linhas` */
  rows?: Readonly<Record<string, { label: string; format?: ChartFormat }>>;
}

interface DashboardDeclaration<F extends Fields, I extends Indicator, Name extends string = keyof F & string> {
  /** last part of the address: `/analytics/<id>` */
  id: string;
  title: string;
  /** what it shows, in a sentence, for the page of all dashboards */
  description: string;
  authority: `ROLE_${string}`;
  method: 'GET' | 'POST';
  /** filter fields beside the companies, which every dashboard has; dates may start with a day of their own (`start`) */
  filter: F;
  /** the initial values of the filter, by the civil date */
  start?(today: string): { readonly [K in Name]?: unknown };
  rules?(filter: Values<F>, context: Context): Iterable<{ field: string; message: string }>;
  /** fields of the filter that refer to records of the session's company: usable only while it is the only company chosen */
  ownOnly?: readonly Name[];
  indicators: readonly I[];
}

export interface Dashboard<F extends Fields = Fields, I extends Indicator = Indicator, Name extends string = keyof F & string>
  extends DashboardDeclaration<F, I, Name> {
  /** the filter as a form that `check` judges */
  filterForm: Form<F, Name>;
}

/** Declares one indicator; filter, query, chart and drill-down follow from it. */
export const defineIndicator = <const I extends Indicator>(indicator: I): I => indicator;

/** Declares a dashboard: page, calls, exports and tests follow from it. */
export function defineDashboard<const F extends Fields, const I extends Indicator>(
  declaration: DashboardDeclaration<F, I>,
): Dashboard<F, I> {
  const { filter, rules } = declaration;
  return { ...declaration, filterForm: defineForm({ fields: filter, ...(rules ? { rules } : {}) }) };
}

/** Dashboards of any shape, as collections hold them. */
export type AnyDashboard = Dashboard;

/** The least number of people behind an average: fewer would reveal somebody's own value. */
export const FEWEST = 3;

/** The value, unless it is about too few people. */
export const unlessFew = (people: number, value: number | null): number | null => (people < FEWEST ? null : value);

/**
 * The places of the groups whose average is withheld: groups of too few people, and the next smallest groups beside them until
 * the withheld ones are at least two groups and that many people, so that subtracting the others from the total reveals no single
 * group.
 */
export function tooFew(people: readonly number[]): ReadonlySet<number> {
  const out = new Set<number>();
  let count = 0;
  const smallestFirst = people.map((n, place) => ({ n, place })).toSorted((a, b) => a.n - b.n);
  for (const { n, place } of smallestFirst) {
    if (n === 0 || (n >= FEWEST && (out.size === 0 || (out.size > 1 && count >= FEWEST)))) continue;
    out.add(place);
    count += n;
  }
  return out;
}

/** A day of a judged filter. */
function dayIn(filter: Readonly<Record<string, unknown>>, name: string): string {
  const day = filter[name];
  return typeof day === 'string' ? day : '';
}

/** The period of an indicator under a filter, in words: 'em 22/11/2026', 'de 01/11/2025 a 22/11/2026'. */
export function periodText({ period }: Pick<Indicator, 'period'>, filter: Readonly<Record<string, unknown>>): string {
  const day = (name: string) => {
    const said = dayIn(filter, name);
    return formatDate(period.past && said > today() ? today() : said);
  };
  if ('from' in period) return `de ${day(period.from)} a ${day(period.until)}`;
  return `${period.of ?? 'em'} ${day(period.on)}`;
}

/** The day as of which a list shows the records behind a slice. */
export const dayOf = ({ period }: Pick<Indicator, 'period'>, filter: Readonly<Record<string, unknown>>): string | undefined =>
  'on' in period && period.of === undefined ? dayIn(filter, period.on) : undefined;

/** How many records a slice opens by its number in one column; null: nothing to open, or it may not be shown. */
export function opensAt(opens: Opens, { data }: Pick<Serie, 'data'>, column: number): number | null {
  const { columns, counts, first = 1 } = opens;
  const isCount = counts !== undefined && column === (counts < 0 ? data.length + counts : counts);
  if (!isCount && column >= (columns?.length ?? first)) return null;
  const shown = data[column];
  // A group too small for its average to be told is not opened by its number either.
  if (shown === null || shown === undefined || (isCount && data[0] === null)) return null;
  return (counts === undefined ? shown : data.at(counts)) || null;
}
