import { Anchor, Button, Code, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useRouteError } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { connection } from '#kit/client/connection.web.ts';
import { Page } from '#kit/ui/page.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';
import classes from './error-pages.module.css';
import { isLostChunk } from './lost-chunk.web.ts';

function Message({ title, children }: { title: string; children?: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Page title={title}>
      <Paper p="lg">
        <Stack align="flex-start">
          {children}
          <Button component={Link} to={pathname.startsWith('/externo') ? '/externo' : '/'}>
            Voltar à página inicial
          </Button>
        </Stack>
      </Paper>
    </Page>
  );
}

/** A path that leads nowhere. */
export function NotFoundPage() {
  const { emailSuporte } = useSession();
  return (
    <Message title="Página Não Encontrada">
      <Text fw={600}>ERRO 404 - PÁGINA NÃO ENCONTRADA</Text>
      <Text>Verifique o endereço digitado.</Text>
      {emailSuporte && (
        <Text>
          Se um link do sistema trouxe você até aqui, avise:{' '}
          <Anchor href={`mailto:${emailSuporte}`} inherit>
            {emailSuporte}
          </Anchor>
        </Text>
      )}
    </Message>
  );
}

interface WhoGrants {
  autorizacoes: string[];
  perfis: string[];
  pessoas: string[];
}

/** A screen that the user may not open, with the rights that are missing and whom to ask for them. */
export function DeniedPage({ authorities }: { authorities: readonly string[] }) {
  const empresaId = useSession().empresa?.id;
  const autorizacoes = authorities.join(',');
  const { data } = useQuery({
    queryKey: ['quem-autoriza', empresaId, autorizacoes],
    queryFn: ({ signal }) =>
      api.get<WhoGrants>('/api/userinfo/quem-autoriza', { autorizacoes }, { quiet: true, silent: true, signal }),
  });
  return (
    <Message title="Acesso Negado">
      <Text>
        Você não tem autorização para acessar esta página. Entre em contato com o responsável pelo cadastro de perfis do sistema
        na sua empresa.
      </Text>
      <dl className={classes.asked}>
        <Asked
          label={data?.autorizacoes.length === 1 ? 'O que falta' : 'Basta uma destas autorizações'}
          names={data?.autorizacoes}
        />
        <Asked label="Perfis que a têm" names={data?.perfis} />
        <Asked label="A quem pedir" names={data?.pessoas} />
      </dl>
    </Message>
  );
}

const Asked = ({ label, names = [] }: { label: string; names?: readonly string[] | undefined }) =>
  names.length > 0 && (
    <div>
      <dt>{label}</dt>
      <dd>{names.join(', ')}</dd>
    </div>
  );

/** A whole page in place of the screen; `isInside` where the layout stays around it. */
function WholePage({ title, isInside = false, children }: { title: string; isInside?: boolean; children: ReactNode }) {
  const Part = isInside ? 'div' : 'main';
  useEffect(() => {
    document.title = `${title} · Vínculo`;
  }, [title]);
  return (
    <Part className={classes.page} data-inside={isInside || undefined}>
      <Stack align="flex-start" maw={760} w="100%">
        <Title order={1} fz={26}>
          {title}
        </Title>
        {children}
      </Stack>
    </Part>
  );
}

const stackOf = (error: unknown): string[] => {
  const text = error instanceof Error ? (error.stack ?? error.message) : typeof error === 'string' ? error : '';
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
};

/** `/500`, and the replacement of a screen that failed to draw: details on demand, and a report to support. */
export function ServerErrorPage({ error, isInside = false }: { error?: unknown; isInside?: boolean }) {
  const lines = stackOf(error);
  const [isShown, setIsShown] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [number, setNumber] = useState<number | null>(null);
  const report = async () => {
    setIsSending(true);
    try {
      const { protocolo } = await api.post<{ protocolo: number }>('/api/geral/relatorio-erro', {
        mensagem: lines[0] ?? 'Erro Interno do Servidor',
        pilha: lines.join('\n').slice(0, 8000),
        ambiente: `${navigator.userAgent}, ${window.innerWidth}×${window.innerHeight}`,
        pagina: location.pathname,
      });
      setNumber(protocolo);
    } catch {
      // The client has shown the failure.
    }
    setIsSending(false);
  };
  return (
    <WholePage title="Erro Interno do Servidor" isInside={isInside}>
      <Text>A requisição não pode ser completada</Text>
      <Group>
        <Button onClick={() => location.assign('/')}>Voltar à página inicial</Button>
        {lines.length > 0 && (
          <Button variant="default" aria-haspopup="dialog" onClick={() => setIsShown(true)}>
            Ver Detalhes do Erro
          </Button>
        )}
        <Button variant="default" disabled={number !== null} loading={isSending} onClick={() => void report()}>
          Enviar
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {number === null
          ? 'Enviar manda a mensagem, o rastro técnico e o navegador usado aos responsáveis pelo sistema.'
          : `Relato de problema número ${number} enviado. Guarde o número: com ele os responsáveis acham o que aconteceu.`}
      </Text>
      <Modal opened={isShown} onClose={() => setIsShown(false)} title="Detalhes do Erro" size="xl">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard */}
        <div className={classes.stack} tabIndex={0} role="region" aria-label="Rastro técnico">
          <ol>
            {lines.map((line, index) => (
              <li key={`${index}-${line}`}>
                <Code bg="transparent">{line}</Code>
              </li>
            ))}
          </ol>
        </div>
      </Modal>
    </WholePage>
  );
}

/** A part of the program that is not served any more, or that cannot be reached. */
function LostChunkPage({ isInside }: { isInside: boolean }) {
  const [isOffline, setIsOffline] = useState<boolean>();
  useEffect(() => {
    void connection.probe().then((isThere) => setIsOffline(!isThere));
  }, []);
  if (isOffline === undefined) return null;
  return (
    <WholePage title={isOffline ? 'Sem conexão' : 'Há uma versão nova'} isInside={isInside}>
      <Text>
        {isOffline
          ? 'Não foi possível conectar ao servidor. Verifique a sua rede e tente de novo.'
          : 'O Vínculo foi atualizado desde que esta página foi aberta. Recarregue-a para continuar.'}
      </Text>
      <Button onClick={() => location.reload()}>{isOffline ? 'Tentar de novo' : 'Recarregar a página'}</Button>
    </WholePage>
  );
}

/** The router's error boundary; `isInside` below the layout. */
export function RouteErrorPage({ isInside = false }: { isInside?: boolean }) {
  const error = useRouteError();
  return isLostChunk(error) ? <LostChunkPage isInside={isInside} /> : <ServerErrorPage error={error} isInside={isInside} />;
}
