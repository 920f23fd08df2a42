import { Button, Group, Text } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { LinkCards } from '#kit/ui/link-cards.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { modelosAvaliacao, tiposDeModelo } from '../modelos-avaliacao.registry.ts';
import type { ModeloAtivo } from './modelo-ativo.ts';

const MODELOS = '/avaliacao/modelos-avaliacao';

/** SCR-119: the models of evaluations and of trials, by their use. */
export function ModelosDesempenhoExperiencia() {
  const can = useCan();
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['avaliacoes-ativas'],
    queryFn: ({ signal }) => api.get<ModeloAtivo[]>('avaliacao/avaliacoes/ativa', {}, { quiet: true, silent: true, signal }),
    staleTime: 0,
    retry: false,
  });
  const title = 'Modelos de Avaliação de Desempenho e Acompanhamento de Experiência';
  const inserir = can(`${modelosAvaliacao.authority}_EDITAR`) && (
    <Button component={Link} to={`${MODELOS}/new`} leftSection={<IconPlus size={18} aria-hidden />}>
      Inserir
    </Button>
  );
  return (
    <Page title={title} breadcrumbs={[{ label: 'Avaliação de Desempenho' }, { label: title }]}>
      <Group justify="space-between" mb="md" gap="sm">
        <Text c="dimmed" maw={640} flex="1 1 260px">
          O que se pergunta sobre o trabalho de alguém, numa avaliação de desempenho ou no período de experiência.
        </Text>
        {inserir}
      </Group>
      {isPending && <Waiting height={160} />}
      {isError && <Fault message="Não foi possível carregar os modelos." onRetry={refetch} isBusy={isFetching} />}
      {data?.length === 0 && (
        <Empty message="Não há modelos ativos." why="Um modelo são as perguntas, e o que delas aprova alguém." />
      )}
      {data && data.length > 0 && (
        <LinkCards
          words={['modelo', 'modelos']}
          cards={data
            .toSorted((a, b) => b.tipo.localeCompare(a.tipo))
            .map(({ id, titulo, tipo, perguntas }) => ({
              to: `${MODELOS}/${id}`,
              title: titulo,
              description: perguntas === 0 ? 'Ainda sem perguntas' : counted(perguntas, 'pergunta', 'perguntas'),
              group: tiposDeModelo[tipo],
              icon: <IconListDetails size={22} stroke={1.6} />,
            }))}
        />
      )}
    </Page>
  );
}
