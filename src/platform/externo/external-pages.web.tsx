import { Paper, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { type Credentials, LoginForm } from '#platform/session/login-form.web.tsx';
import { CHANGED } from '#platform/session/new-password.ts';
import { type PasswordArea, RESET_SAID_HERE, RecoverPage, ResetPage } from '#platform/session/password-pages.web.tsx';
import classes from './external.module.css';
import { useCompanyOfLink, useExternal } from './external.web.ts';
import { ownPath } from './external-layout.web.tsx';

/** `/externo/login`: a candidate logs in, to the company of the link or to one of the active ones. */
export function ExternalLoginPage() {
  const external = useExternal();
  const { empresaId, search } = useCompanyOfLink();
  useEffect(() => {
    document.title = 'Entrar · Área do candidato · Vínculo';
  }, []);
  if (external.isLoading) return <ScreenLoading />;
  if (external.usuario) return <Navigate to={ownPath(external.usuario)} replace />;
  const enter = async ({ cpf, senha, empresaId }: Credentials) => {
    await api.post('/api/externo/login', { cpf, senha, empresaId }, { silent: true });
    await external.renew();
  };
  return (
    <main className={classes.main}>
      <Paper p="xl" maw={420} mx="auto">
        <Title order={1} fz={20}>
          Área do candidato
        </Title>
        <Text size="sm" c="dimmed" mb="lg">
          Entre para acompanhar e atualizar o seu cadastro.
        </Text>
        <LoginForm
          companyIs="required"
          linked={empresaId}
          enter={enter}
          recovery={(chosen) => `/externo/recuperar-senha${search || (chosen ? `?empresaId=${chosen}` : '')}`}
        />
      </Paper>
    </main>
  );
}

/** The password pages of the external area; the link has the company. */
function useArea(): PasswordArea {
  const { empresaId, search } = useCompanyOfLink();
  const login = `/externo/login${search}`;
  return {
    login,
    lost: `/externo/recuperar-senha${search}`,
    recover: (cpf) => api.put('/api/externo/candidatos/recuperar-senha', { cpf, empresaId }, { silent: true }),
    reset: (values) => api.post('/api/externo/redefinir', values, { silent: RESET_SAID_HERE }),
    mismatch: 'As senhas devem ser iguais',
    arrive: (navigate) => {
      toast.success(CHANGED);
      return navigate(login, { replace: true });
    },
  };
}

export function ExternalRecoverPage() {
  const area = useArea();
  const { empresaId } = useCompanyOfLink();
  return empresaId === null ? <Navigate to="/externo/login" replace /> : <RecoverPage area={area} />;
}

export function ExternalResetPage() {
  return <ResetPage area={useArea()} />;
}
