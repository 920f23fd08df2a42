import { useMemo } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { offering } from '#kit/fields/field.ts';
import type { InputProps } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { racasOferecidas } from '../pessoa/codigos.ts';

/** RUL-051: race 9 is in the list only where it is the present value. */
export function RacaInput(props: InputProps) {
  const { control } = useFormContext();
  const { defaultValues } = useFormState({ control });
  const field = useMemo(() => offering(props.field, racasOferecidas(defaultValues?.etniaRaca)), [props.field, defaultValues]);
  return <FieldInput {...props} field={field} />;
}
