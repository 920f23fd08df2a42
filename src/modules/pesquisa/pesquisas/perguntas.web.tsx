import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { type Definicao, tiposDePergunta } from '#platform/questionario/definition.ts';

/** The questions of a survey, to be read, and the way to change them. */
export function PerguntasDaPesquisa({ record }: PanelProps) {
  const { id, acoes } = record;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', 'pesquisa/pesquisas', id, 'definicao'],
    queryFn: ({ signal }) =>
      api.get<{ definicao: Definicao }>(`pesquisa/pesquisas/${id}/definicao`, {}, { quiet: true, silent: true, signal }),
    retry: false,
  });
  if (isError) return <Fault message="Não foi possível carregar as perguntas." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={160} />;
  const { perguntas, aspectos } = data.definicao;
  const editar = acoes?.includes('perguntas') && (
    <Button component={Link} to={`/pesquisa/pesquisas/${id}/perguntas`} variant="default">
      {perguntas.length === 0 ? 'Escrever perguntas' : 'Editar perguntas'}
    </Button>
  );
  if (perguntas.length === 0)
    return (
      <Empty
        message="Esta pesquisa ainda não tem perguntas."
        why="Com perguntas, ela pode ser enviada a pessoas."
        action={editar}
      />
    );
  const grupos = Map.groupBy(perguntas, ({ aspectoId }) => aspectoId);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text c="dimmed">{counted(perguntas.length, 'pergunta', 'perguntas')}</Text>
        {editar}
      </Group>
      {[...grupos].map(([aspectoId, doAspecto]) => (
        <div key={aspectoId ?? 0}>
          {aspectoId !== null && <Text fw={600}>{aspectos.find((aspecto) => aspecto.id === aspectoId)?.nome}</Text>}
          <List spacing={4} mt={4} withPadding>
            {doAspecto.map(({ id: pergunta, texto, tipo }) => (
              <List.Item key={pergunta}>
                {texto}{' '}
                <Text span size="sm" c="dimmed">
                  {tiposDePergunta[tipo]}
                </Text>
              </List.Item>
            ))}
          </List>
        </div>
      ))}
      <Anchor component={Link} to={`/pesquisa/pesquisas/${id}/aspectos`} size="sm">
        Aspectos
      </Anchor>
    </Stack>
  );
}
