import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Inputs } from '#kit/fields/input-state.web.ts';
import type { BulkEdited } from './bulk-edit.ts';
import type { AnyRegistry } from './registry.ts';

/** A record as the wire gives it. */
export interface RecordRow extends Record<string, unknown> {
  id: number;
  versao?: number;
  /** the actions that its reader may take now, from the server: 'editar', 'excluir' and transitions */
  acoes?: readonly string[];
}

/** An action of a row, beside those that every registry has. */
export interface RowAction {
  label: string;
  icon: ReactNode;
  /** leads to a screen … */
  to?: string;
  /** … or runs an action; the list is loaded again when its promise ends */
  onClick?: () => unknown;
  danger?: boolean;
  /** the authorities that it needs, all of them; without one the action is hidden */
  authority?: string | readonly string[];
}

/** A record that an action on several left as it was, and why. */
export interface LeftOut {
  id: number;
  /** the record's name, if the server gives it */
  nome?: string | null;
  message: string;
}

/** An action on the selected records of a list, beside those that every registry has. */
export interface BulkAction extends Pick<RowAction, 'label' | 'icon' | 'danger' | 'authority'> {
  /** it changes the records, so it stands before export and print */
  changes?: true;
  /** answers the records that stayed as they were: they stay selected; nothing: the selection stays */
  onClick?(ids: readonly number[]): Promise<readonly LeftOut[] | undefined>;
  /** … or asks in a dialog first */
  dialog?: ComponentType<BulkDialogProps>;
}

export interface BulkDialogProps {
  ids: readonly number[];
  /** the list tells what was edited, offers to undo it, and is loaded again */
  onEdited(edited: BulkEdited): unknown;
  onClose(): void;
}

export interface DeedProps {
  /** `module/slug` of the registry */
  path: string;
  /** the record as its page or its list shows it: a list leaves out fields with `detail`, child rows among them */
  record: RecordRow;
  /** closes the dialog; the screen's data is loaded again */
  onClose: () => void;
}

/** How a deed of the registry is done: in a dialog, or on a screen. */
export type DeedView = { icon?: ReactNode } & ({ dialog: ComponentType<DeedProps> } | { to: OfRow<string> });

export interface CellProps<R extends RecordRow = RecordRow> {
  value: unknown;
  row: R;
}

/** A question of a list about one of its rows. It is a method, so that a function which knows the rows of one registry fits. */
export type OfRow<T> = { ask(row: RecordRow): T }['ask'];

/** Draws a cell; of any registry, as `OfRow` is. */
type Cell = { draw(props: CellProps): ReactNode }['draw'];

export interface PanelProps {
  record: RecordRow;
}

interface Panel {
  title: string;
  content: ComponentType<PanelProps>;
  /** before the record's own sections: the page opens with it */
  isFirst?: boolean;
}

/** A section of a record's page: fields of the record, or a panel of its view. */
export interface RecordSection {
  /** as the address names it */
  key: string;
  title: string;
  fields: readonly string[];
  content?: ComponentType<PanelProps>;
}

export interface ListPageProps {
  /** `module/slug`: address of the screen and, below /api, of the server */
  path: string;
  registry: AnyRegistry;
  view?: RegistryView;
  /** title of the module, for the breadcrumb */
  module?: string;
}

export interface FormPageProps extends ListPageProps {
  /** absent for a new record */
  id?: number;
  /** where the form leads when it is done; by default its list */
  back?: string;
  /** where a save leads, when it is only the first step of the work on the record */
  onward?: (id: number) => string;
}

/** What only a record's page and the forms of a registry need. */
interface RecordHalf {
  inputs?: Inputs;
  /**
   * the initial values of a new record beyond the fields' own; `copied` is the record that it is copied from, taken whole by
   * default
   */
  begin?: (copied?: RecordRow) => Readonly<Record<string, unknown>>;
  /**
   * a question before a save that would remove more than the form shows; undefined: no question. `start` are the initial values
   * of the form
   */
  asksBeforeSave?: (
    values: Readonly<Record<string, unknown>>,
    start: Readonly<Record<string, unknown>>,
    id: number | undefined,
  ) => Promise<string | undefined> | string | undefined;
  /** after a save: loads again what other screens know of the records, beyond their lists */
  afterSave?: (queries: QueryClient) => unknown;
  /** more sections of a saved record's page */
  panels?: readonly Panel[];
  /** what stands below the inputs of the form, and may read them as `useWatch` gives them: a preview */
  foot?: ComponentType;
  /** fields that only their own input can show: a matrix, a tree; the reading page shows it, read-only */
  readByInput?: readonly string[];
  form?: ComponentType<FormPageProps>;
}

/** The screens of a registry beyond its declaration (steps 2 to 4 of the growth table in docs/ARCHITECTURE.md). */
export interface RegistryView extends RecordHalf {
  /** the record's half, loaded with the first record: so that a list comes without the programs of forms */
  record?: () => Promise<RecordHalf>;
  /** by its name, how each deed of the registry is done */
  deeds?: Readonly<Record<string, DeedView>>;
  /** names of the transitions and deeds that come before the others where this record stands; by default as they are declared */
  first?: OfRow<readonly string[]>;
  /** icons of the buttons of transitions, by their names */
  icons?: Readonly<Record<string, ReactNode>>;
  /** what stands below the inputs of a transition's dialog, by its name, and may read them as `useWatch` gives them: a preview */
  feet?: Readonly<Record<string, ComponentType<{ ids: readonly number[] }>>>;
  cells?: Readonly<Record<string, Cell>>;
  /** what its screens say above the list and above a record */
  notice?: ComponentType;
  rowActions?: OfRow<readonly RowAction[]>;
  bulkActions?: readonly BulkAction[];
  /** buttons beside 'Inserir' */
  listActions?: ComponentType<ListPageProps>;
  list?: ComponentType<ListPageProps>;
}
