import type { ComponentType } from 'react';
import { useFormContext } from 'react-hook-form';
import { type InputProps, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { RefBox } from '#kit/fields/reference-inputs.web.tsx';

/**
 * Chooses a person and fills the form with the answer of `situacaoDe`: values by field name, none of which must be typed again.
 */
export function colaboradorQueComeca(situacaoDe: (id: number) => Promise<Record<string, unknown>>): ComponentType<InputProps> {
  return function ColaboradorInput(props: InputProps) {
    const input = useInput<unknown>(props);
    const form = useFormContext();
    const comeca = async (escolhido: number) => {
      const situacao = await situacaoDe(escolhido).catch(() => ({}));
      for (const [nome, valor] of Object.entries(situacao))
        form.setValue(nome, valor, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    };
    return (
      <RefBox
        {...pickerFrame(input)}
        target="gestao-talentos/talentos"
        value={input.value}
        onChange={(escolhido) => {
          input.onChange(escolhido);
          if (escolhido) void comeca(escolhido.id);
        }}
      />
    );
  };
}
