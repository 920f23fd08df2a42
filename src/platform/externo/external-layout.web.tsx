import { Alert, Anchor, Burger, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, Outlet } from 'react-router';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Brand } from '#platform/layout/brand.web.tsx';
import { SchemeToggle } from '#platform/layout/scheme-toggle.web.tsx';
import classes from './external.module.css';
import { useCompanyOfLink, useExternal } from './external.web.ts';
import type { ExternalAccount } from './external-account.ts';

const EXTERNAL_BREAKPOINT = '(min-width: 1025px)';
const NAME_CUT = 20;

export const ownPath = (usuario: ExternalAccount) => `/externo/candidatos/${usuario.id}`;

/** `/externo` leads to its login and keeps the company of the link. */
export function ToLogin() {
  const { search } = useCompanyOfLink();
  return <Navigate to={`/externo/login${search}`} replace />;
}

/** Shows a page to candidates only; a visitor goes to the area's login, which keeps the company. */
export function CandidatesOnly({ children }: { children: (usuario: ExternalAccount) => ReactNode }) {
  const { usuario, isLoading } = useExternal();
  if (isLoading) return <ScreenLoading />;
  return usuario ? children(usuario) : <ToLogin />;
}

/** The external layout (document 1 §2): logo, and for a candidate the greeting and the links to their own data. */
export function ExternalLayout() {
  const { usuario, logout } = useExternal();
  const { isFaulty, search } = useCompanyOfLink();
  const isWide = useMediaQuery(EXTERNAL_BREAKPOINT, undefined, { getInitialValueInEffect: false });
  const [isOpen, setIsOpen] = useState(false);
  const ways = usuario && (
    <Ways usuario={usuario} stacked={!isWide} onGo={() => setIsOpen(false)} onLeave={() => logout(usuario.empresa.id)} />
  );
  return (
    <div className={classes.shell}>
      <header className={classes.bar}>
        <Anchor
          component={Link}
          to={usuario ? ownPath(usuario) : `/externo/login${search}`}
          aria-label="Vínculo, área do candidato"
          underline="never"
          c="inherit"
          display="flex"
        >
          <Brand />
        </Anchor>
        <div className={classes.spring} />
        <SchemeToggle />
        {usuario &&
          (isWide ? (
            ways
          ) : (
            <Burger size="sm" opened={isOpen} onClick={() => setIsOpen(true)} aria-label="Abrir menu" aria-haspopup="dialog" />
          ))}
      </header>
      <Drawer
        opened={isOpen && !isWide}
        onClose={() => setIsOpen(false)}
        title="Menu"
        position="right"
        size="xs"
        closeButtonProps={{ 'aria-label': 'Fechar menu' }}
      >
        {ways}
      </Drawer>
      {isFaulty ? (
        <main className={classes.notice}>
          <Alert color="red" role="alert" c="var(--mantine-color-error)" fw={500}>
            Empresa ID inválido. Revise ou solicite novamente o link
          </Alert>
        </main>
      ) : (
        <Outlet />
      )}
    </div>
  );
}

function Ways({
  usuario,
  stacked,
  onGo,
  onLeave,
}: {
  usuario: ExternalAccount;
  stacked: boolean;
  onGo: () => void;
  onLeave: () => Promise<void>;
}) {
  const Box = stacked ? Stack : Group;
  const name = usuario.nome.length > NAME_CUT ? `${usuario.nome.slice(0, NAME_CUT)}…` : usuario.nome;
  const look = { variant: 'subtle', size: 'compact-sm', onClick: onGo } as const;
  return (
    <Box gap="xs" component="nav" aria-label="Área do candidato" align={stacked ? 'flex-start' : 'center'}>
      <Text size="sm" title={usuario.nome}>
        Olá, <b>{name}</b> · <span className={classes.cpf}>{cpfNumber.format(usuario.cpf)}</span>
      </Text>
      <Button {...look} component={Link} to={ownPath(usuario)}>
        Editar Cadastro
      </Button>
      <Button {...look} component={Link} to={`${ownPath(usuario)}?tab=senha`}>
        Alterar Senha
      </Button>
      <Button {...look} onClick={() => void onLeave()}>
        Sair
      </Button>
    </Box>
  );
}
