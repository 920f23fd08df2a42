import { asTask, download, nothing } from '#kit/http/openapi.server.ts';
import { sentSchema } from '#kit/registry/wire-schema.ts';
import type { AnyReport } from './report.ts';

export const SUMMARY =
  'O corpo é o filtro, com `pdf` (padrão true; false: XLSX) ou `formato` (pdf, xlsx, csv). `Accept: application/json` responde {columns, rows, totals, groups, marks}. 204: nada encontrado. 202 {tarefaId}: impresso em segundo plano.';

const preview = {
  type: 'object',
  properties: {
    columns: { type: 'array', items: { type: 'object' } },
    groups: { type: 'array' },
    rows: { type: 'array', items: { type: 'object' } },
    totals: { type: 'object' },
    marks: { type: 'array', items: { type: 'object' } },
  },
  required: ['columns', 'groups', 'rows', 'totals', 'marks'],
};

/** The parameters beside the filter: the kind of file. */
export function sentOf(report: AnyReport) {
  const { properties, required } = sentSchema(report.filterForm);
  const formats = report.shape === 'document' ? ['pdf'] : ['pdf', 'xlsx', 'csv'];
  const format = { pdf: { type: 'boolean', default: true }, formato: { type: 'string', enum: formats } };
  return { type: 'object', properties: { ...format, ...properties }, required };
}

/** The filter in a query string: lists separated by commas, references by their ids. */
export function queryOf(report: AnyReport, inPath: readonly unknown[]) {
  const properties = Object.entries(sentOf(report).properties).filter(([name]) => !inPath.includes(name));
  return Object.fromEntries(
    properties.map(([name, schema]) => {
      const field = Object.hasOwn(report.filter, name) ? report.filter[name] : undefined;
      const bare = field?.kind === 'ref' ? { type: 'integer' } : { type: 'array', items: { type: 'integer' } };
      return [name, field?.target ? bare : schema];
    }),
  );
}

export const answersOf = (report: AnyReport, only?: 'json' | 'pdf') => ({
  200:
    report.shape === 'document'
      ? download(['pdf'])
      : only === 'json'
        ? { description: 'o que a tela mostra', ...preview }
        : download(['pdf', 'xlsx', 'csv'], preview),
  ...asTask,
  204: nothing('nada encontrado'),
});
