import { createContext, useContext } from 'react';
import type { Field, Fields } from './field.ts';

/** The fields of the form around an input, for inputs that fill their neighbours. */
export const FormFieldsContext = createContext<Fields>({});

/** The declared field at a path of the form's state: `endereco`, or `doses.0.dias` inside rows. */
function fieldAt(fields: Fields, path: string): Field | undefined {
  const [head = '', , ...rest] = path.split('.');
  const found = Object.hasOwn(fields, head) ? fields[head] : undefined;
  return rest.length > 0 && found?.fields ? fieldAt(found.fields, rest.join('.')) : found;
}

/** The path of a neighbour of the field at `path`. */
export const besidePath = (path: string, name: string): string => path.slice(0, path.lastIndexOf('.') + 1) + name;

/** The fields of the record, or of the row, that contains the path. */
export function fieldsAround(fields: Fields, path: string): Fields {
  const [, row] = /^(.*)\.\d+\.[^.]*$/.exec(path) ?? [];
  return row === undefined ? fields : (fieldAt(fields, row)?.fields ?? {});
}

/** The fields whose names are unique within the record chosen at `path`: the city beside a state. */
export const narrowedBy = (fields: Fields, path: string): string[] =>
  Object.entries(fieldsAround(fields, path))
    .filter(([, { within }]) => within === path.split('.').at(-1))
    .map(([name]) => name);

export const useFormFields = (): Fields => useContext(FormFieldsContext);
