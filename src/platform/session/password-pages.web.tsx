import { Alert, Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { ApiError, api } from '#kit/http/client.web.ts';
import { toast } from '#kit/ui/toast.web.ts';
import { CpfInput } from './cpf-input.web.tsx';
import { PublicFrame } from './frame.web.tsx';

const sayingOf = (error: unknown) => (error instanceof ApiError ? error.message : 'Não foi possível conectar à API.');
const MISMATCH = 'A senha não foi confirmada corretamente. Por favor, confira.';

const ToLogin = () => (
  <Anchor component={Link} to="/login" size="sm" ta="center">
    Voltar para o login
  </Anchor>
);

/** `/recuperar-senha`: asks for the message with the link. The answer never says whether the CPF is known. */
export function RecoverPage() {
  const [cpf, setCpf] = useState('');
  const [fault, setFault] = useState('');
  const [isSent, setIsSent] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!cpfNumber.isValid(cpf)) return setFault(cpf === '' ? 'CPF é obrigatório' : 'Cpf inválido.');
    setFault('');
    try {
      await api.post('/api/login/recuperar', { cpf: cpfNumber.normalize(cpf) }, { silent: true });
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
          <ToLogin />
        </Stack>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack>
            <Text size="sm" c="dimmed">
              Informe o seu CPF para receber por e-mail o link que cria uma nova senha.
            </Text>
            <CpfInput value={cpf} onChange={setCpf} error={fault} withAsterisk autoFocus />
            <Button type="submit">Enviar</Button>
            <ToLogin />
          </Stack>
        </form>
      )}
    </PublicFrame>
  );
}

/** `/redefinir-senha?token=`: the new password of the link in the message. */
export function ResetPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [senha, setSenha] = useState('');
  const [confSenha, setConfSenha] = useState('');
  const [fault, setFault] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (senha === '') return setFault('Nova senha é obrigatória');
    if (senha !== confSenha) return setFault(MISMATCH);
    try {
      await api.post('/api/login/redefinir', { token: search.get('token') ?? '', senha, confSenha }, { silent: true });
      toast.success('Senha alterada com sucesso.');
      await navigate('/login', { replace: true });
    } catch (error) {
      setFault(sayingOf(error));
    }
  };
  return (
    <PublicFrame title="Criar nova senha">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          {fault !== '' && (
            <Alert color="red" role="alert" c="var(--mantine-color-error)">
              {fault}
            </Alert>
          )}
          <PasswordInput
            label="Nova senha"
            withAsterisk
            autoComplete="new-password"
            value={senha}
            onChange={(event) => setSenha(event.currentTarget.value)}
          />
          <PasswordInput
            label="Confirmar nova senha"
            withAsterisk
            autoComplete="new-password"
            value={confSenha}
            onChange={(event) => setConfSenha(event.currentTarget.value)}
          />
          <Button type="submit">Salvar</Button>
          <ToLogin />
        </Stack>
      </form>
    </PublicFrame>
  );
}
