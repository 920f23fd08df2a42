import type { Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Store } from '#kit/store/store.server.ts';

/** The one query of a report: column aliases are the names of its `row`; `acting` gives the company. */
// oxlint-disable-next-line typescript/no-explicit-any -- each query knows the shape of its own filter, which `check` has proven
export type ReportQuery = (filter: any, acting: Acting) => Sql;

/**
 * A matrix with more columns than its cells show, or in an order other than their text's: `columns` answers one row each, with a
 * single alias.
 */
export interface MatrixQuery {
  columns: ReportQuery;
  cells: ReportQuery;
}

/** The source of a document's data: a store shows only what the acting user may see. */
export interface Reading {
  db: Database;
  /** the store of a registry, by `module/slug` */
  store(path: string): Store;
}

/** The data of a document for its template, or null when there is nothing to print. */
export interface DocumentQuery {
  /** the Typst file beside the report: `new URL('./x.typ', import.meta.url)` */
  template: URL;
  /** whether so much is asked for that it becomes a task before anything is read */
  // oxlint-disable-next-line typescript/no-explicit-any -- as below
  isLong?(filter: any): boolean;
  /** false: the document itself shows everything in the filter */
  filters?: false;
  /** `titulo` names the document and its file; the report's own title unless said */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  data(reading: Reading, filter: any, acting: Acting): Promise<Record<string, unknown> | null>;
}

export type ReportSource = ReportQuery | MatrixQuery | DocumentQuery;

export const isDocument = (source: ReportSource): source is DocumentQuery => 'template' in source;
