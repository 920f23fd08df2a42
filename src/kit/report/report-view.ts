import type { World } from '#kit/acting/world.ts';
import type { Fields } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import type { ViewContent } from '#kit/query/saved-view.ts';
import type { AnyReport } from './report.ts';

const isOpen = (report: AnyReport, name: string, can: World['can']): boolean => {
  const row: Fields = report.row;
  return Object.hasOwn(row, name) && !isHidden(row[name], can);
};

/** The columns of a saved layout that the report still has and its reader may see. */
export const reportColumns = (report: AnyReport, colunas: readonly string[], can: World['can']): string[] =>
  colunas.filter((name) => isOpen(report, name, can));

/** A saved layout as this reader may have it: without filters that the report has no more, nor columns that they may not see. */
export function reportViewFor<V extends ViewContent>(report: AnyReport, view: V, can: World['can']): V {
  const filter: Fields = report.filter;
  const row: Fields = report.row;
  const told = [...new URLSearchParams(view.query)].filter(([name, text]) => {
    const field = Object.hasOwn(filter, name) ? filter[name] : undefined;
    if (!field) return false;
    // An order or a group by a column names it.
    return !(field.kind === 'choice' && Object.hasOwn(row, text) && !isOpen(report, text, can));
  });
  return {
    ...view,
    query: new URLSearchParams(told).toString(),
    colunas: view.colunas && reportColumns(report, view.colunas, can),
  };
}
