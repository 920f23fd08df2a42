import type { Fields, Values } from '#kit/fields/field.ts';
import type { Context, Registry } from '#kit/registry/registry.ts';

export interface ReportDeclaration<F extends Fields = Fields, R extends Fields = Fields> {
  /** last part of the address: `/<module>/relatorios/<id>` */
  id: string;
  title: string;
  authority: `ROLE_REL_${string}`;
  /** draws the filter form and is judged by `check`, as a record is */
  filter: F;
  /** columns of screen table, PDF, XLSX, CSV and JSON */
  row: R;
  /** rows with equal values stand under one heading; the query must sort by it */
  group?: keyof R & string;
  /** columns summed under each group and under the table */
  totals?: readonly (keyof R & string)[];
  orientation?: 'portrait' | 'landscape';
  rules?(filter: Values<F>, context: Context): Iterable<{ field: string; message: string }>;
}

export interface Report<F extends Fields = Fields, R extends Fields = Fields> extends ReportDeclaration<F, R> {
  /** the filter as `check` wants it */
  filterForm: Registry<F>;
}

/** Declares a report: filter screen, preview, PDF, XLSX, CSV, JSON and tests follow from it. */
export function defineReport<const F extends Fields, const R extends Fields>(declaration: ReportDeclaration<F, R>): Report<F, R> {
  const { id, title, filter, rules } = declaration;
  const names = Object.keys(filter) as (keyof F & string)[];
  const label = names[0] ?? ('' as keyof F & string);
  return {
    ...declaration,
    filterForm: {
      id,
      title,
      singular: title,
      authority: 'ROLE_CAD_',
      scope: 'global',
      fields: filter,
      columns: [],
      search: [],
      filters: [],
      table: '',
      label,
      sort: { field: label, order: 'asc' },
      ...(rules ? { rules } : {}),
    },
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- `rules` is contravariant in its fields; a collection cannot name them all
export type AnyReport = Report<any, any>;
