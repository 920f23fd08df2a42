import type { ModuleDeclaration, ModuleIcon } from '#kit/module/module.ts';
import { reportsOffered } from '#kit/report/report.ts';

/**
 * Something of the menu. With an address it is a link, and what stands below it is reached from there; without one it is a
 * heading.
 */
export interface MenuItem {
  titulo: string;
  caminho?: string;
  itens?: MenuItem[];
  /** of a module */
  icone?: ModuleIcon;
  /** of a module: the letter that leads to it after a G */
  tecla?: string;
  /** a group that begins closed */
  fechado?: true;
}

/** The group of everything that a module's manifest puts in no group. */
const TABLES = 'Cadastros';

/** The side menu: what is declared and the user may open, without empty branches. */
export function menuFor(modules: readonly ModuleDeclaration[], can: (authority: string) => boolean): MenuItem[] {
  return modules.flatMap((module) => {
    const { registries, screens = [], reports, menu = [], icon, key } = module;
    const leaf = (path: string, titulo: string): MenuItem => ({ titulo, caminho: `/${module.id}/${path}` });
    const offered = new Map(
      [...registries.map((registry) => ({ ...registry, path: registry.id })), ...screens].flatMap((one) =>
        one.menu !== false && can(one.authority) ? [[one.path, leaf(one.path, one.title)] as const] : [],
      ),
    );
    /** Takes an entry out of those that are left for 'Cadastros'. */
    const take = (path: string): MenuItem[] => {
      const found = offered.get(path);
      offered.delete(path);
      return found ? [found] : [];
    };
    const groups = menu.map(({ title, items }) => ({
      titulo: title,
      itens: items.flatMap((item) => {
        if (typeof item === 'string') return take(item);
        const [head, ...below] = item.flatMap(take);
        return head ? [below.length > 0 ? { ...head, itens: below } : head] : [];
      }),
    }));
    const rest = [...offered.values()];
    const itens: MenuItem[] =
      menu.length === 0
        ? rest
        : [...groups, { titulo: TABLES, itens: rest, fechado: true as const }].filter((group) => group.itens.length > 0);
    const emitted = reportsOffered(reports, can).map((report) => leaf(`relatorios/${report.id}`, report.title));
    if (emitted.length > 0) itens.push({ ...leaf('relatorios', 'Relatórios'), itens: emitted });
    return itens.length > 0
      ? [{ titulo: module.title, ...(icon ? { icone: icon } : {}), ...(key ? { tecla: key } : {}), itens }]
      : [];
  });
}

/** Address of the module's own page, which lists its screens. */
export const pageOf = (module: MenuItem): string => `/${firstPath(module)?.split('/')[1] ?? ''}`;

const firstPath = (item: MenuItem): string | undefined => item.caminho ?? item.itens?.map(firstPath).find(Boolean);
