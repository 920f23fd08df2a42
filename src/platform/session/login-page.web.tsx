import { Alert, Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { ApiError, api } from '#kit/http/client.web.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Select } from '#kit/ui/select.web.tsx';
import { markArrived } from './arrival.web.tsx';
import { CpfInput } from './cpf-input.web.tsx';
import { PublicFrame } from './frame.web.tsx';
import { type Company, useSession } from './session.web.tsx';

/** Only a path of ours: `?voltar=//elsewhere` would lead away. */
const safePath = (path: string | null) => (path !== null && /^\/(?![/\\])/.test(path) ? path : '/');

/** Companies of a complete CPF, for the login's third input. */
function useCompanies(cpf: string) {
  const bare = cpfNumber.normalize(cpf);
  const { data } = useQuery({
    queryKey: ['login-empresas', bare],
    queryFn: () => api.get<Company[]>('/api/login/empresas', { cpf: bare }, { quiet: true, silent: true }).catch(() => []),
    enabled: bare.length === 11 && cpfNumber.isValid(bare),
    staleTime: 60_000,
  });
  return data ?? [];
}

/** `/login`: CPF, password, company. */
export function LoginPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const [cpf, setCpf] = useState('');
  const [senha, setSenha] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const [faults, setFaults] = useState<{ cpf?: string; senha?: string; empresa?: string; form?: string }>({});
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const companies = useCompanies(cpf);
  const empresaId = companies.some(({ id }) => id === chosen)
    ? chosen
    : companies.length === 1
      ? (companies[0]?.id ?? null)
      : null;
  if (session.isLoading) return <ScreenLoading />;
  if (session.autenticado) return <Navigate to={safePath(search.get('voltar'))} replace />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found: typeof faults = {};
    if (cpf === '') found.cpf = 'CPF é obrigatório';
    else if (!cpfNumber.isValid(cpf)) found.cpf = 'Cpf inválido.';
    if (senha === '') found.senha = 'Senha é obrigatória';
    // Without companies the server still judges: the words are the same whether the user exists or not.
    setFaults(found);
    if (found.cpf || found.senha) {
      form.current?.querySelector<HTMLInputElement>(found.cpf ? '[name=cpf]' : '[name=senha]')?.focus();
      return;
    }
    setIsSending(true);
    try {
      markArrived();
      await session.login(cpfNumber.normalize(cpf), senha, empresaId);
    } catch (error) {
      setFaults({ form: error instanceof ApiError ? error.message : 'Não foi possível conectar à API.' });
      setIsSending(false);
    }
  };

  return (
    <PublicFrame title="Entrar">
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {faults.form && (
            <Alert color="red" variant="light" role="alert" c="var(--mantine-color-error)" fw={500}>
              {faults.form}
            </Alert>
          )}
          <CpfInput value={cpf} onChange={setCpf} error={faults.cpf} withAsterisk autoFocus />
          <PasswordInput
            label="Senha"
            name="senha"
            autoComplete="current-password"
            withAsterisk
            value={senha}
            error={faults.senha}
            onChange={(event) => setSenha(event.currentTarget.value)}
          />
          <Select
            label="Empresa"
            value={empresaId}
            disabled={companies.length === 0}
            placeholder={companies.length === 0 ? 'Informe o CPF' : 'A primeira em que tenho acesso'}
            options={companies.map(({ id, nome }) => ({ value: id, label: nome }))}
            onChange={setChosen}
          />
          <Button type="submit" fullWidth mt="xs" loading={isSending}>
            Entrar
          </Button>
          <Anchor component={Link} to="/recuperar-senha" size="sm" ta="center">
            Esqueci minha senha
          </Anchor>
        </Stack>
      </form>
    </PublicFrame>
  );
}
