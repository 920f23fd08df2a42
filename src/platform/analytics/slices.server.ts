import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import type { Values } from '#kit/fields/field.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { type AnyDashboard, type Dashboard, type Indicator, type Opens, periodText } from '#kit/indicator/indicator.ts';
import { type SliceSource, sliceIn } from '#kit/indicator/slice.server.ts';
import type { Slice } from '#kit/indicator/slice.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Asked, isOwnAlone, judged } from './asked.server.ts';

type Of = Pick<Slice, 'key' | 'column'>;

/** The records behind the slices of one indicator. */
export interface Behind<V> {
  /** their ids; what the key does not name has none */
  ids(asked: Asked<V>, slice: Of): Sql;
  /** the name of a slice whose key is not its name */
  label?(db: Queryable, asked: Asked<V>, key: string): Promise<string | undefined>;
}

type OpenIds<D extends AnyDashboard> = Extract<D['indicators'][number], { opens: Opens }>['id'];
type FilterOf<D> = D extends Dashboard<infer F, Indicator> ? Values<F> : never;

/** One for each indicator whose slices open a list; the compiler demands all of them. */
export type BehindOf<D extends AnyDashboard> = { readonly [K in OpenIds<D>]: Behind<FilterOf<D>> };

/** The slices of a dashboard as restrictions of lists: the same filter, the same people, the same rights as the chart. */
export function slicesOf<D extends AnyDashboard>(dashboard: D, behind: BehindOf<D>): SliceSource {
  const found = (slice: Slice, acting: Acting) => {
    const indicator = dashboard.indicators.find(({ id }: Indicator) => id === slice.indicator) as Indicator | undefined;
    const records = (behind as Readonly<Record<string, Behind<never>>>)[slice.indicator];
    if (!indicator || !records || typeof indicator.opens === 'string')
      throw refuse.invalid([{ field: 'fatia', message: 'Esta fatia de gráfico não existe mais' }]);
    if (!acting.can(dashboard.authority) || (indicator.needs && !acting.can(indicator.needs))) throw refuse.forbidden();
    const { knownFrom } = indicator.opens;
    if (knownFrom && !acting.can(knownFrom.authority)) throw refuse.forbidden();
    const { filter, wanted } = judged(dashboard, acting, slice.filter);
    if (!isOwnAlone(acting, wanted)) throw refuse.notFound();
    const asked: Asked<never> = { filter, acting, companies: [acting.empresaId], parent: null };
    return { indicator, opens: indicator.opens, records, asked };
  };
  return {
    panel: dashboard.id,
    lists: [...new Set(dashboard.indicators.flatMap(({ opens }) => (typeof opens === 'string' ? [] : [opens.list])))],
    where(slice, list, acting) {
      const { opens, records, asked } = found(slice, acting);
      if (opens.list !== list) throw refuse.invalid([{ field: 'fatia', message: 'Esta fatia é de outra lista' }]);
      return sql`t.id in (${records.ids(asked, slice)})`;
    },
    guard: ({ indicator }) => dashboard.indicators.find(({ id }: Indicator) => id === indicator)?.needs,
    async words(db, slice, acting) {
      const { indicator, opens, records, asked } = found(slice, acting);
      const label = records.label ? await records.label(db, asked, slice.key) : slice.key;
      if (label === undefined) throw refuse.notFound();
      const parts = [label, ...(opens.columns?.[slice.column] ? [opens.columns[slice.column]] : [])];
      return `${indicator.title}: ${parts.join(', ')}, ${periodText(indicator, asked.filter)}`;
    },
  };
}

/** `GET /api/fatias?fatia=…`: where the records of a list come from that a slice of a chart opened. */
export function registerSlices(app: FastifyInstance, db: Database, sources: readonly SliceSource[]): void {
  const schema = {
    tags: ['Analytics'],
    summary: 'De que fatia de gráfico vem uma lista',
    response: answers(z.object({ texto: z.string() })),
  };
  app.get('/api/fatias', { config: forUsers, schema }, async (request) => {
    const { fatia } = queryOf(request, { fatia: z.string() });
    const { slice, source } = sliceIn(sources, fatia);
    return { texto: await source.words(db, slice, request.acting) };
  });
}
