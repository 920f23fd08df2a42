import type { FastifyInstance } from 'fastify';
import type { Acting } from '#kit/acting/acting.server.ts';
import { guardedOf, isAbsent } from '#kit/fields/sensitive.ts';
import { tellReading } from '#kit/history/reading.server.ts';
import { asTask, download } from '#kit/http/openapi.server.ts';
import { type JobHandler, LATER } from '#kit/jobs/jobs.server.ts';
import { fileTable, type SheetDrawing, type SheetFormat, sendTable } from '#kit/print/render.server.ts';
import { tableOf } from '#kit/print/table.ts';
import { listed } from '#kit/query/list-column.ts';
import { listParameters } from '#kit/query/list-parameters.ts';
import { narrowedBy, parseListQuery } from '#kit/query/list-query.ts';
import { toldBy } from '#kit/query/told.server.ts';
import { wholly } from '#kit/query/wide.server.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { type AnyRegistry, inCompany } from '#kit/registry/registry.ts';
import type { Printing } from '#kit/report/run.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import { exportTexts } from './export-lines.server.ts';

export const EXPORT_JOB = 'exportacao';
/** Most rows that a request exports; more are a task. */
const MOST_ROWS_AT_ONCE = 5_000;

/** The requested columns, by default those of the list and then all its other fields; without those that the reader may not see. */
function namesFor(registry: AnyRegistry, acting: Acting, asked: unknown, issues: Issue[]): string[] {
  const { fields } = registry;
  const all = [...new Set<string>([...registry.columns, ...listed(registry)])].filter(
    (name) => !isAbsent(fields[name], acting.can),
  );
  if (asked === undefined || asked === '')
    return all.filter((name) => fields[name]?.kind !== 'file' && fields[name]?.kind !== 'image');
  const names = [...new Set((Array.isArray(asked) ? asked.join(',') : (asked as string)).split(','))];
  if (names.some((name) => !all.includes(name))) issues.push({ field: 'colunas', message: 'Coluna desconhecida' });
  return names.filter((name) => all.includes(name));
}

/** A checked request to export a list. */
function askedOf({ registry: declared, hooks, lookup }: Store, acting: Acting, given: Record<string, unknown>) {
  const registry = inCompany(declared, acting.settings);
  const { formato = 'xlsx', colunas, ...list } = given;
  const { query, issues } = parseListQuery(registry, list, Object.keys(hooks.extraQuery ?? {}));
  if (formato !== 'xlsx' && formato !== 'csv') issues.push({ field: 'formato', message: 'Valor inválido' });
  const names = namesFor(registry, acting, colunas, issues);
  if (issues.length > 0) throw refuse.invalid(issues);
  const narrowing = hooks.extraWhere?.(list, acting);
  const { can } = acting;
  const guarded = new Set([...guardedOf(registry.fields, names, can), ...toldBy(registry, lookup, query, can, narrowing)]);
  return { acting, registry, format: formato as SheetFormat, names, guarded: [...guarded], query, extra: wholly(narrowing) };
}

function drawingOf({ db, lookup }: Printing, store: Store, asked: ReturnType<typeof askedOf>, isShort: boolean): SheetDrawing {
  const { registry } = asked;
  const { columns } = tableOf(registry.fields, asked.names);
  return {
    format: asked.format,
    table: { title: registry.title, columns, ...exportTexts(db, lookup, store, { ...asked, isShort }) },
  };
}

/** `GET <path>/exportar?formato=xlsx|csv&colunas=a,b&<the list's own query>`: the present list, all pages of it. */
export function registerExport(app: FastifyInstance, printing: Printing, path: string, store: Store): void {
  const { registry } = store;
  const columns = [...new Set<string>([...registry.columns, ...listed(registry)])];
  app.get(
    `${path}/exportar`,
    {
      config: { authority: registry.authority, wide: true },
      schema: {
        tags: [registry.title],
        summary: `Exportar ${registry.title} (XLSX ou CSV)`,
        querystring: {
          type: 'object',
          properties: {
            formato: { type: 'string', enum: ['xlsx', 'csv'], default: 'xlsx' },
            colunas: { type: 'array', items: { type: 'string', enum: columns }, description: 'Nesta ordem; sem ele, todas' },
            ...listParameters(registry, store.lookup, store.hooks.extraQuery),
          },
        },
        response: { 200: download(['xlsx', 'csv']), ...asTask },
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const given = { ...(request.query as Record<string, unknown>) };
      const asked = askedOf(store, acting, given);
      const now = async () => {
        const total = await store.count(printing.db, acting, asked.query, asked.extra);
        if (total > MOST_ROWS_AT_ONCE) return printing.files.admit(acting, 'tarefa').then(() => LATER);
        await tellReading(printing.db, acting, registry.table, asked.guarded, {
          records: total,
          filters: narrowedBy(registry, asked.query),
        });
        return sendTable(reply, drawingOf(printing, store, asked, true));
      };
      const titulo = `Exportação de ${registry.title}`;
      return printing.jobs.nowOrLater(reply, acting, now, { tipo: EXPORT_JOB, dados: { path, consulta: given }, titulo });
    },
  );
}

/** The task that exports a long list. `find` answers the store of a registered path. */
export function exportJob(printing: Printing, find: (path: string) => Store | undefined): JobHandler {
  return async (job) => {
    const store = find(String(job.dados.path));
    if (!store) throw new Refusal('CADASTRO_INEXISTENTE', 'Este cadastro não existe mais.');
    if (!job.acting.can(store.registry.authority)) throw refuse.forbidden();
    const asked = askedOf(store, job.acting, job.dados.consulta as Record<string, unknown>);
    await tellReading(printing.db, job.acting, store.registry.table, asked.guarded, {
      filters: narrowedBy(store.registry, asked.query),
    });
    return fileTable(printing.files, job, drawingOf(printing, store, asked, false));
  };
}
