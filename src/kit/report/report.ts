import type { Called, Fields, Values } from '#kit/fields/field.ts';
import { type Context, defineForm, type Form } from '#kit/form/form.ts';
import type { TotalKind } from '#kit/sheet/column.ts';

/** A value, or what it is by the filter; written as a method: so a report of these fields is a report of any. */
type ByFilter<F extends Fields, A> = { of(filter: Values<F>): A }['of'];

/** A table whose further columns are known only from the rows: one row of the query is one cell. */
export interface Matrix<Column extends string = string> {
  /** alias of the query: cells with the same value are one line of the matrix; the query keeps them together */
  key: string;
  /** its values head the columns, in the order in which the query's `columns` or, without it, their text tells */
  column: Column;
  /** what stands in a cell */
  value: Column;
  /** one more column at the end of each line */
  end?: { kind: TotalKind; label: string };
}

/** The same report also at another address, its filter in the query string; `:name` in the path is the filter's `name`. */
interface AlsoAt {
  /** below the module: `areas-organizacionais/relatorio` */
  path: string;
  format: 'pdf' | 'json';
}

interface Declared<F extends Fields, Name extends string = keyof F & string> {
  /** last part of the address: `/<module>/relatorios/<id>` */
  id: string;
  title: string;
  /** what it shows, in a sentence, for the module's page of reports */
  description?: string;
  authority: `ROLE_${string}`;
  /** draws the filter form and is judged by `check`, as a record is */
  filter: F;
  orientation?: 'portrait' | 'landscape';
  rules?(filter: Values<F>, context: Context): Iterable<{ field: string; message: string }>;
  /** filters that show, and count, by what others say */
  visibleWhen?: Form<F, Name>['visibleWhen'];
  /** what the filter form begins with beyond the fields' own `initial`: periods that end today */
  defaults?(context: Context): Partial<Values<F>>;
  also?: AlsoAt;
  /** false: reached from another screen, not from the module's page of reports */
  menu?: boolean;
  /** the head of the printed report, where the filter says another than `title` */
  titleOf?(filter: Values<F>): string | null;
  /** filters that the head of the printed report leaves out: what the table itself shows */
  unheaded?: readonly Name[];
  /** several reports of one screen (Detalhado/Resumido): which report's address it is, and what the choice calls this one */
  choice?: { at: string; label: string };
}

type Totals<Column extends string> = readonly Column[] | { readonly [K in Column]?: TotalKind | readonly TotalKind[] };

interface ReportDeclaration<
  F extends Fields = Fields,
  R extends Fields = Fields,
  Name extends string = keyof F & string,
  Column extends string = keyof R & string,
> extends Declared<F, Name> {
  /** columns of screen table, PDF, XLSX, CSV and JSON */
  row: R;
  /** levels of headings, from the outermost: rows with equal values stand under one; the query must sort by them */
  groups?: readonly Column[] | ByFilter<F, readonly Column[]>;
  /** which of `row` show, in this order; all of them unless said */
  columns?(filter: Values<F>): readonly Column[];
  /** under each group and under the table: names are summed, else it says what; a count is of the cells that are not empty */
  totals?: Totals<Column> | ByFilter<F, Totals<Column>>;
  matrix?: Matrix<Column>;
  /** what the company calls columns that are its own to name; those that it does not use are not there */
  called?: Called;
}

interface Report<
  F extends Fields = Fields,
  R extends Fields = Fields,
  Name extends string = keyof F & string,
  Column extends string = keyof R & string,
> extends ReportDeclaration<F, R, Name, Column> {
  /** a table (or matrix) of rows, or pages laid out by a template of its own */
  shape: 'table' | 'document';
  /** the filter as `check` wants it */
  filterForm: Form<F, Name>;
}

const filterFormOf = <F extends Fields>({ filter, rules, visibleWhen }: Declared<F>): Form<F> =>
  defineForm({ fields: filter, ...(rules ? { rules } : {}), ...(visibleWhen ? { visibleWhen } : {}) });

/** Declares a report: filter screen, preview, PDF, XLSX, CSV, JSON and tests follow from it. */
export function defineReport<const F extends Fields, const R extends Fields>(declaration: ReportDeclaration<F, R>): Report<F, R> {
  return { ...declaration, shape: 'table', filterForm: filterFormOf(declaration) };
}

/** Declares pages of free form: the module's server half gives their data and the template that lays them out. PDF only. */
export function defineDocument<const F extends Fields>(declaration: Declared<F>): Report<F, Record<never, never>> {
  return { ...declaration, row: {}, shape: 'document', filterForm: filterFormOf(declaration) };
}

/** Reports of any shape, as collections hold them. */
export type AnyReport = Report;

/** The reports that stand in menus for who may emit them: one for each screen. */
export const reportsOffered = (reports: readonly AnyReport[], can: (authority: string) => boolean): AnyReport[] =>
  reports.filter(({ id, menu, choice, authority }) => menu !== false && (!choice || choice.at === id) && can(authority));

/** The reports of the screen at an address below `relatorios`. */
export const reportsAt = (reports: readonly AnyReport[], id: string): AnyReport[] =>
  reports.filter((report) => (report.choice?.at ?? report.id) === id);

/** Under which name the readings of a report stand in the trail, where registries stand under those of their tables. */
export const trailName = ({ id }: Pick<AnyReport, 'id'>): string => `relatorios/${id}`;
