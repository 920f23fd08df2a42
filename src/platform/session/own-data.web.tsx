import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '#kit/http/client.web.ts';
import { toast } from '#kit/ui/toast.web.ts';
import { useSession } from './session.web.tsx';

interface Own {
  nome: string;
  email: string | null;
}

/** 'Atualizar Meus Dados'. */
export function OwnDataDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['meus-dados'],
    queryFn: () => api.get<Own>('/api/userinfo/dados'),
    staleTime: 0,
    gcTime: 0,
  });
  const [changed, setChanged] = useState<Partial<Own>>({});
  const [senha, setSenha] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const values = { nome: changed.nome ?? data?.nome ?? '', email: changed.email ?? data?.email ?? '' };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      await api.put('/api/userinfo/dados', { ...values, senha }, { silent: ['FIELD_VALIDATION_VIOLATION'] });
      toast.success('Dados atualizados com sucesso.');
      await session.renew();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.errors) return;
      setFaults(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
      form.querySelector<HTMLInputElement>(`[name=${error.errors[0]?.field}]`)?.focus();
    }
  };
  return (
    <Modal opened onClose={onClose} title="Atualizar Meus Dados">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <TextInput
            name="nome"
            label="Nome"
            withAsterisk
            autoComplete="name"
            value={values.nome}
            error={faults.nome}
            onChange={(event) => setChanged({ ...changed, nome: event.currentTarget.value })}
          />
          <TextInput
            name="email"
            type="email"
            label="E-mail"
            autoComplete="email"
            value={values.email}
            error={faults.email}
            onChange={(event) => setChanged({ ...changed, email: event.currentTarget.value })}
          />
          <PasswordInput
            name="senha"
            label="Senha atual"
            withAsterisk
            autoComplete="current-password"
            value={senha}
            error={faults.senha}
            onChange={(event) => setSenha(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit">Salvar</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
