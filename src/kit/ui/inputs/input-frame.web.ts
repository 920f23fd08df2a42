import type { ReactNode, Ref } from 'react';

/** The outer properties that the kit's own inputs share. */
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
