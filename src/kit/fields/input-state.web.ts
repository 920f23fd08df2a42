import type { ComponentType, ReactNode } from 'react';
import { type Control, type FieldError, useController } from 'react-hook-form';
import type { Field } from './field.ts';

/** The props of every input; `path` is its place in the form's state (`doses.0.dias`). */
export interface InputProps {
  name: string;
  field: Field;
  control: Control;
  path: string;
  /** overrides `required` of the field, for `requiredWhen` */
  required?: boolean;
  readOnly?: boolean;
  /** in a table the heading is above, so only screen readers get the label */
  bare?: boolean;
}

/** A screen's own inputs, by field name. */
export type Inputs = Readonly<Record<string, ComponentType<InputProps>>>;

export const inputId = (path: string) => `campo-${path.replaceAll('.', '-')}`;

/** Connects an input with the form: its value, and the frame (label, required mark, hint, fault) that all inputs share. */
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

/** The form library keeps a fault of a list at the list itself or, when its rows have faults too, at its `root`. */
const messageOf = (error: FieldError | undefined): string | undefined => error?.message ?? error?.root?.message;

/** The first fault of a list's items, for inputs that show a whole list in one box. */
const itemMessageOf = (error: unknown): string | undefined =>
  Array.isArray(error) ? (error as (FieldError | undefined)[]).find((item) => item?.message)?.message : undefined;
