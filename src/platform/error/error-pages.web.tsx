import { Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link, useRouteError } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { Page } from '#kit/ui/page.web.tsx';
import classes from './error-pages.module.css';

const Home = () => (
  <Button component={Link} to="/">
    Voltar à página inicial
  </Button>
);

function Message({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Page title={title}>
      <Paper p="lg">
        <Stack align="flex-start">
          {children}
          <Home />
        </Stack>
      </Paper>
    </Page>
  );
}

/** A path that leads nowhere. */
export function NotFoundPage() {
  return (
    <Message title="Página Não Encontrada">
      <Text fw={600}>ERRO 404 - PÁGINA NÃO ENCONTRADA</Text>
      <Text>Verifique o endereço digitado.</Text>
    </Message>
  );
}

/** A screen that the user may not open. */
export function DeniedPage() {
  return (
    <Message title="Acesso Negado">
      <Text>
        Você não tem autorização para acessar esta página. Entre em contato com o responsável pelo cadastro de perfis do sistema
        na sua empresa.
      </Text>
    </Message>
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
export function ServerErrorPage({ error }: { error?: unknown }) {
  const id = useId();
  const lines = stackOf(error);
  const [isShown, setIsShown] = useState(false);
  const [isSent, setIsSent] = useState(false);
  useEffect(() => {
    document.title = 'Erro Interno do Servidor · Vínculo';
  }, []);
  const report = async () => {
    try {
      await api.post('/api/geral/relatorio-erro', {
        mensagem: lines[0] ?? 'Erro Interno do Servidor',
        pilha: lines.join('\n').slice(0, 8000),
        ambiente: navigator.userAgent,
        pagina: location.pathname,
      });
      setIsSent(true);
      toast.success('Relatório de problema enviado com sucesso.');
    } catch {
      // The client has shown the failure.
    }
  };
  return (
    <main className={classes.page}>
      <Stack align="flex-start" maw={760} w="100%">
        <Title order={1} fz={26}>
          Erro Interno do Servidor
        </Title>
        <Text>A requisição não pode ser completada</Text>
        <Group>
          <Button onClick={() => location.assign('/')}>Voltar à página inicial</Button>
          {lines.length > 0 && (
            <Button
              variant="default"
              aria-expanded={isShown}
              {...(isShown ? { 'aria-controls': id } : {})}
              onClick={() => setIsShown(!isShown)}
            >
              Ver Detalhes do Erro
            </Button>
          )}
          <Button variant="default" disabled={isSent} onClick={() => void report()}>
            Enviar
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Enviar manda a mensagem, o rastro técnico e o navegador usado aos responsáveis pelo sistema.
        </Text>
        {isShown && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
          <Paper id={id} p="md" w="100%" className={classes.stack ?? ''} tabIndex={0} role="region" aria-label="Detalhes do erro">
            <ol>
              {lines.map((line, index) => (
                <li key={`${index}-${line}`}>
                  <Code bg="transparent">{line}</Code>
                </li>
              ))}
            </ol>
          </Paper>
        )}
      </Stack>
    </main>
  );
}

/** The router's error boundary. */
export function RouteErrorPage() {
  return <ServerErrorPage error={useRouteError()} />;
}
