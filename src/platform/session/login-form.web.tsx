import { Alert, Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { CpfInput } from './cpf-input.web.tsx';
import type { Company } from './session.web.tsx';

export interface Credentials {
  cpf: string;
  senha: string;
  empresaId: number | null;
  /** a wish: entered when no company is demanded and the user may */
  preferida: number | null;
}

interface LoginFormProps {
  /** A candidate must choose the company of the vacancies; a user without a choice enters the first company that they may. */
  companyIs: 'required' | 'optional';
  /** the company in the link */
  linked?: number | null;
  /** shown as the choice until another is made; not demanded, because its user may have changed */
  preferred?: number | null;
  /** logs in, or fails with the sentence to show */
  enter: (credentials: Credentials) => Promise<void>;
  /** where a lost password is recovered */
  recovery: (empresaId: number | null) => string;
}

/** The companies to choose from: all when `cpf` is null, else loaded once the CPF is complete. */
function useCompanies(cpf: string | null): Company[] {
  const bare = cpf === null ? null : cpfNumber.normalize(cpf);
  const { data = [] } = useQuery({
    queryKey: ['login-empresas', bare],
    queryFn: () =>
      api
        .get<Company[]>('/api/login/empresas', bare === null ? {} : { cpf: bare }, { quiet: true, silent: true })
        .catch(() => []),
    enabled: bare === null || (bare.length === 11 && cpfNumber.isValid(bare)),
    staleTime: 60_000,
  });
  return data;
}

/** CPF, password and company: the login form of users and candidates. */
export function LoginForm({ companyIs, linked = null, preferred = null, enter, recovery }: LoginFormProps) {
  const isRequired = companyIs === 'required';
  const [cpf, setCpf] = useState('');
  const [senha, setSenha] = useState('');
  const [chosen, setChosen] = useState<number | null>();
  const [faults, setFaults] = useState<{ cpf?: string; senha?: string; empresaId?: string; form?: string }>({});
  const [isSending, setIsSending] = useState(false);
  const companies = useCompanies(isRequired ? null : cpf);
  const [only, ...others] = companies;
  const isKnown = companies.some(({ id }) => id === chosen);
  const empresaId = isKnown ? (chosen ?? null) : (linked ?? (others.length === 0 ? (only?.id ?? null) : null));
  const wished = companies.find(({ id }) => id === preferred)?.id ?? null;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found: typeof faults = {};
    if (!cpfNumber.isValid(cpf)) found.cpf = cpf === '' ? 'CPF é obrigatório' : 'Cpf inválido.';
    if (senha === '') found.senha = 'Senha é obrigatória';
    if (isRequired && empresaId === null) found.empresaId = 'Empresa é obrigatória';
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setIsSending(true);
    try {
      const preferida = chosen === undefined && empresaId === null ? wished : null;
      await enter({ cpf: cpfNumber.normalize(cpf), senha, empresaId, preferida });
    } catch (error) {
      setFaults({ form: error instanceof ApiError ? error.message : 'Não foi possível conectar ao servidor.' });
      setIsSending(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
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
          name="empresaId"
          required={isRequired}
          clearable={!isRequired}
          value={chosen === undefined ? (empresaId ?? wished) : empresaId}
          error={faults.empresaId}
          options={companies.map(({ id, nome }) => ({ value: id, label: nome }))}
          onChange={setChosen}
          {...(isRequired
            ? {}
            : {
                disabled: companies.length === 0,
                placeholder: companies.length === 0 ? 'Informe o CPF' : 'A primeira em que tenho acesso',
              })}
        />
        <Button type="submit" fullWidth mt="xs" loading={isSending}>
          Entrar
        </Button>
        <Anchor component={Link} to={recovery(empresaId)} size="sm" ta="center">
          Esqueci minha senha
        </Anchor>
      </Stack>
    </form>
  );
}
