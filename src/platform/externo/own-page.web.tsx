import { Paper, Tabs, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { NotFoundPage } from '#platform/error/error-pages.web.tsx';
import { AccountForm, passwordFields } from '#platform/session/account-form.web.tsx';
import { OwnSessions } from '#platform/session/own-sessions.web.tsx';
import classes from './external.module.css';
import { useExternal } from './external.web.ts';
import type { ExternalAccount } from './external-account.ts';
import { CandidatesOnly } from './external-layout.web.tsx';

/** Sends the candidate's own data; an ended session leads to the login. */
function useSending() {
  const external = useExternal();
  const send = async (request: () => Promise<void>) => {
    try {
      await request();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      toast.warn('A sua sessão terminou. Entre de novo.');
      await external.renew();
    }
  };
  return { send, external };
}

const silent = ['SESSAO_EXPIRADA', 'FIELD_VALIDATION_VIOLATION'];

const TABS = ['dados', 'senha', 'sessoes'];

/** `/externo/candidatos/{id}`: the candidate's own data; `?tab=senha` the password, `?tab=sessoes` their sessions. */
export function OwnPage() {
  return <CandidatesOnly>{(usuario) => <Own usuario={usuario} />}</CandidatesOnly>;
}

function Own({ usuario }: { usuario: ExternalAccount }) {
  const { id } = useParams();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'dados';
  useEffect(() => {
    document.title = 'Meu cadastro · Vínculo';
  }, []);
  if (id === 'new') return <Navigate to={`/externo/candidatos/${usuario.id}`} replace />;
  if (id !== String(usuario.id)) return <NotFoundPage />;
  return (
    <main className={classes.main}>
      <Title order={1} fz={22} mb="md">
        Meu cadastro
      </Title>
      <Paper p="lg">
        <Tabs value={tab} onChange={(value) => setSearch(value && value !== 'dados' ? { tab: value } : {}, { replace: true })}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="dados">Dados</Tabs.Tab>
            <Tabs.Tab value="senha">Senha</Tabs.Tab>
            <Tabs.Tab value="sessoes">Sessões</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="dados">
            <OwnData key={usuario.versao} usuario={usuario} />
          </Tabs.Panel>
          <Tabs.Panel value="senha">
            <OwnPassword usuario={usuario} />
          </Tabs.Panel>
          <Tabs.Panel value="sessoes">{tab === 'sessoes' && <OwnSessions url="/api/externo/userinfo/sessoes" />}</Tabs.Panel>
        </Tabs>
      </Paper>
    </main>
  );
}

const ownFields = [
  { name: 'nome', label: 'Nome', kind: 'text', autoComplete: 'name' },
  { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'email' },
  {
    name: 'senha',
    label: 'Senha atual (para mudar o e-mail)',
    kind: 'password',
    autoComplete: 'current-password',
    isOptional: true,
  },
] as const;

function OwnData({ usuario }: { usuario: ExternalAccount }) {
  const { send, external } = useSending();
  const save = ({ senha, ...values }: Record<string, string>) =>
    send(async () => {
      const body = { ...values, versao: usuario.versao, ...(senha ? { senha } : {}) };
      external.know(await api.put<ExternalAccount>(`/api/externo/candidatos/${usuario.id}`, body, { silent }));
      toast.success('Cadastro atualizado com sucesso.');
    });
  return <AccountForm fields={ownFields} initial={{ nome: usuario.nome, email: usuario.email ?? '' }} send={save} />;
}

function OwnPassword({ usuario }: { usuario: ExternalAccount }) {
  const { send } = useSending();
  const save = (values: Record<string, string>) =>
    send(async () => {
      await api.patch(`/api/externo/candidatos/${usuario.id}/alterar-senha`, values, { silent });
      toast.success('Senha alterada com sucesso.');
    });
  return <AccountForm fields={passwordFields} send={save} action="Alterar Senha" />;
}
