import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError, api } from '#kit/client/client.web.ts';
import { type Aviso, sayingOf } from './avisos.ts';

export const notices = (empresaId: number | undefined) =>
  queryOptions({
    queryKey: ['avisos', empresaId],
    queryFn: ({ signal }) => api.get<Aviso[]>('/api/geral/avisos', {}, { quiet: true, silent: true, signal }),
    enabled: empresaId !== undefined,
  });

/** Document 3 §2: notices of the system, which stay until their cause has gone. */
export function Notices({ empresaId }: { empresaId: number | undefined }) {
  const { data = [], error } = useQuery(notices(empresaId));
  // RUL-522
  const failed: Aviso[] = error
    ? [{ gravidade: 'ERRO', codigo: '', mensagens: [error instanceof ApiError ? error.message : 'Erro'] }]
    : [];
  const all = [...failed, ...data];
  if (all.length === 0) return null;
  return (
    <Stack component="section" gap="xs" mb="md" aria-label="Avisos do sistema">
      {all.map(({ gravidade, codigo, mensagens }) => {
        const { titulo = gravidade === 'ERRO' ? 'Erro' : 'Aviso', link } = sayingOf(codigo) ?? {};
        return (
          <Alert
            key={codigo}
            role="group"
            variant="light"
            color={gravidade === 'ERRO' ? 'red' : 'yellow'}
            icon={<IconAlertTriangle aria-hidden="true" />}
            title={titulo}
          >
            {mensagens.map((mensagem) => (
              <Text key={mensagem} size="sm">
                {mensagem}
              </Text>
            ))}
            {link && (
              <Anchor component={Link} to={link.caminho} size="sm">
                {link.rotulo}
              </Anchor>
            )}
          </Alert>
        );
      })}
    </Stack>
  );
}
