import type { World } from '#kit/acting/world.ts';
import { type AnyForm, defineForm } from '#kit/form/form.ts';
import type { MessageType } from '#kit/message/message.ts';

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
  /** why a record in one of those states does not move all the same; lists ask it too, so it reads fields that they answer */
  refuses?: (record: Row) => string | undefined;
  /** what will happen, asked before; the record is as a list shows it */
  ask?: string | ((record: Row) => string);
  /** what is filled in: a reason, a date; nothing when not said. What the record has a field of the same name for is written there */
  form?: AnyForm;
  /** red button: something is lost */
  danger?: boolean;
  /** offered for several records at once */
  bulk?: boolean;
  /** a record that it may move waits for somebody to do so, and stands in what waits for them */
  awaited?: boolean;
  /** told in the transaction of the move */
  messages?: readonly TransitionMessage[];
}

/** Who hears of a transition: users who may open the record and did not move it themselves, and addresses that the record holds. */
export interface TransitionMessage {
  /** its variables are fields of the record and of the transition's form, `id`, and `quem` for who moved it */
  type: MessageType;
  /** 'maker': whoever inserted the record; the name of a reference to a user, or of an e-mail field; 'others': those of the transition's hook */
  to: readonly string[];
}

/** The states of a registry's records. The field that holds them is written by transitions alone, never by a form, an import or a save. */
export interface Lifecycle {
  /** a `readOnly(choice(…))` with a code for each state */
  field: string;
  /** false: the states are not what the list is worked by, so it offers no board of them */
  board?: false;
  /** the state of a new record, unless `beforeSave` says another */
  initial: string;
  states: Readonly<Record<string, State>>;
  transitions: Readonly<Record<string, Transition>>;
}

/** Fields that a record no longer changes, with the sentence that says why. */
export interface LockedFields {
  fields: readonly string[];
  why: string;
}

/**
 * What a record that stands does not allow, and why: forms show the sentence, and the server and the import refuse with it. It is told to lists too, so
 * it reads fields that they answer.
 */
export interface Locks {
  /** a sentence locks the whole record, fields with their sentence lock those */
  edit?(record: Row, world: World): string | LockedFields | false | undefined;
  remove?(record: Row, world: World): string | false | undefined;
}

/** What needs to be known of a registry to say what may be done with its records. */
interface Living {
  authority: string;
  readOnly?: boolean;
  ownWrites?: boolean;
  trail?: 'none';
  lifecycle?: Lifecycle;
  lockedWhen?: Locks;
}

type Deed = 'edit' | 'remove';

/** Whether lists of the registry are offered as a board of its states. */
export const hasBoard = ({ lifecycle }: Pick<Living, 'lifecycle'>): boolean =>
  lifecycle !== undefined && lifecycle.board !== false;

const NOTHING = defineForm({ fields: {} });

/** What a transition asks to be filled in. */
export const formOf = ({ form }: Transition): AnyForm => form ?? NOTHING;

const stateOf = ({ lifecycle }: Living, record: Row): State | undefined => lifecycle?.states[String(record[lifecycle.field])];

/** Why the present state of the record refuses to be edited or removed; undefined: it does not. */
export function stateRefuses(registry: Living, record: Row, deed: Deed): string | undefined {
  const why = stateOf(registry, record)?.[deed];
  return typeof why === 'function' ? why(record) : why;
}

/** Why the record as it stands refuses the transition; undefined: it does not. */
export const refusesTransition = ({ field }: Lifecycle, { from, why, refuses }: Transition, record: Row): string | undefined =>
  from.includes(String(record[field])) ? refuses?.(record) : why;

/** What the record's declaration locks of it. */
export const lockedFields = ({ lockedWhen }: Pick<Living, 'lockedWhen'>, record: Row, world: World): LockedFields | undefined => {
  const lock = lockedWhen?.edit?.(record, world);
  return typeof lock === 'object' ? lock : undefined;
};

/** Why the whole record is locked against being edited or removed; undefined: it is not. */
export function lockOf({ lockedWhen }: Pick<Living, 'lockedWhen'>, record: Row, world: World, deed: Deed): string | undefined {
  const lock = lockedWhen?.[deed]?.(record, world);
  return typeof lock === 'string' ? lock : undefined;
}

/** Why the form of the record is locked, all of it or some fields, as its reader is told. */
export const whyLocked = (registry: Living, record: Row, world: World): string | undefined =>
  stateRefuses(registry, record, 'edit') ?? lockOf(registry, record, world, 'edit') ?? lockedFields(registry, record, world)?.why;

/**
 * Names of the deeds that the record's reader may ask for now: 'editar', 'excluir' and transitions. The screens offer these alone. `refuses` says
 * what the registry's hooks refuse besides.
 */
export function deedsOf(registry: Living, record: Row, world: World, refuses: (deed: Deed) => boolean = () => false): string[] {
  const { authority, readOnly, ownWrites, trail, lifecycle } = registry;
  const may = (right: string, deed: Deed) =>
    (!readOnly || ownWrites === true) &&
    // What leads to nobody is added, never changed.
    trail !== 'none' &&
    world.can(right) &&
    stateRefuses(registry, record, deed) === undefined &&
    lockOf(registry, record, world, deed) === undefined &&
    !refuses(deed);
  return [
    ...(may(`${authority}_EDITAR`, 'edit') ? ['editar'] : []),
    ...(may(`${authority}_EXCLUIR`, 'remove') ? ['excluir'] : []),
    ...Object.entries(lifecycle?.transitions ?? {})
      .filter(
        ([, transition]) =>
          world.can(transition.authority) && refusesTransition(lifecycle as Lifecycle, transition, record) === undefined,
      )
      .map(([name]) => name),
  ];
}
