import { EVERY_USER } from '#kit/acting/world.ts';
import type { AnyDoor } from '#kit/door/door.ts';
import type { MessageType } from '#kit/message/message.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { AnyReport } from '#kit/report/report.ts';

/** A screen that is no registry and no report. */
interface Screen {
  /** below the module: `organograma` is `/cargo-salario/organograma` */
  path: string;
  title: string;
  /** what it shows, in a sentence, for the module's own page */
  description?: string;
  /** `EVERY_USER`: no profile needs to say it */
  authority: string;
  /** false: reached from another screen, not from the menu */
  menu?: boolean;
}

/** Pictures of modules in the menu. */
export type ModuleIcon =
  | 'people'
  | 'positions'
  | 'search'
  | 'growth'
  | 'learning'
  | 'safety'
  | 'charts'
  | 'tables'
  | 'settings'
  | 'voice';

/**
 * A group of a module's menu: ids of registries and paths of screens. In a list the first one is the link, and the others are
 * reached from it: the search and the module's page offer them too.
 */
export interface MenuGroup {
  title: string;
  items: readonly (string | readonly [string, ...string[]])[];
}

/** What a new company does first; the start page offers it to whoever may edit the registry. */
export interface FirstStep {
  /**
   * the registry that the step fills: done once the company has a record there, unless the module's server half decides otherwise
   */
  registry: string;
  title: string;
  /** why, in a sentence */
  description: string;
  /** its place among the steps of all modules */
  place: number;
  /** address below the module, in which `:empresa` is the present company; by default the registry's own */
  path?: string;
}

export interface ModuleDeclaration {
  /** first part of the address, and the name of its folder */
  id: string;
  title: string;
  /** its place in the menu; modules without one come last */
  order?: number;
  icon?: ModuleIcon;
  /** the letter that leads to it after a G */
  key?: string;
  /**
   * groups of its menu, at most six, with the daily work first; whatever no group names stands in 'Cadastros', closed and last.
   * Without groups the menu is one list
   */
  menu?: readonly MenuGroup[];
  /** what a registry holds, in a sentence, by its id, for the module's own page */
  about?: Readonly<Record<string, string>>;
  registries: readonly AnyRegistry[];
  reports: readonly AnyReport[];
  screens?: readonly Screen[];
  /** public routes for people who are no users, by name; the server's half answers them by the same name */
  doors?: Readonly<Record<string, AnyDoor>>;
  /** authorities of actions that are neither registry nor report, with the sentence that a profile's screen shows */
  authorities?: Readonly<Record<`ROLE_${string}`, string>>;
  /**
   * what the ready-made profiles hold of it, by their ids: authorities of the module, `everything` (all rights of its registries,
   * reports and screens) or `reading` (its registries and reports, read). What stands in `authorities` is named one by one
   */
  profiles?: Readonly<Record<string, readonly (`ROLE_${string}` | 'everything' | 'reading')[]>>;
  firstSteps?: readonly FirstStep[];
  /** messages that it sends, to inboxes and by mail; each company may rewrite them */
  messages?: readonly MessageType[];
}

/** What a manifest may leave out, and every module has. */
type Lists = Pick<ModuleDeclaration, 'registries' | 'reports'>;

/** The manifest of a module: what the menu, the routes, the profiles and the tests go through. */
export const defineModule = <const M extends Partial<Lists> & Omit<ModuleDeclaration, keyof Lists>>(module: M): Lists & M => ({
  registries: [],
  reports: [],
  ...module,
});

/** Every declared message by its id, which begins with its module. */
export function messagesOf(modules: readonly ModuleDeclaration[]): Map<string, MessageType> {
  const all = new Map<string, MessageType>();
  for (const { id, messages = [] } of modules)
    for (const type of messages) {
      if (!type.id.startsWith(`${id}/`) || all.has(type.id))
        throw new Error(`${id}: ${type.id} is no name for a message of this module`);
      all.set(type.id, type);
    }
  return all;
}

/** What an authority opens: a deed on a registry, a report or a screen, or something of its own. */
export interface Authority {
  sentence: string;
  /** title of its module */
  group: string;
  part: 'registry' | 'report' | 'screen' | 'own';
  /** the title of the registry, report or screen; of its own: the sentence */
  resource: string;
  deed?: 'see' | 'edit' | 'remove';
  /** it counts only for whoever also holds one of these, which open what it changes; none: it counts alone */
  onlyWith: readonly string[];
}

/** The rights of single deeds with the rights to open the records that these change; a right that also opens something is not among them. */
function deedRights(modules: readonly ModuleDeclaration[]): Map<string, Set<string>> {
  const opens = new Map<string, Set<string>>();
  for (const { registries } of modules)
    for (const { authority, lifecycle, deeds } of registries)
      for (const { authority: right } of [...Object.values(lifecycle?.transitions ?? {}), ...Object.values(deeds ?? {})])
        if (typeof right === 'string') opens.set(right, (opens.get(right) ?? new Set()).add(authority));
  for (const { registries, reports, screens = [] } of modules) {
    for (const { authority } of [...registries, ...reports, ...screens]) opens.delete(authority);
    for (const { lifecycle } of registries)
      for (const { authority, blind } of Object.values(lifecycle?.transitions ?? {})) if (blind) opens.delete(authority);
  }
  return opens;
}

const SUFFIXES = { _EDITAR: 'edit', _EXCLUIR: 'remove' } as const;

/** Every authority with its sentence, from the declarations alone. */
export function authoritiesOf(modules: readonly ModuleDeclaration[]): Map<string, Authority> {
  const all = new Map<string, Authority>();
  const opened = deedRights(modules);
  const ofRegistries = new Set<string>(modules.flatMap(({ registries }) => registries.map(({ authority }) => authority)));
  for (const module of modules) {
    const say = (authority: string, sentence: string, more: Pick<Authority, 'part' | 'resource' | 'deed'>) => {
      const base = authority.replace(/_(EDITAR|EXCLUIR)$/, '');
      const onlyWith = base === authority ? [...(opened.get(authority) ?? [])] : [base];
      if (!all.has(authority)) all.set(authority, { sentence, group: module.title, onlyWith, ...more });
    };
    for (const registry of module.registries) {
      const of = { part: 'registry', resource: registry.title } as const;
      say(registry.authority, `Consultar ${registry.title}`, { ...of, deed: 'see' });
      if (registry.readOnly) continue;
      say(`${registry.authority}_EDITAR`, `Inserir e editar ${registry.title}`, { ...of, deed: 'edit' });
      if (registry.trail !== 'none') say(`${registry.authority}_EXCLUIR`, `Excluir ${registry.title}`, { ...of, deed: 'remove' });
    }
    for (const { authority, title } of module.reports)
      say(authority, `Emitir o relatório ${title}`, { part: 'report', resource: title, deed: 'see' });
    for (const [authority, sentence] of Object.entries(module.authorities ?? {})) {
      const suffix = Object.keys(SUFFIXES).find((end) => authority.endsWith(end)) as keyof typeof SUFFIXES | undefined;
      const base = suffix && all.get(authority.slice(0, -suffix.length));
      say(
        authority,
        sentence,
        suffix && base
          ? { part: base.part, resource: base.resource, deed: SUFFIXES[suffix] }
          : { part: 'own', resource: sentence },
      );
    }
    // A screen over the records of another module opens by the right to these.
    for (const { authority, title } of module.screens ?? [])
      if (authority !== EVERY_USER && !ofRegistries.has(authority))
        say(authority, `Abrir ${title}`, { part: 'screen', resource: title, deed: 'see' });
  }
  return all;
}
