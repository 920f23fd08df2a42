import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, type NavigateFunction, useNavigate, useSearchParams } from 'react-router';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { AccountForm } from './account-form.web.tsx';
import { CpfInput } from './cpf-input.web.tsx';
import { PublicFrame } from './frame.web.tsx';
import { NEW_PASSWORD } from './new-password.ts';

const sayingOf = (error: unknown) => (error instanceof ApiError ? error.message : 'Não foi possível conectar ao servidor.');
/** Refusals that the page of a new password shows itself: faults of fields, and a used or expired link. */
export const RESET_SAID_HERE = ['FIELD_VALIDATION_VIOLATION', 'CHAVE_INVALIDA'];
const MISMATCH = 'A senha não foi confirmada corretamente. Por favor, confira.';

/** The audience of a password page: internal users or, in the external area, candidates. */
export interface PasswordArea {
  login: string;
  /** the page that requests another link */
  lost: string;
  recover: (cpf: string) => Promise<unknown>;
  reset: (values: { token: string; senha: string; confSenha: string }) => Promise<unknown>;
  mismatch: string;
  /** leads to the login once the password is changed, and says that it is */
  arrive: (navigate: NavigateFunction) => void | Promise<void>;
}

const internal: PasswordArea = {
  login: '/login',
  lost: '/recuperar-senha',
  recover: (cpf) => api.post('/api/login/recuperar', { cpf }, { silent: true }),
  reset: (values) => api.post('/api/login/redefinir', values, { silent: RESET_SAID_HERE }),
  mismatch: MISMATCH,
  // The login is a page of its own, where no toast arrives: the address says it.
  arrive: (navigate) => navigate(`/login?${NEW_PASSWORD}=1`, { replace: true }),
};

const ToLogin = ({ to }: { to: string }) => (
  <Anchor component={Link} to={to} size="sm" ta="center">
    Voltar para o login
  </Anchor>
);

/** `/recuperar-senha`: requests the message with the link. The answer never reveals whether the CPF has an account. */
export function RecoverPage({ area = internal }: { area?: PasswordArea }) {
  const [cpf, setCpf] = useState('');
  const [fault, setFault] = useState('');
  const [isSent, setIsSent] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!cpfNumber.isValid(cpf)) return setFault(cpf === '' ? 'CPF é obrigatório' : 'Cpf inválido.');
    setFault('');
    try {
      await area.recover(cpfNumber.normalize(cpf));
      setIsSent(true);
    } catch (error) {
      setFault(sayingOf(error));
    }
  };
  return (
    <PublicFrame title="Recuperar senha">
      {isSent ? (
        <Stack>
          <Text role="status">
            Se o CPF estiver cadastrado, uma mensagem com o link para criar nova senha foi enviada ao e-mail do usuário.
          </Text>
          <ToLogin to={area.login} />
        </Stack>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack>
            <Text size="sm" c="dimmed">
              Informe o seu CPF para receber por e-mail o link que cria uma nova senha.
            </Text>
            <CpfInput value={cpf} onChange={setCpf} error={fault} withAsterisk autoFocus />
            <Button type="submit">Enviar</Button>
            <ToLogin to={area.login} />
          </Stack>
        </form>
      )}
    </PublicFrame>
  );
}

const newPassword = [
  { name: 'senha', label: 'Nova senha', kind: 'password', autoComplete: 'new-password' },
  { name: 'confSenha', label: 'Confirmar nova senha', kind: 'password', autoComplete: 'new-password' },
] as const;
type NewPassword = Record<(typeof newPassword)[number]['name'], string>;

/** `/redefinir-senha?token=`: the new password of the link in the message. */
export function ResetPage({ area = internal }: { area?: PasswordArea }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const judge = ({ senha, confSenha }: NewPassword): Partial<NewPassword> => {
    if (senha === '') return { senha: 'Nova senha é obrigatória' };
    return senha === confSenha ? {} : { confSenha: area.mismatch };
  };
  const [gone, setGone] = useState('');
  const send = async (values: NewPassword) => {
    try {
      await area.reset({ token: search.get('token') ?? '', ...values });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHAVE_INVALIDA') setGone(error.message);
      throw error;
    }
    await area.arrive(navigate);
  };
  return (
    <PublicFrame title="Criar nova senha">
      <Stack>
        {gone === '' ? (
          <AccountForm fields={newPassword} judge={judge} send={send} />
        ) : (
          <>
            <Alert color="red" role="alert">
              {gone}
            </Alert>
            <Button component={Link} to={area.lost}>
              Pedir outro link
            </Button>
          </>
        )}
        <ToLogin to={area.login} />
      </Stack>
    </PublicFrame>
  );
}
