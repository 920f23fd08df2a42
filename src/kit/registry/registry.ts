import type { World } from '#kit/acting/world.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import type { Field, Fields, Tone } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { traits } from '#kit/fields/traits.ts';
import { type Form, writable } from '#kit/form/form.ts';
import { formOf, type Lifecycle, type Locks, type People, type RecordDeed } from './lifecycle.ts';

/** How the search of everything shows the records of a registry. */
interface Findable<Name extends string> {
  /** its place among the kinds of record: people are 1; without one after those that have one */
  place?: number;
  /** what stands below the name, to tell records of one name apart */
  detail?: readonly Name[];
  /** these values of a field tell records that are past: they come after the others that fit as well */
  past?: { field: Name; values: readonly string[] };
}

/** The head of a record's page: what somebody wants to know before they read on. */
export interface Headline<Name extends string = string> {
  /** its picture; while there is none, the initials of its name */
  photo?: Name;
  /** said in one line under the name, those that are filled */
  lines?: readonly Name[];
  /** the field of its state; by default that of its lifecycle, or the one that says whether it is in use */
  state?: Name;
  /** the state in other words, when its code alone would say too little: a last day that is still to come */
  says?(record: Readonly<Record<string, unknown>>, world: World): { text: string; tone: Tone } | undefined;
  /** since when, said as a time: '3 anos e 2 meses' */
  since?: { from: Name; until?: Name };
  /** the hook `heading` says what comes next */
  asks?: true;
}

/** What the server alone can say at the head of a record's page. */
export interface Heading {
  /** the state of today, where it is another than the record's own: 'Afastado' */
  estado: { texto: string; tom: Tone } | null;
  /** what comes next, nearest first */
  prazos: { data: string; titulo: string }[];
}

/** What a registry adds to the form of its record. */
interface RegistryDeclaration<F extends Fields = Fields, Name extends string = keyof F & string> extends Form<F, Name> {
  /** last part of the address, unique in its module */
  id: string;
  /** heading of the list, in the plural */
  title: string;
  /** one record, as in 'Inserir Área de Interesse' */
  singular: string;
  /** opens the registry; `_EDITAR` and `_EXCLUIR` are made from it */
  authority: `ROLE_CAD_${string}`;
  /** `empresa`: each record belongs to one company; `global`: all companies share them */
  scope: 'empresa' | 'global';
  /**
   * most records that a company has of it, or all companies together of a shared one. Lists of settings are read whole, and multiplied by people, at
   * many places; so each has a bound, except what grows with people and time
   */
  most?: number;
  /** columns of the list, in order */
  columns: readonly Name[];
  /** what lists show in grey under the naming column, instead of in a column of its own: a person's registration number */
  secondary?: Name;
  /** text fields that the search box looks into; the first text column when not said */
  search?: readonly Name[];
  /** the required reference whose record the search box searches instead, so that thousands of rows need no copy of its name */
  searchOf?: Name;
  /**
   * an open text field of a company's records whose few texts recur in very many of them: its search and its filter read each
   * text once, by an index that begins with company and `dobra(column)`, and its order is that of the index
   */
  recurring?: Name;
  /** fields offered in the filter panel; the filterable columns when not said */
  filters?: readonly Name[];
  /** first order of the list */
  sort?: { field: Name; order: 'asc' | 'desc' };
  /** columns by which very many records are sorted too: an index has each of these orders */
  orders?: readonly Name[];
  /** fields whose combination may stand once in a company (letters' case and accents aside) */
  unique?: readonly (readonly Name[])[];
  /**
   * records with the same first unique set follow each other in time, each from a day until another, and so do the rows below
   * them: a tenant's contracts. A record with this value in field `never` never took place. A migration of the registry makes
   * their key, under the name of the set's own constraint but for its ending
   */
  successive?: { from: Name; until: Name; never: { field: Name; value: string } };
  /** the states of its records and the transitions between them */
  lifecycle?: Lifecycle & { field: Name };
  /** the head of its records' page; without one, the name and the state */
  headline?: Headline<Name>;
  /** what may be done with a saved record besides editing it; the view's `deeds` say by which dialog or screen */
  deeds?: Readonly<Record<string, RecordDeed>>;
  /**
   * its records have days: a calendar beside the list. Without `to` each record takes one day; an empty `to` means one day or,
   * with `goesOn`, until today and beyond. `title` is the field with the calendar's text, by default the label
   */
  calendar?: { from: Name; to?: Name; goesOn?: true; title?: Name };
  /** why a saved record cannot be edited or removed */
  lockedWhen?: Locks;
  /**
   * the reference to its own registry that makes its records a tree: to choose one means everything below it too, in every filter
   * that refers to it, and inputs show the tree
   */
  tree?: Name;
  /** table name when the id alone would be ambiguous */
  table?: string;
  /** the field that references show; by default the first text field */
  label?: Name;
  /** records come from elsewhere: no form, no save */
  readOnly?: boolean;
  /** of a readOnly one: the module's own routes write its records at these addresses, so `acoes` offers editing */
  ownWrites?: boolean;
  /** said while it has no records: what they are for, or where they come from, and the screen where that begins, for whoever may open it */
  empty?: { why: string; next?: { label: string; to: string; authority?: string } };
  /** false: reached from another screen, not from the menu */
  menu?: false;
  /**
   * its names are not for every session: choosing a record needs `authority` too, or one of the listed authorities, whose screens
   * refer to its records
   */
  privateNames?: boolean | readonly `ROLE_${string}`[];
  /** records are dated: this query parameter asks for them as of a day, which the hooks' `asOf` answers */
  asOf?: string;
  /** filter codes that mean 'all of them' */
  everything?: { readonly [K in Name]?: string };
  /** names recur: where one record is chosen, whoever opens the registry reads these beside its name */
  apart?: readonly Name[];
  /** the search of everything (Ctrl+K) finds its records, by the fields of `search`, for whoever opens the registry */
  findable?: Findable<Name>;
  /** false: its records are edited only in their own form, never in the cells of a list */
  inlineEdit?: false;
  /** false: its records are edited only one by one; names: fields that have a button of their own when several records are selected */
  bulkEdit?: false | readonly Name[];
  /** its records are people: the name is typed before one is removed, and several are never removed at once */
  people?: People;
  /** false: removed records are not kept in the bin, because what made them whole does not come back: passwords and sessions */
  bin?: false;
  /** the table is a view that a migration writes by hand */
  view?: boolean;
  /** reading one record leaves a line in the trail, even though no field requires an authority */
  told?: boolean;
  /**
   * its records lead to nobody who saved them: no line in the trail, no key that leads to a person, no time stamp, random ids
   * (docs/adr/0029). They are added and read, never changed
   */
  trail?: 'none';
  /**
   * for tests: values of a sample record where the samples of single fields break a rule across them; `n` differs for each record
   */
  sample?(record: Readonly<Record<string, unknown>>, n: number): Readonly<Record<string, unknown>>;
}

/** A declaration with everything that is derived from it. */
export interface Registry<F extends Fields = Fields, Name extends string = keyof F & string>
  extends RegistryDeclaration<F, Name> {
  table: string;
  label: Name;
  search: readonly Name[];
  filters: readonly Name[];
  sort: { field: Name; order: 'asc' | 'desc' };
  orders: readonly Name[];
}

const isText = (field: Field | undefined) => field?.kind === 'text' || field?.kind === 'longText';

const filterable = (field: Field | undefined) =>
  field !== undefined && !field.computed && !traits[field.kind].isLong && traits[field.kind].filter !== 'none';

/** Declares a registry: screens, routes, table, import, export and tests follow from it. */
export function defineRegistry<const F extends Fields>(declaration: RegistryDeclaration<F>): Registry<F> {
  const names = Object.keys(declaration.fields) as (keyof F & string)[];
  const label = declaration.label ?? names.find((name) => isText(declaration.fields[name])) ?? names[0];
  if (label === undefined) throw new Error(`${declaration.id}: a registry needs a field`);
  // Everybody who opens the registry or refers to its records needs these; the search skips a masked field for readers who may
  // not see it.
  const searched = (declaration.search ?? []).filter((name) => !declaration.fields[name]?.masked);
  const { secondary } = declaration;
  const open = [label, ...searched, ...(declaration.sort ? [declaration.sort.field] : []), ...(secondary ? [secondary] : [])];
  for (const name of open)
    if (declaration.fields[name]?.sensitive)
      throw new Error(`${declaration.id}: ${name} is sensitive and cannot be searched or named by`);
  for (const name of Object.values({ ...declaration.calendar, goesOn: undefined }))
    if (name !== undefined && declaration.fields[name]?.sensitive)
      throw new Error(`${declaration.id}: ${name} is sensitive, and a calendar shows it`);
  const { recurring } = declaration;
  if (recurring !== undefined && (declaration.scope !== 'empresa' || declaration.fields[recurring]?.sensitive))
    throw new Error(`${declaration.id}: the texts of ${recurring} are found by company, and without an authority`);
  if (declaration.findable) demandFindable(declaration, label);
  for (const name of declaration.apart ?? [])
    if (declaration.fields[name]?.sensitive)
      throw new Error(`${declaration.id}: ${name} is sensitive, and stands where a record is chosen`);
  if (declaration.tree !== undefined) demandTree(declaration, declaration.tree);
  if (declaration.trail === 'none') demandUnnamed(declaration.id, declaration);
  const taken = ['editar', 'excluir', ...Object.keys(declaration.lifecycle?.transitions ?? {})];
  for (const name of Object.keys(declaration.deeds ?? {}))
    if (taken.includes(name)) throw new Error(`${declaration.id}: ${name} is the name of another action`);
  if (declaration.lifecycle) demandLifecycle(declaration.id, declaration.fields, declaration.lifecycle);
  return {
    table: declaration.id.replaceAll('-', '_'),
    label,
    search: [label],
    filters: declaration.columns.filter((name) => filterable(declaration.fields[name])),
    sort: { field: label, order: 'asc' },
    orders: [],
    ...declaration,
  } as Registry<F>;
}

/** The search goes by the folded name and by the table's own search text, and shows what everybody who opens the registry may see. */
function demandFindable({ id, fields, findable, searchOf, view }: RegistryDeclaration, label: string): void {
  if (fields[label]?.kind !== 'text' || searchOf !== undefined || view)
    throw new Error(`${id}: records are found by a name in a table of their own`);
  for (const name of findable?.detail ?? [])
    if (fields[name]?.sensitive) throw new Error(`${id}: ${name} is sensitive, and the search shows it`);
}

/** The field by which a tree grows refers to its own registry, and is empty at the top. */
function demandTree({ id, fields }: RegistryDeclaration, tree: string): void {
  const above = fields[tree];
  if (above?.kind !== 'ref' || above.required || above.computed || above.target.split('/').at(-1) !== id)
    throw new Error(`${id}: ${tree} is no optional reference to a record of ${id}, so it makes no tree`);
}

/** States and codes are the same, somebody can leave every state that is not an end, and no form writes the state. */
function demandLifecycle(id: string, fields: Fields, { field, initial, states, transitions }: Lifecycle): void {
  const state = fields[field];
  const codes = Object.keys(state?.options ?? {}).toSorted();
  const fault = (sentence: string) => {
    throw new Error(`${id}: ${sentence}`);
  };
  if (!state?.readOnly || codes.length === 0) fault(`${field} holds states, so it is a readOnly(choice(…))`);
  if (codes.join() !== Object.keys(states).toSorted().join()) fault(`the states are not the codes of ${field}`);
  const reached = new Set([initial, ...Object.values(transitions).map(({ to }) => to)]);
  for (const code of [...reached, ...Object.values(transitions).flatMap(({ from }) => from)])
    if (!codes.includes(code)) fault(`there is no state ${code}`);
  for (const code of codes) if (!reached.has(code)) fault(`nothing leads to the state ${code}`);
  for (const transition of Object.values(transitions))
    for (const [name, { kind }] of Object.entries(formOf(transition).fields)) {
      const kept = fields[name];
      if (kept && (kept.computed || kept.kind !== kind || ['reference', 'links', 'rows'].includes(traits[kind].stored)))
        fault(`${name}, which '${transition.label}' asks for, cannot be kept as it is filled in: give it a name of its own`);
    }
}

/** Refuses declarations that would reveal who saved a record, or when. */
function demandUnnamed(id: string, { fields, lifecycle, told }: { fields: Fields; lifecycle?: Lifecycle; told?: boolean }): void {
  const fault = (what: string) => {
    throw new Error(`${id}: its records lead to nobody, so ${what}`);
  };
  if (told) fault('reading one leaves no line');
  if (lifecycle) fault('nobody moves them from one state to the next');
  for (const [name, field] of Object.entries(fields)) {
    if (field.sensitive) fault(`${name} is not sensitive: who reads it would leave a line with its record`);
    if (field.kind === 'file' || field.kind === 'image') fault(`${name} is no file: a file is its sender's`);
    if (field.kind === 'instant') fault(`${name} is no moment: a day at most`);
    if (field.fields) demandUnnamed(`${id}.${name}`, { fields: field.fields });
  }
}

/** Registries of any shape, as collections hold them. */
export type AnyRegistry = Registry;

/** The registry with the company's field titles, and with only those filters that the company uses. */
export function inCompany(registry: AnyRegistry, settings: World['settings']): AnyRegistry {
  if (!registry.called) return registry;
  const fields = fieldsIn(registry, settings);
  const named = Object.keys(fields).filter((name) => fields[name]?.named && filterable(fields[name]));
  return { ...registry, fields, filters: [...new Set([...registry.filters, ...named])] };
}

/** References within which the label is unique: a city's name is unique only within its state. */
export const nameWithin = ({ fields, label, unique = [] }: AnyRegistry): string[] =>
  unique
    .filter((set) => set.includes(label))
    .flat()
    .filter((name) => fields[name]?.kind === 'ref');

/** Whether somebody may choose among the names of the registry's records. */
export const mayChoose = ({ authority, privateNames = false }: AnyRegistry, { can }: Pick<World, 'can'>): boolean =>
  privateNames === false || [authority, ...(privateNames === true ? [] : privateNames)].some((right) => can(right));

/** A record as read → as a form would send it back, without the fields that the server derives. */
export const inputOf = (registry: AnyRegistry, record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(writable(registry).map(([name]) => [name, record[name] ?? null]));

/** A required field that somebody may not read: they can insert no record. */
export const unsayable = (registry: { fields: Fields }, can: World['can']): Field | undefined =>
  writable(registry).find(([, field]) => field.required && field.initial === undefined && isHidden(field, can))?.[1];
