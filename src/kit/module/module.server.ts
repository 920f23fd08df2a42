import type { FastifyInstance } from 'fastify';
import type { Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import type { AnyDoor } from '#kit/door/door.ts';
import type { DoorAnswer } from '#kit/door/doors.server.ts';
import type { FileReader } from '#kit/files/readers.server.ts';
import type { ImportColumns } from '#kit/import/import.ts';
import type { SliceSource } from '#kit/indicator/slice.server.ts';
import type { Jobs, TitledJobs } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import type { ReportSource } from '#kit/report/report.server.ts';
import type { Hooks, Store } from '#kit/store/store.server.ts';
import type { TextFollower } from '#kit/text/text-jobs.server.ts';
import type { Days } from './days.server.ts';
import type { ModuleDeclaration } from './module.ts';
import type { PageHead } from './page-head.server.ts';
import type { Todo } from './todo.server.ts';

/** What the program gives to a module's own routes. */
export interface Services {
  db: Database;
  lookup: Lookup;
  /** the store of a registry, by `module/slug` */
  store(path: string): Store;
  /** puts background tasks in; the module's `jobs` has their handlers */
  jobs: Pick<Jobs, 'enqueue' | 'isOpen' | 'nowOrLater'>;
  /** the whole address of a page, for a link in a message */
  address(path: string): string;
}

/** Pages whose head the server writes, by the pattern of their path. */
export interface HeadedPage {
  path: RegExp;
  /** undefined: the page as it is */
  head(path: RegExpExecArray, query: Readonly<Record<string, unknown>>, services: Services): Promise<PageHead | undefined>;
}

type DoorsOf<M extends ModuleDeclaration> = M extends { doors: infer D extends Readonly<Record<string, AnyDoor>> }
  ? D
  : Record<never, never>;
type Answers<D> = {
  readonly [K in keyof D as D[K] extends { saves: string } ? never : K]: DoorAnswer<Extract<D[K], AnyDoor>>;
};

/**
 * The sentence that refuses somebody to give a CPF to a user, because it would open more to that user than the actor sees;
 * undefined: it opens nothing more. Modules whose records find their people by CPF answer it, since whoever may change users
 * writes CPFs. The link that lets the user in goes to `address`, or to nobody yet (null), or the actor holds it (undefined).
 */
export type OpenedByCpf = (tx: Queryable, acting: Acting, cpf: string, address?: string | null) => Promise<string | undefined>;

/** Whether a user keeps something in the module that nobody else may read: no other person gets the user, by another CPF. */
export type KeptAlone = (tx: Queryable, usuarioId: number) => Promise<boolean>;

/**
 * Registries of other modules that this one reacts to, by `module/slug`: runs after each save of theirs, in the same transaction.
 * The other modules need not know this one.
 */
type Follows = Readonly<Record<string, NonNullable<Hooks['afterSave']>>>;
/** The same for removals: runs before what refers to the record refuses it (`followRemoval` of the hooks). */
type FollowsRemovals = Readonly<Record<string, NonNullable<Hooks['followRemoval']>>>;
/**
 * Runs when somebody has changed name or e-mail of their account in the external area, in the same transaction; `before` is what stood
 * there.
 */
export type AccountFollower = (
  tx: Tx,
  acting: Pick<Acting, 'audit' | 'empresaId'>,
  account: { id: number; nome: string; email: string; before: { nome: string; email: string | null } },
) => Promise<void>;

/** The addresses at which the module's records reach whoever has the CPF, in every company. */
export type AddressesOfCpf = (tx: Queryable, cpf: string) => Promise<string[]>;

/**
 * Runs when a user with the CPF may enter by a link that goes to none of the addresses of its records, or was shown to somebody, in the
 * same transaction.
 */
export type CpfEntered = (tx: Queryable, cpf: string) => Promise<void>;

/** The server's half of a module: a query for every report, and what belongs to its registries by their ids. */
interface ModuleServer<M extends ModuleDeclaration = ModuleDeclaration> {
  declaration: M;
  hooks?: Readonly<Record<string, Hooks>>;
  /** by the ids of the reports; a module without reports says none */
  queries?: Readonly<Record<string, ReportSource>>;
  routes?(app: FastifyInstance, services: Services): void | Promise<void>;
  /** the answers of the doors that do not save their form by themselves */
  doors?(services: Services): Answers<DoorsOf<M>>;
  /** columns that a spreadsheet may have beyond a registry's own */
  imports?: Readonly<Record<string, ImportColumns>>;
  /** the module's own tasks, by kind, and when they run by themselves */
  jobs?(services: Services): TitledJobs;
  recurring?: readonly Recurring[];
  /** the condition that a first step is done, when one record of its registry is not enough */
  firstSteps?: Readonly<Record<string, (acting: Acting) => Sql>>;
  /** what waits for somebody, for 'Para fazer hoje' of the start page; steps of lifecycles come by themselves (`awaited`) */
  todos?: readonly Todo[];
  /** dashboards whose slices open lists, of this module or of others */
  slices?: readonly SliceSource[];
  /** days for calendars beside those of the registries */
  days?: readonly Days[];
  openedByCpf?: OpenedByCpf;
  keptAlone?: KeptAlone;
  follows?: Follows;
  followsRemovals?: FollowsRemovals;
  addressesOfCpf?: AddressesOfCpf;
  cpfEntered?: CpfEntered;
  /** who reads the files of the module's own tables; undeclared files are their maker's alone */
  fileReaders?: readonly FileReader[];
  /** which messages of the outbox (`t`) a reader sees */
  outboxLimits?: readonly ((acting: Acting) => Sql)[];
  /** runs when the text of a file was read (`requestTexts`), in the same transaction; the file may be another module's */
  textRead?: TextFollower;
  accountChanged?: AccountFollower;
  /** pages for anybody whose head the server writes */
  pages?: readonly HeadedPage[];
}

/** Declares the server half of a module. Throws when it names a registry or report that the module lacks, or a report has no query. */
export function defineModuleServer<M extends ModuleDeclaration>(
  module: ModuleServer<M>,
): ModuleServer<M> & Pick<AnyModuleServer, 'queries'> {
  const { declaration, hooks = {}, imports = {}, firstSteps = {}, queries = {} } = module;
  const registries = new Set(declaration.registries.map(({ id }) => id));
  const reports = declaration.reports.map(({ id }) => id);
  for (const id of [hooks, imports, firstSteps].flatMap((of) => Object.keys(of)))
    if (!registries.has(id)) throw new Error(`${declaration.id}: there is no registry ${id}`);
  for (const id of Object.keys(queries))
    if (!reports.includes(id)) throw new Error(`${declaration.id}: there is no report ${id}`);
  for (const id of reports) if (!Object.hasOwn(queries, id)) throw new Error(`${declaration.id}: the report ${id} has no query`);
  return { ...module, queries };
}

/** Modules of any shape, as collections hold them. */
export interface AnyModuleServer {
  declaration: ModuleDeclaration;
  hooks?: Readonly<Record<string, Hooks | undefined>>;
  queries: Readonly<Record<string, ReportSource>>;
  routes?(app: FastifyInstance, services: Services): void | Promise<void>;
  doors?(services: Services): Readonly<Record<string, DoorAnswer>>;
  imports?: Readonly<Record<string, ImportColumns | undefined>>;
  jobs?(services: Services): TitledJobs;
  recurring?: readonly Recurring[];
  firstSteps?: Readonly<Record<string, ((acting: Acting) => Sql) | undefined>>;
  todos?: readonly Todo[];
  slices?: readonly SliceSource[];
  days?: readonly Days[];
  openedByCpf?: OpenedByCpf;
  keptAlone?: KeptAlone;
  follows?: Follows;
  followsRemovals?: FollowsRemovals;
  addressesOfCpf?: AddressesOfCpf;
  cpfEntered?: CpfEntered;
  fileReaders?: readonly FileReader[];
  outboxLimits?: readonly ((acting: Acting) => Sql)[];
  textRead?: TextFollower;
  accountChanged?: AccountFollower;
  /** pages for anybody whose head the server writes */
  pages?: readonly HeadedPage[];
}

/** Finds registries by `module/slug` over all modules, plus tables that are no registry (files). */
export function lookupOver(modules: readonly ModuleDeclaration[], others: Readonly<Record<string, AnyRegistry>>): Lookup {
  const all = new Map(Object.entries(others));
  for (const module of modules) for (const registry of module.registries) all.set(`${module.id}/${registry.id}`, registry);
  return (target) => {
    const found = all.get(target);
    if (!found) throw new Error(`no registry is called ${target}`);
    return found;
  };
}
