import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, api, setClientContext } from '#kit/client/client.web.ts';
import { withoutCompany } from './company-address.web.ts';
import { useSession } from './session.web.tsx';
import { listen } from './tabs.web.ts';

/** The session's two dialogs: it expired, or another tab changed the company. Mounted once, in the layout. */
export function SessionDialogs() {
  return (
    <>
      <ExpiredDialog />
      <CompanyChangedDialog />
    </>
  );
}

/** Login in place: the screen and everything typed stay; the refused request is sent again. */
function ExpiredDialog() {
  const session = useSession();
  const queries = useQueryClient();
  const waiting = useRef<((mayRetry: boolean) => void)[]>([]);
  const [opened, setOpened] = useState(false);
  const [senha, setSenha] = useState('');
  const [fault, setFault] = useState('');
  const [isSending, setIsSending] = useState(false);
  const { usuario, empresa } = session;

  useEffect(() => {
    const onExpired = () => {
      setOpened(true);
      return new Promise<boolean>((resolve) => waiting.current.push(resolve));
    };
    setClientContext({ onExpired });
    return () => setClientContext({ onExpired: () => Promise.resolve(false) });
  }, []);

  const close = (mayRetry: boolean) => {
    setOpened(false);
    setSenha('');
    setFault('');
    for (const resolve of waiting.current.splice(0)) resolve(mayRetry);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (senha === '') return setFault('Senha é obrigatória');
    setIsSending(true);
    try {
      await api.post('/api/login', { cpf: usuario?.cpf, senha, empresaId: empresa?.id }, { silent: true });
      close(true);
      void queries.invalidateQueries({ queryKey: ['userinfo'] });
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : 'Não foi possível conectar ao servidor.');
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Modal opened={opened} onClose={() => close(false)} title="Sessão expirada." closeOnClickOutside={false} zIndex={400}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Text>
            Entre de novo como <strong>{usuario?.nome}</strong> para continuar de onde parou. O que foi digitado continua na tela.
          </Text>
          {/* the browser's password store needs to know whose password it is */}
          <input type="text" name="cpf" autoComplete="username" value={usuario?.cpf ?? ''} readOnly hidden />
          {fault !== '' && (
            <Alert color="red" role="alert" c="var(--mantine-color-error)">
              {fault}
            </Alert>
          )}
          <PasswordInput
            label="Senha"
            name="senha"
            autoComplete="current-password"
            data-autofocus
            value={senha}
            onChange={(event) => setSenha(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                close(false);
                void session.logout();
              }}
            >
              Sair
            </Button>
            <Button variant="default" onClick={() => close(false)}>
              Permanecer
            </Button>
            <Button type="submit" loading={isSending}>
              Entrar
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** 'Atenção! A empresa foi alterada em outra aba': shown after a message of the other tab, or a refusal of the server. */
function CompanyChangedDialog() {
  const { empresa, empresas, usuario } = useSession();
  const [changed, setChanged] = useState<{ empresaId: number | null } | null>(null);
  const present = empresa?.id ?? null;

  useEffect(() => {
    setClientContext({ onCompanyChanged: (empresaId) => setChanged({ empresaId }) });
    return listen((announcement) => {
      if (announcement.kind === 'saiu') return;
      if (announcement.empresaId !== present) setChanged({ empresaId: announcement.empresaId });
      else setChanged(null);
    });
  }, [present]);

  /** Loads the screen again, in the company that the other tab has chosen. */
  const discard = () => {
    history.replaceState(history.state, '', withoutCompany(`${location.pathname}${location.search}${location.hash}`));
    location.reload();
  };
  const name = empresas.find(({ id }) => id === changed?.empresaId)?.nome;
  return (
    <Modal
      opened={changed !== null && usuario !== null}
      onClose={() => setChanged(null)}
      title="Atenção! A empresa foi alterada em outra aba"
      closeOnClickOutside={false}
      zIndex={400}
    >
      <Text>
        {name ? (
          <>
            A empresa atual é <strong>{name}</strong>;{' '}
          </>
        ) : null}
        {name ? 'descartar' : 'Descartar'} recarrega esta aba e perde o que não foi salvo. Manter deixa a tela como está, mas nada
        pode ser salvo nela.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => setChanged(null)}>
          Manter
        </Button>
        <Button data-autofocus onClick={discard}>
          Descartar
        </Button>
      </Group>
    </Modal>
  );
}
