import type { World } from '#kit/acting/world.ts';
import { type Field, type Fields, fieldsIn } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { traits } from '#kit/fields/traits.ts';
import { type Form, writable } from '#kit/form/form.ts';
import { formOf, type Lifecycle, type Locks } from './lifecycle.ts';

/** The form of a record, and what else a registry is. */
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
  /** columns of the list, in order */
  columns: readonly Name[];
  /** text fields that the search box looks into; the first text column when not said */
  search?: readonly Name[];
  /** the required reference whose record the search box looks for instead: thousands of rows keep no copy of its name to search in */
  searchOf?: Name;
  /** fields offered in the filter panel; the filterable columns when not said */
  filters?: readonly Name[];
  /** first order of the list */
  sort?: { field: Name; order: 'asc' | 'desc' };
  /** fields whose combination may stand once in a company (letters' case and accents aside) */
  unique?: readonly (readonly Name[])[];
  /**
   * records that share the first unique set follow each other in time, each from a day until another, and so does what stands under it: a person's
   * employments. One whose field `never` holds the value never was. Their key is made by a migration of the registry, and called as the set's own would be but
   * for its ending
   */
  successive?: { from: Name; until: Name; never: { field: Name; value: string } };
  /** the states of its records and what moves them from one to the next */
  lifecycle?: Lifecycle & { field: Name };
  /**
   * its records stand on days: a calendar beside the list. Without `to` each stands on one day; where `to` is empty it lasts one day, or `goesOn` until
   * today and beyond. `title` is what the calendar calls it by, the label when not said
   */
  calendar?: { from: Name; to?: Name; goesOn?: true; title?: Name };
  /** why a record that stands is not edited or removed */
  lockedWhen?: Locks;
  /** table name when the id alone would be ambiguous */
  table?: string;
  /** field that names a record elsewhere; the first text field when not said */
  label?: Name;
  /** records come from elsewhere: no form, no save */
  readOnly?: boolean;
  /** of a readOnly one: routes of the module's own write its records at these addresses, so that `acoes` offers it */
  ownWrites?: boolean;
  /** false: reached from another screen, not from the menu */
  menu?: false;
  /** its names are not for every session: the selection of records asks for `authority` too, or for one of those said here, whose screens name records of it */
  privateNames?: boolean | readonly `ROLE_${string}`[];
  /** records are dated: this name of the query asks for them as they stood on a day, from where the hooks' `asOf` says */
  asOf?: string;
  /** filter codes that mean 'all of them' */
  everything?: { readonly [K in Name]?: string };
  /** false: its records are edited one by one alone */
  bulkEdit?: false;
  /** the table is a view that a migration writes by hand */
  view?: boolean;
  /** reading one record leaves a line in the trail, though none of its fields asks for an authority */
  told?: boolean;
  /**
   * its records lead to nobody who saved them: no line in the trail, no key that leads to a person, no moment, random ids (docs/adr/0029). They are
   * added and read, never changed
   */
  trail?: 'none';
  /** for tests: what a sample record says where the samples of its single fields break a rule across them; `n` is another one for each record */
  sample?(record: Readonly<Record<string, unknown>>, n: number): Readonly<Record<string, unknown>>;
}

/** A declaration with everything derived from it that others ask for. */
export interface Registry<F extends Fields = Fields, Name extends string = keyof F & string>
  extends RegistryDeclaration<F, Name> {
  table: string;
  label: Name;
  search: readonly Name[];
  filters: readonly Name[];
  sort: { field: Name; order: 'asc' | 'desc' };
}

const isText = (field: Field | undefined) => field?.kind === 'text' || field?.kind === 'longText';

const filterable = (field: Field | undefined) =>
  field !== undefined && !field.computed && !traits[field.kind].isLong && traits[field.kind].filter !== 'none';

/** Declares a registry: screens, routes, table, import, export and tests follow from it. */
export function defineRegistry<const F extends Fields>(declaration: RegistryDeclaration<F>): Registry<F> {
  const names = Object.keys(declaration.fields) as (keyof F & string)[];
  const label = declaration.label ?? names.find((name) => isText(declaration.fields[name])) ?? names[0];
  if (label === undefined) throw new Error(`${declaration.id}: a registry needs a field`);
  // Everybody who opens the registry, or names its records, reads by these; the search leaves a masked field out for who may not read it.
  const searched = (declaration.search ?? []).filter((name) => !declaration.fields[name]?.masked);
  const open = [label, ...searched, ...(declaration.sort ? [declaration.sort.field] : [])];
  for (const name of open)
    if (declaration.fields[name]?.sensitive)
      throw new Error(`${declaration.id}: ${name} is sensitive and cannot be searched or named by`);
  for (const name of Object.values({ ...declaration.calendar, goesOn: undefined }))
    if (name !== undefined && declaration.fields[name]?.sensitive)
      throw new Error(`${declaration.id}: ${name} is sensitive, and a calendar shows it`);
  if (declaration.trail === 'none') demandUnnamed(declaration.id, declaration);
  if (declaration.lifecycle) demandLifecycle(declaration.id, declaration.fields, declaration.lifecycle);
  return {
    table: declaration.id.replaceAll('-', '_'),
    label,
    search: [label],
    filters: declaration.columns.filter((name) => filterable(declaration.fields[name])),
    sort: { field: label, order: 'asc' },
    ...declaration,
  } as Registry<F>;
}

/** States and codes are the same, somebody can leave every state that is not an end, and nobody types the state. */
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

/** What would tell who saved a record, or when, is nothing that it may have. */
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

/** The declaration as a company knows it: its fields by the titles that it gives them, and filters by those that it uses. */
export function inCompany(registry: AnyRegistry, settings: World['settings']): AnyRegistry {
  if (!registry.called) return registry;
  const fields = fieldsIn(registry, settings);
  const named = Object.keys(fields).filter((name) => fields[name]?.named && filterable(fields[name]));
  return { ...registry, fields, filters: [...new Set([...registry.filters, ...named])] };
}

/** References that the label is unique within: a city's name means one city only within its state. */
export const nameWithin = ({ fields, label, unique = [] }: AnyRegistry): string[] =>
  unique
    .filter((set) => set.includes(label))
    .flat()
    .filter((name) => fields[name]?.kind === 'ref');

/** A record as it is read → as a form would send it back: what is written, without what the server derives. */
export const inputOf = (registry: AnyRegistry, record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(writable(registry).map(([name]) => [name, record[name] ?? null]));

/** The field that every record must have and somebody may not read: they insert none. */
export const unsayable = (registry: { fields: Fields }, can: World['can']): Field | undefined =>
  writable(registry).find(([, field]) => field.required && field.initial === undefined && isHidden(field, can))?.[1];
