import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { check } from '#kit/form/check.ts';
import type { AnyDashboard, Indicator } from '#kit/indicator/indicator.ts';
import { type Issue, strangers } from '#kit/refusal/issues.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { companiesWith, type NamedCompany } from '#platform/authority/companies-with.server.ts';
import { filterValue } from './filter-value.ts';

/** The input of an indicator's query. */
export interface Asked<V> {
  filter: V;
  acting: Acting;
  /** the chosen companies that the user may see; all of them when none was chosen */
  companies: readonly number[];
  /** the slice whose children are requested */
  parent: number | null;
}

export interface Reach {
  /** the authorities that the user needs in other companies, besides the dashboard's own and those of its indicators */
  reach: readonly string[];
}

/** The values of a query string are texts; a body has typed values. */
const typed = (field: Field | undefined, value: unknown): unknown =>
  typeof value === 'string' ? filterValue(field, value) : value;

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= 1_000 && value.every((id) => Number.isSafeInteger(id) && id > 0);

/** Reads the request of a dashboard: its judged filter, and the companies that the user may see. */
export function createAsking(db: Database, dashboard: AnyDashboard, { reach }: Reach) {
  const indicators: readonly Indicator[] = dashboard.indicators;

  const companiesFor = async (acting: Acting) => {
    const needed = indicators.flatMap(({ needs }) => (needs && acting.can(needs) ? [needs] : []));
    const among = companiesWith(acting, [...new Set([dashboard.authority, ...reach, ...needed])]);
    const found = await db.query<NamedCompany>(sql`select c.id, c.nome from ${among} c order by c.nome_ord, c.id`);
    const own = { id: acting.empresaId, nome: acting.empresaNome };
    return found.some(({ id }) => id === own.id) ? found : [own, ...found];
  };

  /** The filter and the companies of a request; `extra` are names that the caller reads itself. */
  async function askedOf({ acting }: FastifyRequest, given: unknown, extra: readonly string[]): Promise<Asked<never>> {
    const { filter, wanted } = judged(dashboard, acting, given, extra);
    return { filter, acting, companies: wanted.length === 0 ? [acting.empresaId] : await chosen(acting, wanted), parent: null };
  }

  async function chosen(acting: Acting, wanted: readonly number[]): Promise<number[]> {
    const ids = [...new Set(wanted)];
    if (ids.length === 1 && ids[0] === acting.empresaId) return ids;
    const offered = new Set((await companiesFor(acting)).map(({ id }) => id));
    // A company out of the user's reach is a 404, as in a list.
    if (ids.some((id) => !offered.has(id))) throw refuse.notFound();
    return ids;
  }

  return { companiesFor, askedOf };
}

/** Judges the filter of a dashboard; `extra` are names that the caller reads itself. */
export function judged(
  dashboard: AnyDashboard,
  acting: Acting,
  given: unknown,
  extra: readonly string[] = [],
): { filter: never; wanted: readonly number[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse.invalid([{ field: '', message: 'Envie o filtro' }]);
  const fields: Fields = dashboard.filter;
  const isKnown = (name: string) => name === 'empresasIds' || Object.hasOwn(fields, name);
  const asked = Object.entries(given).filter(([name]) => !extra.includes(name));
  const issues: Issue[] = strangers(asked.map(([name]) => name).filter((name) => !isKnown(name)));
  const values: Record<string, unknown> = {};
  for (const [name, value] of asked) if (isKnown(name)) values[name] = typed(fields[name], value);
  const { empresasIds = [], ...rest } = values;
  const filter = { ...dashboard.start?.(acting.today), ...withoutEmpty(rest) };
  const checked = check(dashboard.filterForm, filter, worldOf(acting));
  if (!checked.ok) for (const issue of checked.issues) issues.push(issue);
  const wanted = empresasIds ?? [];
  if (!isIds(wanted)) issues.push({ field: 'empresasIds', message: 'Valor inválido' });
  if (issues.length > 0 || !checked.ok || !isIds(wanted)) throw refuse.invalid(issues);
  if (!isOwnAlone(acting, wanted))
    for (const name of dashboard.ownOnly ?? []) {
      const value: unknown = (checked.value as Record<string, unknown>)[name];
      if (Array.isArray(value) && value.length > 0)
        issues.push({ field: name, message: 'Só pode ser usado quando a empresa da sessão é a única escolhida' });
    }
  if (issues.length > 0) throw refuse.invalid(issues);
  return { filter: checked.value as never, wanted };
}

/** Whether the only company of a dashboard is the session's. */
export const isOwnAlone = ({ empresaId }: Acting, companies: readonly number[]): boolean =>
  companies.every((id) => id === empresaId);

/** Leaves empty fields of the filter out, so that their default counts. */
const withoutEmpty = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined && value !== null));
