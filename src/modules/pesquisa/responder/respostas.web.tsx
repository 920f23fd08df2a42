import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { inWords } from '#platform/questionario/answered.ts';
import { AnsweredList } from '#platform/questionario/answered-list.web.tsx';
import {
  type ColaboradorQuestionario,
  MINHAS,
  POR_VEZ,
  RESPOSTAS,
  type RespostasDadas,
  tituloDaSolicitacao,
} from './colaborador-questionario.ts';

/** `/pesquisa/colaborador-respostas`: answers that carry a name, of one person (`?solicitacao=`) or the list of them. */
export function ColaboradorRespostas() {
  const solicitacao = useAddressId('solicitacao');
  const questionarioId = useAddressId('questionarioId');
  return solicitacao === undefined ? <Lista questionarioId={questionarioId} /> : <Dadas id={solicitacao} />;
}

function Lista({ questionarioId }: { questionarioId: number | undefined }) {
  const { moduleTitle } = useActing();
  const porOutro = useCan()('ROLE_RESPONDER_POR_OUTRO');
  return (
    <Page title="Respostas" breadcrumbs={[{ label: moduleTitle('pesquisa') }, { label: 'Respostas' }]}>
      <Paper p="md">
        <AnsweredList<ColaboradorQuestionario>
          path={MINHAS.slice(1)}
          query={{ comNome: true, ...(questionarioId === undefined ? { respondidas: true, minhas: false } : { questionarioId }) }}
          perPage={POR_VEZ}
          empty={{
            message: 'Nenhuma resposta com nome.',
            why: 'Só as de questionários identificados e de entrevistas aparecem aqui; as outras ninguém lê uma a uma.',
          }}
          columns={[
            {
              title: 'Pessoa',
              isHeading: true,
              cell: ({ id, colaborador, respondida }) =>
                respondida ? (
                  <Anchor component={Link} to={`${RESPOSTAS}?solicitacao=${id}`} inherit>
                    {colaborador.nome}
                  </Anchor>
                ) : (
                  colaborador.nome
                ),
            },
            { title: 'Questionário', cell: tituloDaSolicitacao },
            {
              title: 'Situação',
              cell: ({ id, colaborador, respondida, respondidoParcialmente, aberta, minha }) => (
                <Group gap="2px 12px">
                  {respondida ? 'Respondida' : respondidoParcialmente ? 'Parcialmente respondida' : 'Não respondida'}
                  {porOutro && aberta && !respondida && !minha && (
                    <Anchor
                      component={Link}
                      to={`/pesquisa/responder/${id}?por=outro`}
                      inherit
                      aria-label={`Responder por ${colaborador.nome}`}
                    >
                      Responder por esta pessoa
                    </Anchor>
                  )}
                </Group>
              ),
            },
          ]}
        />
      </Paper>
    </Page>
  );
}

function Dadas({ id }: { id: number }) {
  const { moduleTitle } = useActing();
  const { data, isError } = useQuery({
    queryKey: ['respostas-com-nome', 'uma', id],
    queryFn: ({ signal }) => api.get<RespostasDadas>(`${RESPOSTAS.slice(1)}/${id}`, {}, { silent: true, quiet: true, signal }),
    retry: false,
  });
  const daLista = data && !data.minha ? { label: 'Respostas', to: RESPOSTAS } : { label: 'Minhas Pesquisas', to: MINHAS };
  return (
    <Page
      title={data?.titulo ?? 'Respostas'}
      breadcrumbs={[{ label: moduleTitle('pesquisa') }, daLista, { label: data?.titulo ?? 'Respostas' }]}
      {...(data
        ? { about: { lines: <Text c="dimmed">{data.minha ? 'As suas respostas' : `Respostas de ${data.colaborador}`}</Text> } }
        : {})}
    >
      <Paper p="md">
        {isError ? (
          <Empty
            message="Estas respostas não existem, ou não são para você."
            action={
              <Anchor component={Link} to={MINHAS}>
                Minhas Pesquisas
              </Anchor>
            }
          />
        ) : !data ? (
          <Waiting height={320} />
        ) : (
          <DadasPorEscrito dadas={data} />
        )}
      </Paper>
    </Page>
  );
}

function DadasPorEscrito({ dadas: { definicao, respostas } }: { dadas: RespostasDadas }) {
  const porPergunta = new Map(respostas.map((uma) => [uma.perguntaId, uma]));
  return (
    <Stack component="dl" gap="md" m={0}>
      {definicao.perguntas.map((pergunta) => (
        <div key={pergunta.id}>
          <Text component="dt" c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {pergunta.texto}
          </Text>
          <Text component="dd" m={0} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {inWords(pergunta, porPergunta.get(pergunta.id)) || '—'}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
