import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Fields, Values } from '#kit/fields/field.ts';
import { filledIn, tellHourly } from '#kit/history/reading.server.ts';
import { answers, download, named } from '#kit/http/openapi.server.ts';
import type { AnyDashboard, Dashboard, Indicator, IndicatorData, Serie } from '#kit/indicator/indicator.ts';
import type { Services } from '#kit/module/module.server.ts';
import { sendTable } from '#kit/print/render.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { nomeiaCadastros } from '#platform/audit/log.registry.ts';
import { type Asked, createAsking, isOwnAlone, type Reach } from './asked.server.ts';
import { indicatorAnswer, serieAnswer } from './indicator-answer.server.ts';
import { tableOfIndicator } from './indicator-table.ts';

type IndicatorQuery<V> = (db: Queryable, asked: Asked<V>) => Promise<IndicatorData>;

type Ids<D extends AnyDashboard> = D['indicators'][number]['id'];
type FilterOf<D> = D extends Dashboard<infer F, Indicator> ? Values<F> : never;

/** One query for each declared indicator; the compiler demands all of them. */
export type IndicatorQueries<D extends AnyDashboard> = { readonly [K in Ids<D>]: IndicatorQuery<FilterOf<D>> };

/** Serves a dashboard below `/api/analytics`: the indicators, their drills, their export and the companies of the filter. */
export function registerDashboard<D extends AnyDashboard>(
  app: FastifyInstance,
  { db, lookup }: Pick<Services, 'db' | 'lookup'>,
  dashboard: D,
  queries: IndicatorQueries<D>,
  reach: Reach,
): void {
  const root = `/api/analytics/${dashboard.id}`;
  const trail = `paineis/${dashboard.id}`;
  nomeiaCadastros({ [trail]: `Painel: ${dashboard.title}` });
  const config = { authority: dashboard.authority, reads: true, wide: true } as const;
  const tags = ['Analytics'];
  const indicators: readonly Indicator[] = dashboard.indicators;
  const fields: Fields = dashboard.filter;
  const queryOf = (id: string) => (queries as Readonly<Record<string, IndicatorQuery<never> | undefined>>)[id];

  const { companiesFor, askedOf } = createAsking(db, dashboard, reach);

  async function answer(id: string, asked: Asked<never>): Promise<IndicatorData> {
    const query = queryOf(id);
    if (!query) throw refuse.notFound();
    const data = await query(db, asked);
    const indicator = indicators.find((one) => one.id === id);
    // Reading restricted figures is recorded like reading guarded columns.
    if (indicator?.needs)
      await tellHourly(db, asked.acting, {
        table: trail,
        columns: [indicator.title],
        filters: filledIn(fields, asked.filter),
      });
    return { ...data, ...closedOf(indicator, asked), ...unseenOf(data, indicator, asked) };
  }

  /** An empty picture of records that the reader may not open says so: others may see numbers in it. */
  function unseenOf({ series, aviso }: IndicatorData, indicator: Indicator | undefined, { acting }: Asked<never>) {
    const opens = indicator?.opens;
    if (series.length > 0 || aviso !== undefined || opens === undefined || typeof opens === 'string') return {};
    const { authority, title } = lookup(opens.list);
    return acting.can(authority) ? {} : { aviso: `Você não tem acesso à lista ${title}.` };
  }

  /** Why the slices open nothing for this reader, or for this choice of companies. */
  function closedOf(indicator: Indicator | undefined, { acting, companies }: Asked<never>): Pick<IndicatorData, 'fechado'> {
    const opens = indicator?.opens;
    if (opens === undefined) return {};
    if (typeof opens === 'string') return { fechado: opens };
    for (const { authority, title } of [lookup(opens.list), ...(opens.knownFrom ? [opens.knownFrom] : [])])
      if (!acting.can(authority)) return { fechado: `Você não tem acesso à lista ${title}.` };
    if (!isOwnAlone(acting, companies))
      return { fechado: 'Com outras empresas no filtro as fatias não abrem listas: cada lista é de uma empresa.' };
    return {};
  }

  const allowed = (acting: Acting) => indicators.filter(({ needs }) => !needs || acting.can(needs));

  /** One indicator that exists and that the user may see. */
  function indicatorOf(acting: Acting, id: unknown): Indicator {
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
    const wanted = ids === undefined ? allowed(asked.acting) : (ids as unknown[]).map((id) => indicatorOf(asked.acting, id));
    const result: Record<string, IndicatorData> = {};
    // One after the other: a dashboard must not occupy the whole pool. The screen requests each indicator by itself.
    for (const { id } of wanted) result[id] = await answer(id, asked);
    return result;
  }

  const figures = indicatorAnswer(app);
  const response = answers({
    type: 'object',
    properties: Object.fromEntries(indicators.map(({ id, title }) => [id, { title, ...figures }])),
    additionalProperties: false,
  });
  if (dashboard.method === 'GET')
    app.get(root, { config, schema: { tags, summary: dashboard.title, response } }, (request) => whole(request, request.query));
  else
    app.post(root, { config, schema: { tags, summary: dashboard.title, response } }, (request) => {
      if (
        request.body !== undefined &&
        request.body !== null &&
        (typeof request.body !== 'object' || Array.isArray(request.body))
      )
        throw refuse.invalid([{ field: '', message: 'Envie o filtro' }]);
      return whole(request, request.body);
    });

  app.get(
    `${root}/empresas`,
    { config, schema: { tags, summary: `${dashboard.title}: empresas do filtro`, response: answers(z.array(named)) } },
    (request) => companiesFor(request.acting),
  );

  app.get(
    `${root}/exportar`,
    {
      config,
      schema: {
        tags,
        summary: `${dashboard.title}: dados de um indicador (XLSX ou CSV)`,
        response: { 200: download(['xlsx', 'csv']) },
      },
    },
    async (request, reply) => {
      const given = request.query as Record<string, unknown>;
      const { indicador, formato = 'xlsx', pai } = given;
      const asked = await askedOf(request, given, ['indicador', 'formato', 'pai']);
      if (formato !== 'xlsx' && formato !== 'csv') throw refuse.invalid([{ field: 'formato', message: 'Valor inválido' }]);
      const indicator = indicatorOf(asked.acting, indicador);
      const data = await answer(indicator.id, { ...asked, parent: pai === undefined ? null : idIn('pai', pai) });
      return sendTable(reply, {
        format: formato,
        table: tableOfIndicator(indicator, data, asked.filter),
        frame: () => Promise.reject(new Error('an indicator is not printed as PDF')),
      });
    },
  );

  for (const indicator of indicators) {
    const { drill } = indicator;
    if (drill?.to !== 'children') continue;
    app.get(
      `${root}/${drill.path}`,
      { config, schema: { tags, summary: `${indicator.title}: áreas filhas`, response: answers(z.array(serieAnswer)) } },
      async (request): Promise<readonly Serie[]> => {
        const given = request.query as Record<string, unknown>;
        const asked = await askedOf(request, given, [drill.param]);
        indicatorOf(asked.acting, indicator.id);
        return (await answer(indicator.id, { ...asked, parent: idIn(drill.param, given[drill.param]) })).series;
      },
    );
  }
}

function idIn(name: string, value: unknown): number {
  if (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw refuse.invalid([{ field: name, message: 'Valor inválido' }]);
}
