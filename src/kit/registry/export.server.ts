import type { FastifyInstance } from 'fastify';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { Refusal, refuse } from '#kit/http/refusal.ts';
import type { JobHandler } from '#kit/jobs/jobs.server.ts';
import { type Format, fileTable, sendTable } from '#kit/report/render.server.ts';
import type { Printing } from '#kit/report/run.server.ts';
import { tableOf } from '#kit/report/table.ts';
import type { Row, Table } from '#kit/sheet/column.ts';
import type { Acting } from './acting.server.ts';
import { parseListQuery } from './list-query.ts';
import { columnOf, isReference, quote } from './names.server.ts';
import type { AnyRegistry, Issue } from './registry.ts';
import { type Lookup, listed } from './select.server.ts';
import type { Record_, Store } from './store.server.ts';

export const EXPORT_JOB = 'exportacao';
/** Rows that a request exports itself; more becomes a task. */
export const MOST_ROWS_AT_ONCE = 5_000;

/** The columns asked for, or the list's own and then every other field that a list answers; sensitive ones only for those who may edit them. */
function namesFor(registry: AnyRegistry, acting: Acting, asked: unknown, issues: Issue[]): string[] {
  const fields: Fields = registry.fields;
  const mayAll = acting.can(`${registry.authority}_EDITAR`);
  const all = [...new Set<string>([...registry.columns, ...listed(registry)])].filter(
    (name) => !fields[name]?.sensitive || mayAll,
  );
  if (asked === undefined || asked === '')
    return all.filter((name) => fields[name]?.kind !== 'file' && fields[name]?.kind !== 'image');
  const names = [...new Set((Array.isArray(asked) ? asked.join(',') : (asked as string)).split(','))];
  if (names.some((name) => !all.includes(name))) issues.push({ field: 'colunas', message: 'Coluna desconhecida' });
  return names.filter((name) => all.includes(name));
}

/** Bare ids of references become names: one question a target and batch. */
async function nameIds(
  db: Queryable,
  fields: Fields,
  names: readonly string[],
  lookup: Lookup,
  acting: Acting,
  rows: Record_[],
): Promise<void> {
  for (const name of names) {
    const field = fields[name];
    if (!field?.asId || !(isReference(field) || field.kind === 'refs')) continue;
    const ids = [...new Set(rows.flatMap((row) => row[name] as number | number[] | null).filter((id) => id !== null))];
    if (ids.length === 0) continue;
    const target = lookup(field.target ?? '');
    const scope = target.scope === 'empresa' ? 'and empresa_id = $2' : '';
    const found = await db.query<{ id: number; nome: string }>({
      text: `select id, ${quote(columnOf(target.label, target.fields[target.label]))} as nome from ${quote(target.table)} where id = any($1::bigint[]) ${scope}`,
      values: scope ? [ids, acting.empresaId] : [ids],
    });
    const named = new Map(found.map(({ id, nome }) => [id, nome]));
    const one = (id: unknown) => named.get(id as number) ?? null;
    for (const row of rows) row[name] = Array.isArray(row[name]) ? row[name].map(one) : one(row[name]);
  }
}

function drawingOf(
  { db, lookup }: Printing,
  store: Store,
  acting: Acting,
  given: Record<string, unknown>,
): { format: Format; table: Table; frame: () => Promise<never> } {
  const { registry, hooks } = store;
  const { formato = 'xlsx', colunas, ...list } = given;
  const { query, issues } = parseListQuery(registry, list, hooks.extraQuery);
  if (formato !== 'xlsx' && formato !== 'csv') issues.push({ field: 'formato', message: 'Valor inválido' });
  const names = namesFor(registry, acting, colunas, issues);
  if (issues.length > 0) throw refuse.invalid(issues);
  const { columns, row } = tableOf(registry.fields, names);
  const extra = hooks.extraWhere?.(list, acting);
  async function* rows(): AsyncGenerator<Row[]> {
    for await (const batch of store.stream(db, acting, query, extra)) {
      await nameIds(db, registry.fields, names, lookup, acting, batch);
      yield batch.map(row);
    }
  }
  const frame = () => Promise.reject(new Error('a list is not printed as PDF'));
  return { format: formato as Format, table: { title: registry.title, columns, rows: rows() }, frame };
}

/** `GET <path>/exportar?formato=xlsx|csv&colunas=a,b&<the list's own query>`: the present list, all pages of it. */
export function registerExport(app: FastifyInstance, printing: Printing, path: string, store: Store): void {
  const { registry, hooks } = store;
  app.get(
    `${path}/exportar`,
    {
      config: { authority: registry.authority },
      schema: { tags: [registry.title], summary: `Exportar ${registry.title} (XLSX ou CSV)` },
    },
    async (request, reply) => {
      const { acting } = request;
      const given = { ...(request.query as Record<string, unknown>) };
      const drawing = drawingOf(printing, store, acting, given);
      const { formato: _formato, colunas: _colunas, ...list } = given;
      const { query } = parseListQuery(registry, list, hooks.extraQuery);
      const { total } = await store.page(printing.db, acting, { ...query, page: 0, size: 1 }, hooks.extraWhere?.(list, acting));
      if (total <= MOST_ROWS_AT_ONCE) return sendTable(reply, drawing);
      const tarefaId = await printing.jobs.enqueue(EXPORT_JOB, { path, consulta: given }, acting, {
        titulo: `Exportação de ${registry.title}`,
      });
      return reply.status(202).send({ tarefaId });
    },
  );
}

/** Exports a list that was too long for a request. `find` knows every store by the path that it was registered at. */
export function exportJob(printing: Printing, find: (path: string) => Store | undefined): JobHandler {
  return async (job) => {
    const store = find(String(job.dados.path));
    if (!store) throw new Refusal('CADASTRO_INEXISTENTE', 'Este cadastro não existe mais.');
    if (!job.acting.can(store.registry.authority)) throw refuse.forbidden();
    return fileTable(printing.files, job, drawingOf(printing, store, job.acting, job.dados.consulta as Record<string, unknown>));
  };
}
