import { Alert, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Brand } from '#platform/layout/brand.web.tsx';
import { SchemeToggle } from '#platform/layout/scheme-toggle.web.tsx';
import classes from './external.module.css';
import { useCompanyOfLink } from './external.web.ts';

interface Company {
  nome: string;
  logo: string | null;
}

/** The frame of a public page: logo and name of the company in its link, and the page, also where these two cannot be had. */
export function CompanyFrame({ title, children }: { title: string; children: ReactNode }) {
  const { empresaId, search } = useCompanyOfLink();
  const { data, error, isLoading } = useQuery({
    queryKey: ['publico-empresa', empresaId],
    queryFn: ({ signal }) => api.get<Company>(`/api/publico/empresa${search}`, {}, { quiet: true, silent: true, signal }),
    enabled: empresaId !== null,
  });
  useEffect(() => {
    document.title = data ? `${title} · ${data.nome}` : title;
  }, [title, data]);
  if (isLoading) return <ScreenLoading />;
  const isNone = empresaId === null || (error instanceof ApiError && error.status === 404);
  return (
    <div className={classes.shell}>
      <header className={classes.bar}>
        {data?.logo ? <img src={data.logo} alt="" className={classes.logo} /> : <Brand />}
        <Text fw={600} flex={1} lineClamp={2}>
          {data?.nome}
        </Text>
        <SchemeToggle />
      </header>
      <main className={classes.main}>
        {isNone ? (
          <Alert color="red" role="alert" c="var(--mantine-color-error)" fw={500}>
            Empresa inválida. Revise ou solicite novamente o link
          </Alert>
        ) : (
          <Paper p={{ base: 'md', sm: 'xl' }}>
            <Title order={1} fz={20} mb="lg">
              {title}
            </Title>
            {children}
          </Paper>
        )}
      </main>
    </div>
  );
}
