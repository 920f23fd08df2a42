import { createContext, useContext } from 'react';
import type { Field, Fields } from './field.ts';

/** The declared fields of the form around an input, for inputs that fill their neighbours. */
export const FormFieldsContext = createContext<Fields>({});

/** The declared field at a path of the form's state: `endereco`, or `doses.0.dias` inside rows. */
export function fieldAt(fields: Fields, path: string): Field | undefined {
  const [head = '', , ...rest] = path.split('.');
  const found = Object.hasOwn(fields, head) ? fields[head] : undefined;
  return rest.length > 0 && found?.fields ? fieldAt(found.fields, rest.join('.')) : found;
}

export const useFormFields = (): Fields => useContext(FormFieldsContext);
