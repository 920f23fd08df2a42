import type { ReactNode, Ref } from 'react';

/** What the kit's own inputs share on the outside. */
export interface InputFrame {
  label?: ReactNode;
  'aria-label'?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  name?: string;
  id?: string;
  ref?: Ref<HTMLInputElement>;
  onBlur?: () => void;
}
