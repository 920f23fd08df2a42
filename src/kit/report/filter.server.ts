import sql, { raw } from 'sql-template-tag';
import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import { narrowingOf, saysBranch } from '#kit/fields/branch.ts';
import type { Fields } from '#kit/fields/field.ts';
import { cellTypeOf } from '#kit/fields/traits.ts';
import { check } from '#kit/form/check.ts';
import type { Format } from '#kit/print/render.server.ts';
import { printable } from '#kit/print/table.ts';
import { strangers } from '#kit/refusal/issues.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { columnIn, quote } from '#kit/registry/names.server.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { formatCell } from '#kit/sheet/format.ts';
import type { Reading } from './report.server.ts';
import type { AnyReport } from './report.ts';

/** A print request: the judged filter and the kind of file. */
export interface Asked {
  filter: Record<string, unknown>;
  format: Format;
}

/** The filter without `pdf` and `formato`, which choose the kind of file. */
export function askedOf(report: AnyReport, body: unknown, acting: Acting): Asked {
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...(body as Record<string, unknown>) } : {};
  const { pdf = true, formato } = given;
  const issues: { field: string; message: string }[] = [];
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    issues.push({ field: '', message: 'Envie o filtro do relatório' });
  if (!Object.hasOwn(report.filter, 'pdf')) {
    if (typeof pdf !== 'boolean') issues.push({ field: 'pdf', message: 'Valor inválido' });
    delete given.pdf;
  }
  if (formato !== undefined && formato !== 'pdf' && formato !== 'xlsx' && formato !== 'csv')
    issues.push({ field: 'formato', message: 'Valor inválido' });
  delete given.formato;
  const format = (formato as Format | undefined) ?? (pdf === false ? 'xlsx' : 'pdf');
  if (report.shape === 'document' && format !== 'pdf')
    issues.push({ field: 'formato', message: 'Este documento existe somente em PDF' });
  issues.push(
    ...strangers(
      Object.keys(given).filter((name) => !Object.hasOwn(report.filter, name)),
      'Campo',
    ),
  );
  const checked = check(report.filterForm, given, worldOf(acting));
  if (!checked.ok) for (const issue of checked.issues) issues.push(issue);
  if (issues.length > 0 || !checked.ok) throw refuse.invalid(issues);
  return { filter: checked.value, format };
}

interface Naming extends Reading {
  lookup: Lookup;
}

/** The filters used, as the head of the report prints them: names, not ids. */
export async function filtersUsed(
  reading: Naming,
  fields: Fields,
  filter: Record<string, unknown>,
  acting: Acting,
): Promise<[string, string][]> {
  const used: [string, string][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = filter[name];
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    if (field.narrows !== undefined) continue;
    const narrowing = narrowingOf(fields, name);
    const shown = field.target
      ? await namesOf(reading, field.target, [value].flat() as number[], acting)
      : printable(field, value);
    const text = formatCell(cellTypeOf(field), shown, field.decimals);
    if (text !== '') used.push([field.label, narrowing ? saysBranch(text, filter[narrowing] === true) : text]);
  }
  return used;
}

const mostNames = 20;

/** The head shows names that its reader may see: an id that somebody typed reveals nothing. */
async function namesOf({ db, lookup, store }: Naming, path: string, ids: number[], acting: Acting): Promise<string> {
  const target = lookup(path);
  const label = raw(`t.${quote(columnIn(target, target.label))}`);
  const scope = target.scope === 'empresa' ? sql`and t.empresa_id = ${acting.empresaId}` : sql``;
  const access = store(path).hooks.where?.(acting);
  const found = await db.query<{ nome: string }>(
    sql`select ${label} as nome from ${raw(quote(target.table))} t where t.id = any(${ids}::bigint[]) ${scope} ${access ? sql`and (${access})` : sql``} order by 1 limit ${mostNames}`,
  );
  const more = ids.length - found.length;
  return found.map(({ nome }) => nome).join(', ') + (found.length === mostNames && more > 0 ? ` e mais ${more}` : '');
}
