import { Anchor, Button, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { daLinha, type Linha } from './matriz.ts';

interface Resposta {
  autoridade: string;
  descricao: string;
  perfis: { id: number; nome: string }[];
  pessoas: { id: number; nome: string; perfis: string[] }[];
  total: number;
}

/** Which profiles give each deed of a resource, and to whom in this company. */
export function QuemPode({ linha, onClose }: { linha: Linha; onClose: () => void }) {
  const autorizacoes = daLinha(linha)
    .map(({ autoridade }) => autoridade)
    .join(',');
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['quem-pode', autorizacoes],
    queryFn: () => api.get<Resposta[]>('/api/utilitario/perfis/quem-pode', { autorizacoes }, { quiet: true }),
    staleTime: 0,
    retry: false,
  });
  return (
    <Dialog onClose={onClose} title={`Quem pode: ${linha.titulo}`} size="lg">
      {isPending && <Waiting />}
      {isError && <Fault message="Não foi possível carregar." onRetry={() => void refetch()} />}
      <Stack gap="lg">
        {(data ?? []).map(({ autoridade, descricao, perfis, pessoas, total }) => (
          <section key={autoridade} aria-label={descricao}>
            <Title order={3} fz={15}>
              {descricao}
            </Title>
            {perfis.length === 0 ? (
              <Text size="sm" c="dimmed">
                Nenhum perfil ativo dá esta autorização.
              </Text>
            ) : (
              <Text size="sm">
                {perfis.length === 1 ? 'Perfil: ' : 'Perfis: '}
                {perfis.map(({ id, nome }, place) => (
                  <span key={id}>
                    {place > 0 && ', '}
                    <Anchor component={Link} to={`/utilitario/perfis/${id}`} onClick={onClose}>
                      {nome}
                    </Anchor>
                  </span>
                ))}
              </Text>
            )}
            <Text size="sm" c="dimmed" mt={4}>
              {total === 0 ? 'Ninguém, nesta empresa.' : `${counted(total, 'pessoa', 'pessoas')} nesta empresa`}
            </Text>
            <List size="sm" spacing={2} withPadding={false}>
              {pessoas.map(({ id, nome, perfis: dela }) => (
                <List.Item key={id}>
                  {nome} <span style={{ color: 'var(--mantine-color-dimmed)' }}>{`por ${dela.join(' e ')}`}</span>
                </List.Item>
              ))}
            </List>
            {pessoas.length > 0 && pessoas.length < total && (
              <Text size="sm" c="dimmed">{`E mais ${total - pessoas.length}.`}</Text>
            )}
          </section>
        ))}
        {data?.length === 0 && <Empty />}
        <Button variant="default" ml="auto" onClick={onClose}>
          Fechar
        </Button>
      </Stack>
    </Dialog>
  );
}
