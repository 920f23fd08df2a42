import type { ComponentType, ReactNode } from 'react';
import { type Control, type FieldError, useController } from 'react-hook-form';
import type { Field } from './field.ts';

/** What every input of the kit takes; `path` is the place in the form's state (`doses.0.dias`). */
export interface InputProps {
  name: string;
  field: Field;
  control: Control;
  path: string;
  /** overrides the field's own mark, as `requiredWhen` asks */
  required?: boolean;
  readOnly?: boolean;
  /** in a table the heading stands above: the label is only spoken */
  bare?: boolean;
}

/** Inputs of a screen's own, by the names of their fields. */
export type Inputs = Readonly<Record<string, ComponentType<InputProps>>>;

export const inputId = (path: string) => `campo-${path.replaceAll('.', '-')}`;

/** Ties an input to the form: its value, and the frame (label, mark, hint, fault) that all inputs share. */
export function useInput<T>({ field, control, path, required, readOnly, bare }: InputProps) {
  const { field: state, fieldState } = useController({ control, name: path });
  const error = messageOf(fieldState.error) ?? (field.kind === 'rows' ? undefined : itemMessageOf(fieldState.error));
  const isRequired = required ?? (field.required && !readOnly);
  return {
    value: state.value as T,
    onChange: state.onChange as (value: unknown) => void,
    onBlur: state.onBlur,
    error,
    isRequired,
    isReadOnly: readOnly === true || field.readOnly === true,
    frame: {
      id: inputId(path),
      name: path,
      label: bare ? undefined : (field.label as ReactNode),
      'aria-label': bare ? field.label : undefined,
      description: field.hint,
      error,
      withAsterisk: isRequired,
    },
  };
}

/** The same frame with the property names of the kit's select, multi-select and checklist. */
export function pickerFrame({ frame, isRequired, isReadOnly, onBlur }: Omit<ReturnType<typeof useInput>, 'value'>) {
  const { withAsterisk: _mark, ...rest } = frame;
  return { ...rest, required: isRequired, readOnly: isReadOnly, clearable: !isRequired, onBlur };
}

/** The same frame with the property names of text inputs. */
export const textFrame = ({ frame, isRequired, isReadOnly, onBlur }: Omit<ReturnType<typeof useInput>, 'value'>) => ({
  ...frame,
  onBlur,
  'aria-required': isRequired,
  readOnly: isReadOnly,
});

/** The form library puts a fault of a list on the list itself or, beside faults of its rows, on its root. */
const messageOf = (error: FieldError | undefined): string | undefined => error?.message ?? error?.root?.message;

/** An input that shows a list in one box (addresses, choices) has no place for faults of items: it shows the first one. */
const itemMessageOf = (error: unknown): string | undefined =>
  Array.isArray(error) ? (error as (FieldError | undefined)[]).find((item) => item?.message)?.message : undefined;
