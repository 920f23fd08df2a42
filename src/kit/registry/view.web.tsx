import type { ComponentType, ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import type { Inputs } from '#kit/fields/input-state.web.ts';
import type { AnyRegistry } from './registry.ts';

/** A record as the wire gives it. */
export interface RecordRow extends Record<string, unknown> {
  id: number;
  versao?: number;
  /** what its reader may do with it now, as the server says: 'editar', 'excluir' and transitions */
  acoes?: readonly string[];
}

/** An action of a row, beside those that every registry has. */
export interface RowAction {
  label: string;
  icon: ReactNode;
  /** a screen … */
  to?: string;
  /** … or a deed; the list is asked anew when its promise ends */
  onClick?: () => unknown;
  danger?: boolean;
  /** absent from the screen of who lacks it, or one of them */
  authority?: string | readonly string[];
}

export interface CellProps<R extends RecordRow = RecordRow> {
  value: unknown;
  row: R;
}

/** What a list asks of a row. Written as a method: so what knows the rows of one registry is taken as well. */
export type OfRow<T> = { ask(row: RecordRow): T }['ask'];

/** Draws a cell; of any registry, as `OfRow` is. */
type Cell = { draw(props: CellProps): ReactNode }['draw'];

export interface PanelProps {
  /** absent for a new record */
  record?: RecordRow;
  control: Control;
}

interface Panel {
  title: string;
  content: ComponentType<PanelProps>;
  /** only for saved records */
  savedOnly?: boolean;
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
  /** where the form leads when it is done; its list when not said */
  back?: string;
  /** where a save goes on, when the work on the record begins with it */
  onward?: (id: number) => string;
}

/** What a registry says of its screens beyond the declaration: steps 2 to 4 of the house. */
export interface RegistryView {
  inputs?: Inputs;
  /** what a new record begins with beyond the fields' own first values; `copied` is the record that it is copied from, which it takes whole when not said */
  begin?: (copied?: RecordRow) => Readonly<Record<string, unknown>>;
  /** what a save would take away beyond what the form shows, as a question; undefined: nothing. `start` is what the form began with */
  asksBeforeSave?: (
    values: Readonly<Record<string, unknown>>,
    start: Readonly<Record<string, unknown>>,
    id: number | undefined,
  ) => Promise<string | undefined> | string | undefined;
  /** of the buttons of transitions, by their names */
  icons?: Readonly<Record<string, ReactNode>>;
  cells?: Readonly<Record<string, Cell>>;
  rowActions?: OfRow<readonly RowAction[]>;
  /** more tabs of the form */
  panels?: readonly Panel[];
  /** buttons beside 'Inserir' */
  listActions?: ComponentType<ListPageProps>;
  list?: ComponentType<ListPageProps>;
  form?: ComponentType<FormPageProps>;
}
