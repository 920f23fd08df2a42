import { program } from '#kit/acting/world.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { kinds } from '#kit/fields/kinds.ts';
import type { AnyReport } from '#kit/report/report.ts';
import type { Client } from './test-app.server.ts';

const LONG_AGO = -2_000;
/** A document of more people than a few becomes a task. */
const MOST_IN_DOCUMENT = 2;

const idsOf = async (client: Client, field: Field): Promise<number[]> => {
  const { body } = await client('GET', `/api/${field.target}/opcoes`);
  return (body as { id: number }[]).map(({ id }) => id);
};

const idsFor = ({ shape }: AnyReport, { max }: Field, ids: number[]) =>
  ids.slice(0, Math.min(max ?? ids.length, shape === 'document' ? MOST_IN_DOCUMENT : ids.length));

/**
 * For tests: a filter that matches all seeded data. It has the screen's initial values, but periods of years; required lists
 * contain everything that `client` may choose.
 */
export async function widestFilter(client: Client, report: AnyReport): Promise<Record<string, unknown>> {
  const { filter: fields, defaults } = report;
  const filter: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<Field>(fields as Fields)) {
    const asks = field.required || (field.min ?? 0) > 0;
    if (field.kind === 'refs') filter[name] = asks ? idsFor(report, field, await idsOf(client, field)) : [];
    else if (field.kind === 'ref') {
      // Two references to records of one registry are to different ones.
      const taken = Object.values(filter);
      filter[name] = asks ? (await idsOf(client, field)).find((id) => !taken.includes(id)) : null;
    } else if (field.kind === 'choices' && asks) filter[name] = Object.keys(field.options ?? {});
    else filter[name] = field.initial ?? (field.required ? kinds[field.kind].sample(field, 0) : null);
  }
  Object.assign(filter, defaults?.({ today: today(), settings: {}, can: program }));
  return 'dataIni' in filter && fields.dataIni?.required
    ? { ...filter, dataIni: addDays(today(), LONG_AGO), dataFim: today() }
    : filter;
}

/** The same filter with every list filled, because rules across fields may require one that its own field leaves optional. */
export async function filledFilter(client: Client, report: AnyReport): Promise<Record<string, unknown>> {
  const filter = await widestFilter(client, report);
  for (const [name, field] of Object.entries<Field>(report.filter))
    if (field.kind === 'refs') filter[name] = idsFor(report, field, await idsOf(client, field));
  return filter;
}
