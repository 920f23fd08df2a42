import { Anchor, Button, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import type { Pergunta, Resposta } from '#platform/questionario/definition.ts';
import { type ColaboradorQuestionario, POR_VEZ, type RespostasDadas } from './colaborador-questionario.ts';

/** `/pesquisa/colaborador-respostas`: answers that carry a name, of one person (`?solicitacao=`) or the list of them. */
export function ColaboradorRespostas() {
  const { moduleTitle } = useActing();
  const solicitacao = useAddressId('solicitacao');
  const questionario = useAddressId('questionarioId');
  return (
    <Page title="Respostas" breadcrumbs={[{ label: moduleTitle('pesquisa') }, { label: 'Respostas' }]}>
      <Paper p="md">{solicitacao === undefined ? <Lista questionarioId={questionario} /> : <Dadas id={solicitacao} />}</Paper>
    </Page>
  );
}

const aqui = (id: number) => `/pesquisa/colaborador-respostas?solicitacao=${id}`;

function Lista({ questionarioId }: { questionarioId: number | undefined }) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['respostas-com-nome', questionarioId ?? 0],
    queryFn: ({ signal, pageParam }) =>
      api.get<ColaboradorQuestionario[]>(
        'pesquisa/colaborador-questionario',
        { comNome: true, pagina: pageParam, ...(questionarioId === undefined ? {} : { questionarioId }) },
        { silent: true, signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < POR_VEZ ? undefined : pages.length),
  });
  if (isError) return <Fault message="Não foi possível carregar as respostas." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={200} />;
  const comNome = data.pages.flat().filter(({ respondida }) => respondida === true || questionarioId !== undefined);
  if (comNome.length === 0 && !hasNextPage)
    return (
      <Empty
        message="Nenhuma resposta com nome."
        why="Só as de questionários identificados e de entrevistas aparecem aqui; as outras ninguém lê uma a uma."
      />
    );
  return (
    <Stack gap="md">
      <PlainTable
        caption="Respostas"
        cards
        rows={comNome}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Pessoa',
            isHeading: true,
            cell: ({ id, colaborador, respondida }) =>
              respondida ? (
                <Anchor component={Link} to={aqui(id)}>
                  {colaborador.nome}
                </Anchor>
              ) : (
                colaborador.nome
              ),
          },
          { title: 'Questionário', cell: ({ titulo }) => titulo },
          {
            title: 'Situação',
            cell: ({ respondida, respondidoParcialmente }) =>
              respondida ? 'Respondida' : respondidoParcialmente ? 'Parcialmente respondida' : 'Não respondida',
          },
        ]}
      />
      {hasNextPage && (
        <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()} style={{ alignSelf: 'center' }}>
          Mostrar mais
        </Button>
      )}
    </Stack>
  );
}

function Dadas({ id }: { id: number }) {
  const { data, isError } = useQuery({
    queryKey: ['respostas-com-nome', 'uma', id],
    queryFn: ({ signal }) =>
      api.get<RespostasDadas>(`pesquisa/colaborador-respostas/${id}`, {}, { silent: true, quiet: true, signal }),
    retry: false,
  });
  if (isError) return <Empty message="Estas respostas não existem, ou não são para você." />;
  if (!data) return <Waiting height={320} />;
  const { titulo, colaborador, definicao, respostas } = data;
  const porPergunta = new Map(respostas.map((uma) => [uma.perguntaId, uma]));
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{titulo}</Text>
        <Text c="dimmed">{colaborador}</Text>
      </div>
      <Stack component="dl" gap="md" m={0}>
        {definicao.perguntas.map((pergunta) => (
          <div key={pergunta.id}>
            <Text component="dt" c="dimmed" size="sm">
              {pergunta.texto}
            </Text>
            <Text component="dd" m={0} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {dita(pergunta, porPergunta.get(pergunta.id))}
            </Text>
          </div>
        ))}
      </Stack>
    </Stack>
  );
}

/** An answer in words. */
function dita({ tipo, respostas, notaMaxima }: Pergunta, resposta: Resposta | undefined): string {
  if (!resposta) return '—';
  const texto = (id: number | null | undefined) => respostas.find((opcao) => opcao.id === id)?.texto;
  const escolhida =
    tipo === '1'
      ? texto(resposta.respostaId)
      : tipo === '5'
        ? (resposta.respostasIds ?? []).map(texto).filter(Boolean).join('; ')
        : tipo === '4' && resposta.nota !== null && resposta.nota !== undefined
          ? `${resposta.nota} de ${notaMaxima ?? 10}`
          : undefined;
  return [escolhida, resposta.comentario].filter(Boolean).join('\n') || '—';
}
