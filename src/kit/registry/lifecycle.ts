import type { World } from '#kit/acting/world.ts';
import { type AnyForm, EMPTY_FORM } from '#kit/form/form.ts';
import type { MessageType } from '#kit/message/message.ts';

type Row = Readonly<Record<string, unknown>>;

/** A sentence that gives the reason, or a function that gives it for some records. */
type Why = string | ((record: Row) => string | undefined);

/** A state, and why its records are not edited or removed. */
export interface State {
  /** why a record in this state is not edited */
  edit?: Why;
  /** why a record in this state is not removed */
  remove?: Why;
}

/** An action that moves a record from one state to another: its route, button, dialog, trail and refusals follow from it. */
export interface Transition {
  /** the text of the button: 'Confirmar desligamento' */
  label: string;
  /** the message of success */
  done: string;
  from: readonly string[];
  to: string;
  authority: `ROLE_${string}`;
  /** the refusal in every other state */
  why: string;
  /** why a record in one of those states is refused nevertheless; lists ask too, so it reads only fields that lists answer */
  refuses?: (record: Row) => string | undefined;
  /** the question before the transition: what will happen; the record is as a list shows it */
  ask?: string | ((record: Row) => string);
  /**
   * the form of the transition: a reason, a date; none by default. Fields that the record has under the same name are written
   * into the record
   */
  form?: AnyForm;
  /** what the form begins with, beside the initial values of its fields */
  start?: () => Readonly<Record<string, unknown>>;
  /** red button: something is lost */
  danger?: boolean;
  /** offered for several records at once */
  bulk?: boolean;
  /** a record that it may move appears in 'Esperando por mim' of those who may move it */
  awaited?: boolean;
  /** messages queued in the transaction of the move */
  messages?: readonly TransitionMessage[];
  /** another program answers by it, that opens nothing here: its own right is enough, and its guards name nobody */
  blind?: boolean;
}

/** The rights that a transition needs beside its own: its reasons and warnings tell of the record, so whoever moves it may open it. */
export const besidesToMove = ({ authority }: { authority: string }, { blind }: Pick<Transition, 'blind'>): readonly string[] =>
  blind ? [] : [authority];

/**
 * What may be done with a saved record besides editing it, by a dialog or a screen of the module's own (`deeds` of its view). It
 * is a button of the record's page and of its row in the list, and `acoes` names it for those who may do it now.
 */
export interface RecordDeed {
  /** the text of the button: 'Promover' */
  label: string;
  /** other words for it in the search of everything: 'demitir ana' */
  also?: readonly string[];
  /** the authorities that it needs, all of them */
  authority: `ROLE_${string}` | readonly `ROLE_${string}`[];
  /** whether the record allows it now; lists ask too, so it reads only fields that lists answer */
  when?(record: Row, world: World): boolean;
  /** red button: something is lost */
  danger?: boolean;
}

/**
 * The recipients of a transition's message: users who may open the record and did not move it themselves, and addresses in the
 * record.
 */
export interface TransitionMessage {
  /** its variables are fields of the record and of the transition's form, `id`, and `quem` for the person who moved it */
  type: MessageType;
  /**
   * 'maker': whoever inserted the record; the name of a field that refers to a user or holds an e-mail; 'others': those of the
   * transition's hook
   */
  to: readonly string[];
}

/** The states of a registry's records. Only transitions write the field of the state, never a form, an import or a save. */
export interface Lifecycle {
  /** a `readOnly(choice(…))` with a code for each state */
  field: string;
  /** false: the list offers no board of the states */
  board?: false;
  /** the state of a new record, unless `beforeSave` sets another */
  initial: string;
  states: Readonly<Record<string, State>>;
  transitions: Readonly<Record<string, Transition>>;
}

/** Fields of a record that can no longer change, with the reason as a sentence. */
export interface LockedFields {
  fields: readonly string[];
  why: string;
}

/**
 * The changes that a saved record does not allow, with the reason: forms show the sentence, and the server and the import refuse with it. Lists show
 * it too, so it reads only fields that lists answer.
 */
export interface Locks {
  /** a sentence locks the whole record; fields with a sentence lock only those */
  edit?(record: Row, world: World): string | LockedFields | false | undefined;
  remove?(record: Row, world: World): string | false | undefined;
}

/** A registry of people. */
export interface People {
  /**
   * why somebody is never removed; only the undo of the import that inserted them takes them back. Lists show it too, so it reads
   * only fields that lists answer
   */
  stays?(record: Row, world: World): string | false | undefined;
}

/** The parts of a registry that decide which actions a record allows. */
interface Living {
  authority: string;
  readOnly?: boolean;
  ownWrites?: boolean;
  trail?: 'none';
  lifecycle?: Lifecycle;
  deeds?: Readonly<Record<string, RecordDeed>>;
  lockedWhen?: Locks;
  people?: People;
}

type Deed = 'edit' | 'remove';

/** Whether the registry's list offers a board of its states. */
export const hasBoard = ({ lifecycle }: Pick<Living, 'lifecycle'>): boolean =>
  lifecycle !== undefined && lifecycle.board !== false;

/** The form of a transition. */
export const formOf = ({ form }: Transition): AnyForm => form ?? EMPTY_FORM;

const stateOf = ({ lifecycle }: Living, record: Row): State | undefined => lifecycle?.states[String(record[lifecycle.field])];

/** Why the present state forbids editing or removing the record; undefined: it allows it. */
export function stateRefuses(registry: Living, record: Row, deed: Deed): string | undefined {
  const why = stateOf(registry, record)?.[deed];
  return typeof why === 'function' ? why(record) : why;
}

/** Why the record's present state refuses the transition; undefined: it does not. */
export const refusesTransition = ({ field }: Lifecycle, { from, why, refuses }: Transition, record: Row): string | undefined =>
  from.includes(String(record[field])) ? refuses?.(record) : why;

/** The lock that the registry's declaration puts on the record. */
export const lockedFields = ({ lockedWhen }: Pick<Living, 'lockedWhen'>, record: Row, world: World): LockedFields | undefined => {
  const lock = lockedWhen?.edit?.(record, world);
  return typeof lock === 'object' ? lock : undefined;
};

/** Why the whole record cannot be edited or removed; undefined: it can. */
export function lockOf({ lockedWhen }: Pick<Living, 'lockedWhen'>, record: Row, world: World, deed: Deed): string | undefined {
  const lock = lockedWhen?.[deed]?.(record, world);
  return typeof lock === 'string' ? lock : undefined;
}

/** Why somebody is never removed; undefined: the record may be removed. */
export const whyStays = ({ people }: Pick<Living, 'people'>, record: Row, world: World): string | undefined =>
  people?.stays?.(record, world) || undefined;

/** The sentence that the page shows when nothing of the record can be edited. */
export const whyWholeLocked = (registry: Living, record: Row, world: World): string | undefined =>
  stateRefuses(registry, record, 'edit') ?? lockOf(registry, record, world, 'edit');

/** The sentence that the form shows when all of the record or some fields are locked. */
export const whyLocked = (registry: Living, record: Row, world: World): string | undefined =>
  whyWholeLocked(registry, record, world) ?? lockedFields(registry, record, world)?.why;

/**
 * Names of the actions that the reader may take on the record now: 'editar', 'excluir', transitions and deeds. The screens offer
 * only these. `refuses` adds the refusals of the registry's hooks.
 */
export function deedsOf(registry: Living, record: Row, world: World, refuses: (deed: Deed) => boolean = () => false): string[] {
  const { authority, readOnly, ownWrites, trail, lifecycle, deeds = {} } = registry;
  const may = (right: string, deed: Deed) =>
    (!readOnly || ownWrites === true) &&
    // Records without a trail are added, never changed.
    trail !== 'none' &&
    world.can(right) &&
    stateRefuses(registry, record, deed) === undefined &&
    lockOf(registry, record, world, deed) === undefined &&
    (deed === 'edit' || whyStays(registry, record, world) === undefined) &&
    !refuses(deed);
  return [
    ...(may(`${authority}_EDITAR`, 'edit') ? ['editar'] : []),
    ...(may(`${authority}_EXCLUIR`, 'remove') ? ['excluir'] : []),
    ...Object.entries(lifecycle?.transitions ?? {})
      .filter(
        ([, transition]) =>
          [transition.authority, ...besidesToMove(registry, transition)].every((right) => world.can(right)) &&
          refusesTransition(lifecycle as Lifecycle, transition, record) === undefined,
      )
      .map(([name]) => name),
    ...Object.entries(deeds)
      .filter(([, deed]) => [deed.authority].flat().every((right) => world.can(right)) && deed.when?.(record, world) !== false)
      .map(([name]) => name),
  ];
}
