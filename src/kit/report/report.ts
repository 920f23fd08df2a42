import type { Called } from '#kit/fields/called.ts';
import type { Fields, Values } from '#kit/fields/field.ts';
import { type Context, defineForm, type Form } from '#kit/form/form.ts';
import type { TotalKind } from '#kit/sheet/column.ts';

/**
 * A value, or a function of the filter; written as a method, so that a report of certain fields is assignable to a report of any.
 */
type ByFilter<F extends Fields, A> = { of(filter: Values<F>): A }['of'];

/** A table whose further columns come from the rows: one row of the query is one cell. */
export interface Matrix<Column extends string = string> {
  /** alias of the query: cells with the same value form one line of the matrix; the query sorts them together */
  key: string;
  /** its values are the column headings, in the order of the query's `columns` or, without it, of their text */
  column: Column;
  /** the alias with the value of a cell */
  value: Column;
  /** one more column at the end of each line */
  end?: { kind: TotalKind; label: string };
}

/** The same report at another address, with its filter in the query string, or in the body; `:name` in the path is the filter's `name`. */
interface AlsoAt {
  /** below the module: `areas-organizacionais/relatorio` */
  path: string;
  /** GET when not said */
  method?: 'POST';
  format: 'pdf' | 'json';
}

interface Declared<F extends Fields, Name extends string = keyof F & string> {
  /** last part of the address: `/<module>/relatorios/<id>` */
  id: string;
  title: string;
  /** what it shows, in a sentence, for the module's page of reports */
  description?: string;
  authority: `ROLE_${string}`;
  /** the fields of the filter form, judged by `check` like a record */
  filter: F;
  orientation?: 'portrait' | 'landscape';
  rules?(filter: Values<F>, context: Context): Iterable<{ field: string; message: string }>;
  /** filters that show, and count, depending on other filters */
  visibleWhen?: Form<F, Name>['visibleWhen'];
  /** initial values of the filter beyond the fields' own `initial`: periods that end today */
  defaults?(context: Context): Partial<Values<F>>;
  also?: AlsoAt;
  /** false: reached from another screen, not from the module's page of reports */
  menu?: boolean;
  /** a reader without the authority sees less, which an empty result tells them in this sentence */
  limited?: { without: `ROLE_${string}`; says: string };
  /** the heading of the printed report, when the filter changes it from `title` */
  titleOf?(filter: Values<F>): string | null;
  /** filters that the head of the printed report leaves out, because the table shows them */
  unheaded?: readonly Name[];
  /** several reports of one screen (Detalhado/Resumido): the report whose address they share, and the label of this one */
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
  /** levels of headings, from the outermost: rows with equal values have one heading; the query must sort by them */
  groups?: readonly Column[] | ByFilter<F, readonly Column[]>;
  /** the columns of `row` to show, in this order; by default all */
  columns?(filter: Values<F>): readonly Column[];
  /** the columns of `row` whose values its order tells, also where they are not shown */
  orderedBy?(filter: Values<F>): readonly Column[];
  /**
   * totals under each group and under the table: listed names are summed, an object gives the kind; a count is of the cells that
   * are not empty
   */
  totals?: Totals<Column> | ByFilter<F, Totals<Column>>;
  /** true: a line ends each group with the number of its records, also where no column has a total */
  countsGroups?: ByFilter<F, boolean>;
  matrix?: Matrix<Column>;
  /** the company's titles of columns; columns that it does not use are left out */
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
  /** the filter as a form that `check` judges */
  filterForm: Form<F, Name>;
}

const filterFormOf = <F extends Fields>({ filter, rules, visibleWhen }: Declared<F>): Form<F> =>
  defineForm({ fields: filter, ...(rules ? { rules } : {}), ...(visibleWhen ? { visibleWhen } : {}) });

/** Declares a report: filter screen, preview, PDF, XLSX, CSV, JSON and tests follow from it. */
export function defineReport<const F extends Fields, const R extends Fields>(declaration: ReportDeclaration<F, R>): Report<F, R> {
  return { ...declaration, shape: 'table', filterForm: filterFormOf(declaration) };
}

/** Declares a document: the module's server half gives its data and the template that lays them out. PDF only. */
export function defineDocument<const F extends Fields>(declaration: Declared<F>): Report<F, Record<never, never>> {
  return { ...declaration, row: {}, shape: 'document', filterForm: filterFormOf(declaration) };
}

/** Reports of any shape, as collections hold them. */
export type AnyReport = Report;

/** The reports that menus offer to whoever may run them: one for each screen. */
export const reportsOffered = (reports: readonly AnyReport[], can: (authority: string) => boolean): AnyReport[] =>
  reports.filter(({ id, menu, choice, authority }) => menu !== false && (!choice || choice.at === id) && can(authority));

/** The reports of the screen at an address below `relatorios`. */
export const reportsAt = (reports: readonly AnyReport[], id: string): AnyReport[] =>
  reports.filter((report) => (report.choice?.at ?? report.id) === id);

/** The name under which the trail records readings of a report; registries use those of their tables. */
export const trailName = ({ id }: Pick<AnyReport, 'id'>): string => `relatorios/${id}`;
