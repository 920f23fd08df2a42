import { type AnyForm, defineForm } from '#kit/form/form.ts';

type Row = Readonly<Record<string, unknown>>;

/** A sentence that says why not, or which records of the state it is said of. */
type Why = string | ((record: Row) => string | undefined);

/** What a state allows beyond its transitions. */
export interface State {
  /** why a record in this state is not edited */
  edit?: Why;
  /** why a record in this state is not removed */
  remove?: Why;
}

/** A deed that moves a record from one state to another: its route, button, dialog, trail and refusals follow from it. */
export interface Transition {
  /** what the button says: 'Confirmar desligamento' */
  label: string;
  /** said when it succeeded */
  done: string;
  from: readonly string[];
  to: string;
  authority: `ROLE_${string}`;
  /** why it is refused in any other state */
  why: string;
  /** what will happen, asked before; the record is as a list shows it */
  ask?: string | ((record: Row) => string);
  /** what is filled in: a reason, a date; nothing when not said */
  form?: AnyForm;
  /** red button: something is lost */
  danger?: boolean;
  /** offered for several records at once */
  bulk?: boolean;
}

/** The states of a registry's records. The field that holds them is written by transitions alone, never by a form, an import or a save. */
export interface Lifecycle {
  /** a `readOnly(choice(…))` with a code for each state */
  field: string;
  /** the state of a new record, unless `beforeSave` says another */
  initial: string;
  states: Readonly<Record<string, State>>;
  transitions: Readonly<Record<string, Transition>>;
}

/** What needs to be known of a registry to say what may be done with its records. */
interface Living {
  authority: string;
  readOnly?: boolean;
  lifecycle?: Lifecycle;
}

const NOTHING = defineForm({ fields: {} });

/** What a transition asks to be filled in. */
export const formOf = ({ form }: Transition): AnyForm => form ?? NOTHING;

const stateOf = ({ lifecycle }: Living, record: Row): State | undefined => lifecycle?.states[String(record[lifecycle.field])];

/** Why the present state of the record refuses to be edited or removed; undefined: it does not. */
export function stateRefuses(registry: Living, record: Row, deed: 'edit' | 'remove'): string | undefined {
  const why = stateOf(registry, record)?.[deed];
  return typeof why === 'function' ? why(record) : why;
}

/** Why the present state refuses the transition; undefined: it does not. */
export const refusesTransition = ({ field }: Lifecycle, { from, why }: Transition, record: Row): string | undefined =>
  from.includes(String(record[field])) ? undefined : why;

/** Names of the deeds that the record's reader may ask for now: 'editar', 'excluir' and transitions. The screens offer these alone. */
export function deedsOf(registry: Living, record: Row, can: (authority: string) => boolean): string[] {
  const { authority, readOnly, lifecycle } = registry;
  const may = (right: string, deed: 'edit' | 'remove') =>
    !readOnly && can(right) && stateRefuses(registry, record, deed) === undefined;
  return [
    ...(may(`${authority}_EDITAR`, 'edit') ? ['editar'] : []),
    ...(may(`${authority}_EXCLUIR`, 'remove') ? ['excluir'] : []),
    ...Object.entries(lifecycle?.transitions ?? {})
      .filter(
        ([, transition]) =>
          can(transition.authority) && refusesTransition(lifecycle as Lifecycle, transition, record) === undefined,
      )
      .map(([name]) => name),
  ];
}
