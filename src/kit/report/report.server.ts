import type { Sql } from 'sql-template-tag';
import type { Acting } from '#kit/registry/acting.server.ts';

/** The one query of a report: column aliases are the names of its `row`; company scope comes from `acting`. */
// oxlint-disable-next-line typescript/no-explicit-any -- each query knows the shape of its own filter, which `check` has proven
export type ReportQuery = (filter: any, acting: Acting) => Sql;
