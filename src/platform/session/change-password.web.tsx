import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '#kit/http/client.web.ts';
import { toast } from '#kit/ui/toast.web.ts';

const empty = { senha: '', novaSenha: '', confNovaSenha: '' };
type Values = typeof empty;

const labels: Values = { senha: 'Senha atual', novaSenha: 'Nova senha', confNovaSenha: 'Confirmar nova senha' };
const complete: Values = { senha: 'current-password', novaSenha: 'new-password', confNovaSenha: 'new-password' };

function judge(values: Values): Partial<Values> {
  const faults: Partial<Values> = {};
  for (const name of Object.keys(empty) as (keyof Values)[])
    if (values[name] === '') faults[name] = `${labels[name]} é obrigatória`;
  if (faults.confNovaSenha) faults.confNovaSenha = 'Confirmação da nova senha é obrigatória';
  if (!faults.novaSenha && !faults.confNovaSenha && values.novaSenha !== values.confNovaSenha) {
    faults.confNovaSenha = 'A senha não foi confirmada corretamente. Por favor, confira.';
  }
  return faults;
}

/** 'Alterar Minha Senha'. */
export function ChangePasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [values, setValues] = useState(empty);
  const [faults, setFaults] = useState<Partial<Values>>({});
  const close = () => {
    setValues(empty);
    setFaults({});
    onClose();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = judge(values);
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    try {
      await api.put('/api/userinfo/senha', values, { silent: ['FIELD_VALIDATION_VIOLATION'] });
      toast.success('Senha alterada com sucesso.');
      close();
    } catch (error) {
      if (error instanceof ApiError && error.errors)
        setFaults(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
    }
  };
  return (
    <Modal opened={opened} onClose={close} title="Alterar Minha Senha">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          {(Object.keys(empty) as (keyof Values)[]).map((name, index) => (
            <PasswordInput
              key={name}
              name={name}
              label={labels[name]}
              withAsterisk
              autoComplete={complete[name]}
              error={faults[name]}
              value={values[name]}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancelar
            </Button>
            <Button type="submit">Salvar</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
