import { program, type World } from '#kit/acting/world.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import { guardedOf, isHidden } from '#kit/fields/sensitive.ts';
import { tableOf } from '#kit/print/table.ts';
import type { Column, Row, TotalKind } from '#kit/sheet/column.ts';
import type { AnyReport } from './report.ts';

/** The content of a report for one filter and one reader. */
export interface Shape {
  columns: Column[];
  groups: { key: string; label: string }[];
  /** each group ends with the number of its records */
  countsGroups: boolean;
  /** labels of the guarded columns that it shows, or tells by its order: the trail records the reading */
  guarded: string[];
  /** a record of the query in printed form */
  row(record: Readonly<Record<string, unknown>>): Row;
}

type Totals = Readonly<Record<string, readonly TotalKind[]>>;

function totalsFor({ totals: declared = [] }: AnyReport, filter: Readonly<Record<string, unknown>>): Totals {
  const totals = typeof declared === 'function' ? declared(filter) : declared;
  if (Array.isArray(totals)) return Object.fromEntries(totals.map((name: string) => [name, ['sum'] as const]));
  return Object.fromEntries(
    Object.entries(totals as Record<string, TotalKind | readonly TotalKind[]>).map(([name, kinds]) => [
      name,
      typeof kinds === 'string' ? [kinds] : kinds,
    ]),
  );
}

/** Groups and columns of a report for a filter; columns that the reader has no authority for are left out. */
export function shapeOf(report: AnyReport, filter: Readonly<Record<string, unknown>>, { can, settings }: World): Shape {
  const fields = fieldsIn({ fields: report.row, called: report.called }, settings);
  const may = (name: string) => !fields[name]?.unused && !isHidden(fields[name], can);
  const declared: readonly string[] =
    typeof report.groups === 'function' ? report.groups(filter as never) : (report.groups ?? []);
  const groups = declared.filter(may);
  const rest: readonly string[] = report.columns?.(filter) ?? Object.keys(fields);
  const names = [...groups, ...rest.filter((name) => !declared.includes(name) && may(name))];
  const { columns, row } = tableOf(fields, names, totalsFor(report, filter));
  const guarded = guardedOf(fields, [...names, ...(report.orderedBy?.(filter as never) ?? []).filter(may)], program);
  const countsGroups = report.countsGroups?.(filter as never) === true;
  return { columns, row, guarded, countsGroups, groups: groups.map((key) => ({ key, label: fields[key]?.label ?? '' })) };
}
