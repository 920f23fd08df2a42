import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { type Field, type Fields, holdsMany, holdsNumber, type Values } from '#kit/fields/field.ts';
import { check } from '#kit/form/check.ts';
import { filledIn, tellHourly } from '#kit/history/reading.server.ts';
import type { AnyDashboard, Dashboard, Indicator, IndicatorData, Serie } from '#kit/indicator/indicator.ts';
import { sendTable } from '#kit/print/render.server.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { nomeiaCadastros } from '#platform/audit/log.registry.ts';
import { companiesWith, type NamedCompany } from '#platform/authority/companies-with.server.ts';
import { tableOfIndicator } from './indicator-table.ts';

/** What a query is asked. */
export interface Asked<V> {
  filter: V;
  acting: Acting;
  /** companies that the user may see and chose; all of them when none was chosen */
  companies: readonly number[];
  /** the slice whose children are wanted */
  parent: number | null;
}

type IndicatorQuery<V> = (db: Queryable, asked: Asked<V>) => Promise<IndicatorData>;

type Ids<D extends AnyDashboard> = D['indicators'][number]['id'];
type FilterOf<D> = D extends Dashboard<infer F, Indicator> ? Values<F> : never;

/** One query for each declared indicator; the compiler asks for all of them. */
export type IndicatorQueries<D extends AnyDashboard> = { readonly [K in Ids<D>]: IndicatorQuery<FilterOf<D>> };

interface Reach {
  /** what the user must hold in a company that is not the session's, besides the dashboard's own authority and what its indicators need */
  reach: readonly string[];
}

/** A query string has texts only; a body has the values themselves. */
function typed(field: Field | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (field === undefined || holdsMany(field)) {
    const parts = value === '' ? [] : value.split(',');
    return field?.kind === 'choices' ? parts : parts.map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : part));
  }
  return holdsNumber(field) && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= 1_000 && value.every((id) => Number.isSafeInteger(id) && id > 0);

/** Serves a dashboard below `/api/analytics`: the indicators, their drills, their export and the companies of the filter. */
export function registerDashboard<D extends AnyDashboard>(
  app: FastifyInstance,
  db: Database,
  dashboard: D,
  queries: IndicatorQueries<D>,
  { reach }: Reach,
): void {
  const root = `/api/analytics/${dashboard.id}`;
  const trail = `paineis/${dashboard.id}`;
  nomeiaCadastros({ [trail]: `Painel: ${dashboard.title}` });
  const config = { authority: dashboard.authority };
  const tags = ['Analytics'];
  const indicators: readonly Indicator[] = dashboard.indicators;
  const fields: Fields = dashboard.filter;
  const queryOf = (id: string) => (queries as Readonly<Record<string, IndicatorQuery<never> | undefined>>)[id];

  const companiesFor = async (acting: Acting) => {
    const needed = indicators.flatMap(({ needs }) => (needs && acting.can(needs) ? [needs] : []));
    const among = companiesWith(acting.usuarioId, [...new Set([dashboard.authority, ...reach, ...needed])]);
    const found = await db.query<NamedCompany>(sql`select c.id, c.nome from ${among} c order by c.nome_ord, c.id`);
    const own = { id: acting.empresaId, nome: acting.empresaNome };
    return found.some(({ id }) => id === own.id) ? found : [own, ...found];
  };

  /** Judges the filter; `extra` are names that the caller reads itself. */
  async function askedOf(request: FastifyRequest, given: unknown, extra: readonly string[]): Promise<Asked<never>> {
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw refuse.invalid([{ field: '', message: 'Envie o filtro' }]);
    const { acting } = request;
    const issues: Issue[] = [];
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      if (extra.includes(name)) continue;
      if (name !== 'empresasIds' && !Object.hasOwn(fields, name))
        issues.push({ field: name.slice(0, 60), message: 'Parâmetro desconhecido' });
      else values[name] = typed(fields[name], value);
    }
    const { empresasIds = [], ...rest } = values;
    const filter = { ...dashboard.start?.(acting.today), ...withoutEmpty(rest) };
    const checked = check(dashboard.filterForm, filter, worldOf(acting));
    if (!checked.ok) for (const issue of checked.issues) issues.push(issue);
    const wanted = empresasIds ?? [];
    if (!isIds(wanted)) issues.push({ field: 'empresasIds', message: 'Valor inválido' });
    if (issues.length > 0 || !checked.ok || !isIds(wanted)) throw refuse.invalid(issues);
    const companies = wanted.length === 0 ? [acting.empresaId] : await chosen(acting, wanted);
    if (companies.length > 1 || companies[0] !== acting.empresaId)
      for (const name of dashboard.ownOnly ?? []) {
        const value: unknown = (checked.value as Record<string, unknown>)[name];
        if (Array.isArray(value) && value.length > 0)
          issues.push({ field: name, message: 'Só pode ser usado quando a empresa da sessão é a única escolhida' });
      }
    if (issues.length > 0) throw refuse.invalid(issues);
    return { filter: checked.value as never, acting, companies, parent: null };
  }

  async function chosen(acting: Acting, wanted: readonly number[]): Promise<number[]> {
    const ids = [...new Set(wanted)];
    if (ids.length === 1 && ids[0] === acting.empresaId) return ids;
    const offered = new Set((await companiesFor(acting)).map(({ id }) => id));
    // A company that is not one's own does not exist, as in a list.
    if (ids.some((id) => !offered.has(id))) throw refuse.notFound();
    return ids;
  }

  async function answer(id: string, asked: Asked<never>): Promise<IndicatorData> {
    const query = queryOf(id);
    if (!query) throw refuse.notFound();
    const data = await query(db, asked);
    const indicator = indicators.find((one) => one.id === id);
    // Figures that are not for everybody are told as guarded columns are.
    if (indicator?.needs)
      await tellHourly(db, asked.acting, {
        table: trail,
        columns: [indicator.title],
        filters: filledIn(fields, asked.filter),
      });
    return data;
  }

  const allowed = (acting: Acting) => indicators.filter(({ needs }) => !needs || acting.can(needs));

  /** One indicator that exists and that the user may see. */
  function named(acting: Acting, id: unknown): Indicator {
    const indicator = indicators.find((one) => one.id === id);
    if (!indicator) throw refuse.invalid([{ field: 'indicador', message: 'Indicador desconhecido' }]);
    if (indicator.needs && !acting.can(indicator.needs)) throw refuse.forbidden();
    return indicator;
  }

  async function whole(request: FastifyRequest, given: unknown) {
    const { indicadores, ...rest } = (given ?? {}) as Record<string, unknown>;
    const asked = await askedOf(request, rest, []);
    const ids = typeof indicadores === 'string' ? indicadores.split(',') : indicadores;
    if (ids !== undefined && !(Array.isArray(ids) && ids.length <= 50))
      throw refuse.invalid([{ field: 'indicadores', message: 'Valor inválido' }]);
    const wanted = ids === undefined ? allowed(asked.acting) : (ids as unknown[]).map((id) => named(asked.acting, id));
    const result: Record<string, IndicatorData> = {};
    // One after the other: a dashboard must not hold the whole pool. The screen asks for each by itself.
    for (const { id } of wanted) result[id] = await answer(id, asked);
    return result;
  }

  if (dashboard.method === 'GET')
    app.get(root, { config, schema: { tags, summary: dashboard.title } }, (request) => whole(request, request.query));
  else
    app.post(root, { config, schema: { tags, summary: dashboard.title } }, (request) => {
      if (
        request.body !== undefined &&
        request.body !== null &&
        (typeof request.body !== 'object' || Array.isArray(request.body))
      )
        throw refuse.invalid([{ field: '', message: 'Envie o filtro' }]);
      return whole(request, request.body);
    });

  app.get(`${root}/empresas`, { config, schema: { tags, summary: `${dashboard.title}: empresas do filtro` } }, (request) =>
    companiesFor(request.acting),
  );

  app.get(
    `${root}/exportar`,
    { config, schema: { tags, summary: `${dashboard.title}: dados de um indicador (XLSX ou CSV)` } },
    async (request, reply) => {
      const given = request.query as Record<string, unknown>;
      const { indicador, formato = 'xlsx', pai } = given;
      const asked = await askedOf(request, given, ['indicador', 'formato', 'pai']);
      if (formato !== 'xlsx' && formato !== 'csv') throw refuse.invalid([{ field: 'formato', message: 'Valor inválido' }]);
      const indicator = named(asked.acting, indicador);
      const data = await answer(indicator.id, { ...asked, parent: pai === undefined ? null : idIn('pai', pai) });
      return sendTable(reply, {
        format: formato,
        table: tableOfIndicator(indicator, data),
        frame: () => Promise.reject(new Error('an indicator is not printed as PDF')),
      });
    },
  );

  for (const indicator of indicators) {
    const { drill } = indicator;
    if (drill?.to !== 'children') continue;
    app.get(
      `${root}/${drill.path}`,
      { config, schema: { tags, summary: `${indicator.title}: áreas filhas` } },
      async (request): Promise<readonly Serie[]> => {
        const given = request.query as Record<string, unknown>;
        const asked = await askedOf(request, given, [drill.param]);
        named(asked.acting, indicator.id);
        return (await answer(indicator.id, { ...asked, parent: idIn(drill.param, given[drill.param]) })).series;
      },
    );
  }
}

function idIn(name: string, value: unknown): number {
  if (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw refuse.invalid([{ field: name, message: 'Valor inválido' }]);
}

/** What stands empty in the filter is as if it were not there, so that its own start counts. */
const withoutEmpty = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined && value !== null));
