import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { modules } from '../modules.server.ts';

/** Every registry, by the path of its addresses. */
export const registries = new Map<string, AnyRegistry>(
  modules.flatMap(({ id, registries: all }) => all.map((registry): [string, AnyRegistry] => [`${id}/${registry.id}`, registry])),
);
/** Every report, by its address. */
export const reports = new Map<string, AnyReport>(
  modules.flatMap(({ id, reports: all }) =>
    all.map((report: AnyReport): [string, AnyReport] => [`/api/${id}/relatorios/${report.id}`, report]),
  ),
);
