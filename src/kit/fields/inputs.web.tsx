import type { InputProps } from './input-state.web.ts';
import { PlainInput } from './plain-input.web.tsx';
import { RowsInput } from './rows-input.web.tsx';

/** The input of a field, whatever its kind. */
export const FieldInput = (props: InputProps) =>
  props.field.kind === 'rows' ? <RowsInput {...props} /> : <PlainInput {...props} />;
