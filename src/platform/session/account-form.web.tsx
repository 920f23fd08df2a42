import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#kit/client/client.web.ts';

interface AccountField<N extends string> {
  name: N;
  label: string;
  kind: 'text' | 'email' | 'password';
  autoComplete: string;
  isOptional?: boolean;
}

/** The password, and the new one twice: the same for internal users and candidates. */
export const passwordFields = [
  { name: 'senha', label: 'Senha atual', kind: 'password', autoComplete: 'current-password' },
  { name: 'novaSenha', label: 'Nova senha', kind: 'password', autoComplete: 'new-password' },
  { name: 'confNovaSenha', label: 'Confirmar nova senha', kind: 'password', autoComplete: 'new-password' },
] as const satisfies AccountField<string>[];

type Values<N extends string> = Record<N, string>;
type Faults<N extends string> = Partial<Values<N>>;

interface AccountFormProps<N extends string> {
  fields: readonly AccountField<N>[];
  initial?: Faults<N>;
  /** faults that need no server; an object without a key lets the form go */
  judge?: (values: Values<N>) => Faults<N>;
  send: (values: Values<N>) => Promise<void>;
  action?: string;
  onCancel?: () => void;
}

/**
 * A short form about one's own account: faults, found here or by the server, are at their fields, and the first one gets the
 * focus.
 */
export function AccountForm<N extends string>({
  fields,
  initial,
  judge,
  send,
  action = 'Salvar',
  onCancel,
}: AccountFormProps<N>) {
  const [changed, setChanged] = useState<Faults<N>>({});
  const [faults, setFaults] = useState<Faults<N>>({});
  const [isSending, setIsSending] = useState(false);
  const values = Object.fromEntries(fields.map(({ name }) => [name, changed[name] ?? initial?.[name] ?? ''])) as Values<N>;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const show = (found: Faults<N>) => {
      setFaults(found);
      const [first] = Object.keys(found);
      if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return first !== undefined;
    };
    if (show(judge?.(values) ?? {})) return;
    setIsSending(true);
    try {
      await send(values);
      setChanged({});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show(Object.fromEntries((error.errors ?? []).map(({ field, message }) => [field, message])) as Faults<N>);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {fields.map(({ name, label, kind, autoComplete, isOptional = false }, index) => {
          const Input = kind === 'password' ? PasswordInput : TextInput;
          return (
            <Input
              key={name}
              name={name}
              {...(kind === 'email' ? { type: 'email' } : {})}
              label={label}
              withAsterisk={!isOptional}
              autoComplete={autoComplete}
              value={values[name]}
              error={faults[name]}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              onChange={(event) => setChanged({ ...changed, [name]: event.currentTarget.value })}
            />
          );
        })}
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancelar
            </Button>
          )}
          <Button type="submit" loading={isSending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
