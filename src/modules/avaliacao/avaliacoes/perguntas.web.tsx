import { Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { LinkCards } from '#kit/ui/link-cards.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { QuestionsEditor } from '#platform/questionario/editor/editor.web.tsx';
import { tiposDeModelo } from '../modelos-avaliacao.registry.ts';
import type { ModeloAtivo } from './modelo-ativo.ts';

const MODULO = { label: 'Avaliação de Desempenho' };
const MODELOS = { label: 'Modelos de Avaliação', to: '/avaliacao/modelos-avaliacao' };

/** The address of a model's questions. */
export const perguntasDe = (id: number) => `/avaliacao/perguntas?avaliacaoId=${id}`;

/** The active models with their questions. */
export function Avaliacoes({ title = 'Avaliações' }: { title?: string }) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['avaliacoes-ativas'],
    queryFn: () => api.get<ModeloAtivo[]>('avaliacao/avaliacoes/ativa', {}, { quiet: true }),
    staleTime: 0,
  });
  return (
    <Page title={title} breadcrumbs={[MODULO, { label: title }]}>
      <Text c="dimmed" mb="md" maw={720}>
        O que se pergunta em cada avaliação. Escolha um modelo para ver e mudar as perguntas.
      </Text>
      {isPending && <Waiting height={160} />}
      {isError && <Fault message="Não foi possível carregar as avaliações." onRetry={() => void refetch()} />}
      {data?.length === 0 && <Empty message="Não há modelos de avaliação ativos." why="Inclua um em Modelos de Avaliação." />}
      {data && data.length > 0 && (
        <LinkCards
          words={['modelo', 'modelos']}
          cards={data.map(({ id, titulo, tipo, perguntas }) => ({
            to: perguntasDe(id),
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

/** The editor of a model's questions; without a model in the address, the choice of one. */
export function Perguntas() {
  const id = useAddressId('avaliacaoId');
  return id === undefined ? <Avaliacoes title="Perguntas" /> : <DoModelo key={id} id={id} />;
}

function DoModelo({ id }: { id: number }) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['registro', 'avaliacao/modelos-avaliacao', id],
    queryFn: () => api.get<{ titulo: string }>(`avaliacao/modelos-avaliacao/${id}`, {}, { quiet: true, silent: true }),
    staleTime: 0,
    retry: false,
  });
  const title = data?.titulo ?? 'Perguntas';
  return (
    <Page title={title} breadcrumbs={[MODULO, MODELOS, { label: title, to: `${MODELOS.to}/${id}` }, { label: 'Perguntas' }]}>
      {isPending && <Waiting height={480} />}
      {isError && <Fault message="Não foi possível abrir este modelo." onRetry={() => void refetch()} />}
      {data && <QuestionsEditor path="avaliacao/avaliacoes" id={id} />}
    </Page>
  );
}
