import { TextInput, type TextInputProps } from '@mantine/core';
import { useMaskito } from '@maskito/react';
import { cpfMask } from '#kit/ui/inputs/masks.web.ts';

/** CPF with its mask, for the login pages. */
export function CpfInput({
  value,
  onChange,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (text: string) => void }) {
  const mask = useMaskito({ options: cpfMask });
  return (
    <TextInput
      label="CPF"
      name="cpf"
      inputMode="numeric"
      autoComplete="username"
      placeholder="000.000.000-00"
      {...rest}
      ref={mask}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
