import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isWellFormedText } from '#kit/br/text.ts';
import { columnsSeen, densities, type ViewContent, viewFor, withUnseen } from '#kit/query/saved-view.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type AnyRegistry, inCompany } from '#kit/registry/registry.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { reportColumns, reportViewFor } from '#kit/report/report-view.ts';

export const sound = (label: string, max: number) =>
  z
    .string(`${label} é obrigatório`)
    .max(max, { error: `${label} deve ter no máximo ${max} caracteres`, abort: true })
    .refine(isWellFormedText, 'O texto contém caracteres inválidos');
export const cadastro = sound('Cadastro', 200);
export const colunas = z.array(sound('Coluna', 100)).max(300).nullable();
export const densidade = z.enum(densities);

export type Registries = ReadonlyMap<string, { registry: AnyRegistry }>;

/** Something whose layouts are kept under names: a list, or a report. */
export interface Kept {
  columns(colunas: readonly string[] | null): string[] | null;
  view<V extends ViewContent>(view: V): V;
  /** a view that the reader saves, with what they do not see of it as it stands */
  kept<V extends ViewContent>(given: V, before: ViewContent): V;
  /** of its query, what anybody may read */
  open(query: string): string;
}

const nobody = () => false;
const everybody = () => true;
const queryAlone = (query: string): ViewContent => ({ query, colunas: null, densidade: null });

/** The list or report at a path as the company and the reader know it; one that the reader may not open is not there. */
export type KeptAt = (request: FastifyRequest, path: string) => Kept;

export const keptAt =
  (registries: Registries, reports: ReadonlyMap<string, AnyReport>): KeptAt =>
  ({ acting }, path) => {
    const report = reports.get(path);
    if (report && acting.can(report.authority))
      return {
        columns: (colunas) => colunas && reportColumns(report, colunas, acting.can),
        view: (view) => reportViewFor(report, view, acting.can),
        kept: (given, before) =>
          withUnseen(
            reportViewFor(report, given, acting.can),
            reportViewFor(report, before, everybody),
            reportViewFor(report, before, acting.can),
          ),
        open: (query) => reportViewFor(report, queryAlone(query), nobody).query,
      };
    const found = registries.get(path)?.registry;
    if (!found || !acting.can(found.authority)) throw refuse.notFound();
    const registry = inCompany(found, acting.settings);
    return {
      columns: (colunas) => columnsSeen(registry, colunas, acting.can),
      view: (view) => viewFor(registry, view, acting.can),
      kept: (given, before) =>
        withUnseen(
          viewFor(registry, given, acting.can),
          viewFor(registry, before, everybody),
          viewFor(registry, before, acting.can),
        ),
      open: (query) => viewFor(registry, queryAlone(query), nobody).query,
    };
  };
