import type { ModuleDeclaration } from '#kit/module/module.ts';
import { reportsOffered } from '#kit/report/report.ts';

export interface MenuItem {
  titulo: string;
  caminho?: string;
  itens?: MenuItem[];
}

/** The side menu: what is declared and the user may open, without empty branches. */
export function menuFor(modules: readonly ModuleDeclaration[], can: (authority: string) => boolean): MenuItem[] {
  return modules.flatMap((module) => {
    const leaf = (path: string, titulo: string): MenuItem => ({ titulo, caminho: `/${module.id}/${path}` });
    const itens = [
      ...module.registries
        .filter((registry) => registry.menu !== false && can(registry.authority))
        .map((registry) => leaf(registry.id, registry.title)),
      ...(module.screens ?? [])
        .filter((screen) => screen.menu !== false && can(screen.authority))
        .map((screen) => leaf(screen.path, screen.title)),
    ];
    const reports = reportsOffered(module.reports, can).map((report) => leaf(`relatorios/${report.id}`, report.title));
    if (reports.length > 0) itens.push({ ...leaf('relatorios', 'Relatórios'), itens: reports });
    return itens.length > 0 ? [{ titulo: module.title, itens }] : [];
  });
}
