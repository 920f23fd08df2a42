import { Anchor, Box, Paper, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddress, useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { type AnswerSource, bySession } from '#platform/questionario/answer-source.web.ts';
import { Answering } from '#platform/questionario/answering.web.tsx';
import type { Questionario } from '#platform/questionario/asked.ts';
import { type ColaboradorQuestionario, MINHAS, RESPOSTAS } from './colaborador-questionario.ts';

const silent = { silent: true, quiet: true } as const;

/** Answers that somebody writes down for another person, who is asked by name. */
const porOutro = (id: number): AnswerSource => ({
  open: () => api.get<Questionario>(`pesquisa/colaborador-respostas/${id}/perguntas`, {}, silent),
  send: ({ envio, respostas }) => api.post(`pesquisa/colaborador-respostas/${id}`, { envio, respostas }, silent),
});

/** One questionnaire, in a session: one's own, or of somebody for whom one writes. */
function Responde({ id, outro }: { id: number; outro?: string | undefined }) {
  const queries = useQueryClient();
  const source = useMemo(() => (outro === undefined ? bySession('pesquisa/responder', id) : porOutro(id)), [id, outro]);
  // Whatever was sent here is told anew where it waits.
  useEffect(() => () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'responder' }), [queries]);
  return (
    <Paper p={{ base: 'sm', sm: 'xl' }} maw={800} mx="auto">
      {outro && (
        <Text mb="md" fw={600}>
          {`Respostas de ${outro}`}
        </Text>
      )}
      <Answering
        key={id}
        name={`${id}`}
        source={source}
        after={
          <Anchor component={Link} to={outro === undefined ? MINHAS : RESPOSTAS}>
            {outro === undefined ? 'Minhas Pesquisas' : 'Respostas'}
          </Anchor>
        }
      />
    </Paper>
  );
}

function Moldura({ children }: { children: ReactNode }) {
  const { moduleTitle } = useActing();
  return (
    <Page
      title="Responder"
      breadcrumbs={[{ label: moduleTitle('pesquisa') }, { label: 'Minhas Pesquisas', to: MINHAS }, { label: 'Responder' }]}
    >
      <Box>{children}</Box>
    </Page>
  );
}

/** `/pesquisa/responder/{id}`: by the participation; `?por=outro` for somebody else. */
export function Responder() {
  const id = useRecordId() ?? 0;
  const [por] = useAddress('por');
  return <Moldura>{por === 'outro' ? <DeOutro query={{}} id={id} /> : <Responde id={id} />}</Moldura>;
}

/** `/pesquisa/colaborador-questionario/{questionarioId}`: what the questionnaire asks of whoever is logged in. */
export function ResponderQuestionario() {
  const questionarioId = useRecordId() ?? 0;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['responder', 'do-questionario', questionarioId],
    queryFn: ({ signal }) =>
      api.get<ColaboradorQuestionario[]>(MINHAS.slice(1), { questionarioId, minhas: true }, { ...silent, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const minha = data?.find((uma) => uma.minha);
  return (
    <Moldura>
      {isError ? (
        <Fault message="Não foi possível carregar o questionário." onRetry={refetch} isBusy={isFetching} />
      ) : !data ? (
        <Waiting height={320} />
      ) : minha ? (
        <Responde id={minha.id} />
      ) : (
        <Paper>
          <Empty message="Este questionário não espera pela sua resposta." why="Ele é de outras pessoas, ou já foi encerrado." />
        </Paper>
      )}
    </Moldura>
  );
}

/** `/pesquisa/colaborador-respostas/{questionarioId}/por-outro-usuario/{colaboradorId}/turma/{turmaId}` */
export function ResponderPorOutro() {
  const { '*': rest = '' } = useParams();
  const [, questionarioId = '', , colaboradorId = ''] = rest.split('/');
  return (
    <Moldura>
      <DeOutro query={{ questionarioId: Number(questionarioId), colaboradorId: Number(colaboradorId) }} />
    </Moldura>
  );
}

function DeOutro({ query, id }: { query: Record<string, number>; id?: number }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['responder', 'de-outro', id ?? query],
    queryFn: ({ signal }) =>
      id === undefined
        ? api.get<ColaboradorQuestionario[]>(MINHAS.slice(1), query, { ...silent, signal })
        : api
            .get<{ id: number; colaborador: { nome: string } }>(
              `pesquisa/colaborador-respostas/${id}/perguntas`,
              {},
              { ...silent, signal },
            )
            .then((uma) => [uma]),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const uma = data?.[0];
  if (isError) return <Fault message="Não foi possível carregar as perguntas." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={320} />;
  if (!uma)
    return (
      <Paper>
        <Empty message="Este questionário não foi enviado a esta pessoa." />
      </Paper>
    );
  return <Responde id={uma.id} outro={uma.colaborador.nome} />;
}
