import { createContext, useContext } from 'react';
import type { Field, Fields } from './field.ts';

/** The declared fields of the form around an input, for inputs that fill their neighbours. */
export const FormFieldsContext = createContext<Fields>({});

/** The declared field at a path of the form's state: `endereco`, or `doses.0.dias` inside rows. */
function fieldAt(fields: Fields, path: string): Field | undefined {
  const [head = '', , ...rest] = path.split('.');
  const found = Object.hasOwn(fields, head) ? fields[head] : undefined;
  return rest.length > 0 && found?.fields ? fieldAt(found.fields, rest.join('.')) : found;
}

/** Path of the field that stands beside the one at `path`. */
export const besidePath = (path: string, name: string): string => path.replace(/[^.]*$/, name);

/** The declared fields of the record, or of the row, that a path leads into. */
export function fieldsAround(fields: Fields, path: string): Fields {
  const [, row] = /^(.*)\.\d+\.[^.]*$/.exec(path) ?? [];
  return row === undefined ? fields : (fieldAt(fields, row)?.fields ?? {});
}

/** Names of the fields whose record has its name within the one that the field at `path` names. */
export const narrowedBy = (fields: Fields, path: string): string[] =>
  Object.entries(fieldsAround(fields, path))
    .filter(([, { within }]) => within === path.split('.').at(-1))
    .map(([name]) => name);

export const useFormFields = (): Fields => useContext(FormFieldsContext);
