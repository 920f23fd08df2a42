import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircle, IconMail, IconPencil, IconPrinter, IconSquare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddress, useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import type { AnswerSource } from '#platform/questionario/answer-source.web.ts';
import { inWords } from '#platform/questionario/answered.ts';
import type { Definicao, Resposta } from '#platform/questionario/definition.ts';
import type { EntrevistaDoTalento, PerguntaDoModelo } from './entrevista.ts';

const Answering = later(() => import('#platform/questionario/answering.web.tsx').then((m) => m.Answering));
const Entrevistar = later(() => import('./entrevistar.web.tsx').then((m) => m.EntrevistarQuemSai));

const quiet = { silent: true, quiet: true } as const;
const enderecoDe = (talentoId: number) => `gestao-talentos/talentos/${talentoId}/entrevista-desligamento`;

const SITUACOES = {
  N: { tone: 'waiting', text: 'Não respondida' },
  P: { tone: 'waiting', text: 'Parcialmente respondida' },
  R: { tone: 'good', text: 'Respondida' },
} as const;

/** `/gestao-talentos/talentos/{talentoId}/entrevista-desligamento`: whom, by which questions, and what they answered. */
export function EntrevistaDesligamento() {
  const talentoId = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const can = useCan();
  const [preencher, setPreencher] = useAddress('preencher');
  const [pedindo, setPedindo] = useState(false);
  const [agradece, setAgradece] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', 'gestao-talentos/desligamentos', 'entrevista', talentoId],
    queryFn: ({ signal }) => api.get<EntrevistaDoTalento>(enderecoDe(talentoId), {}, { ...quiet, signal }),
    retry: false,
  });
  const sent = useCallback(() => {
    setAgradece(true);
    void refetch();
  }, [refetch]);
  const mayEdit = can('ROLE_CAD_DESLIGAMENTO_EDITAR') && Boolean(data?.desligamento) && data?.respondida === false;
  // The thanks stay until whoever wrote the answers down goes on to read them.
  const preenche = preencher !== '' && (agradece || (mayEdit && Boolean(data?.solicitacao)));
  return (
    <Page
      title="Entrevista de Desligamento"
      breadcrumbs={[
        { label: moduleTitle('gestao-talentos') },
        { label: 'Desligamentos', to: '/gestao-talentos/desligamentos' },
        { label: 'Entrevista de Desligamento' },
      ]}
      actions={
        data && (
          <>
            {(data.modelo || data.respostas) && !preenche && (
              <Button
                variant="default"
                leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden />}
                onClick={() => window.print()}
              >
                Imprimir
              </Button>
            )}
            {mayEdit && data.solicitacao && !preenche && (
              <Button
                variant="default"
                leftSection={<IconPencil size={18} stroke={1.8} aria-hidden />}
                onClick={() => setPreencher('1')}
              >
                Preencher
              </Button>
            )}
            {mayEdit && !preenche && (
              <Button leftSection={<IconMail size={18} stroke={1.8} aria-hidden />} onClick={() => setPedindo(true)}>
                {data.solicitacao ? 'Enviar o link' : 'Entrevistar'}
              </Button>
            )}
          </>
        )
      }
    >
      {isError ? (
        <Paper>
          <Fault message="Este talento não existe, ou não é dos que você vê." onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : data === undefined ? (
        <Waiting height={320} />
      ) : (
        <Stack>
          <Quem entrevista={data} />
          {preenche && data.definicao ? (
            <Preencher
              talentoId={talentoId}
              entrevista={data}
              definicao={data.definicao}
              sent={sent}
              done={() => {
                setAgradece(false);
                setPreencher('');
              }}
            />
          ) : data.respostas && data.definicao ? (
            <Respondida definicao={data.definicao} respostas={data.respostas} />
          ) : data.modelo ? (
            <Perguntas perguntas={data.modelo.perguntas} />
          ) : (
            <SemModelo mayEdit={can('ROLE_CAD_DESLIGAMENTO_EDITAR')} />
          )}
        </Stack>
      )}
      {pedindo && data && (
        <Entrevistar
          talentoId={talentoId}
          entrevista={data}
          onClose={(comLink) => {
            setPedindo(false);
            void refetch().then(() => comLink === false && setPreencher('1'));
          }}
        />
      )}
    </Page>
  );
}

function Quem({
  entrevista: { colaborador, dataDesligamento, modelo, solicitacao, desligamento },
}: {
  entrevista: EntrevistaDoTalento;
}) {
  const { tone, text } = solicitacao ? SITUACOES[solicitacao.estado] : { tone: 'quiet' as const, text: 'Não perguntada' };
  const dia = dataDesligamento ?? desligamento?.data;
  return (
    <Section
      title={colaborador.nome}
      note={[dia ? `Desligamento em ${formatDate(dia)}` : 'Sem desligamento', modelo?.titulo].filter(Boolean).join(' · ')}
      aside={<Pill tone={tone}>{text}</Pill>}
    >
      {modelo?.observacao && <Text>{modelo.observacao}</Text>}
      {!desligamento && (
        <Text size="sm">
          Para entrevistar, peça antes o desligamento em{' '}
          <Anchor component={Link} to={`/gestao-talentos/desligamentos/new?colaborador=${colaborador.id}`}>
            Desligamentos
          </Anchor>
          .
        </Text>
      )}
    </Section>
  );
}

const SemModelo = ({ mayEdit }: { mayEdit: boolean }) => (
  <Paper>
    {mayEdit ? (
      <Empty
        message="O desligamento não diz qual modelo de entrevista será usado."
        why="Escolha um em Entrevistar, ou no próprio desligamento."
        action={
          <Button variant="default" component={Link} to="/gestao-talentos/modelos-entrevista-desligamento">
            Modelos de Entrevista de Desligamento
          </Button>
        }
      />
    ) : (
      <Empty message="Ninguém respondeu a esta entrevista." why="As perguntas aparecem para quem entrevista." />
    )}
  </Paper>
);

interface PreencherProps {
  talentoId: number;
  entrevista: EntrevistaDoTalento;
  definicao: Definicao;
  sent(): void;
  done(): void;
}

/** Whoever interviews writes the answers down. */
function Preencher({ talentoId, entrevista: { colaborador, modelo, solicitacao }, definicao, sent, done }: PreencherProps) {
  const id = solicitacao?.id ?? 0;
  const titulo = modelo?.titulo ?? 'Entrevista de desligamento';
  const source = useMemo(
    (): AnswerSource => ({
      open: async () => ({
        id,
        empresaId: 0,
        titulo,
        modo: 'I',
        minimo: 3,
        ate: null,
        sobre: null,
        papel: null,
        estado: 'N',
        definicao,
        semente: `${id}`,
        rascunho: null,
      }),
      send: async ({ envio, respostas }) => {
        await api.post(`${enderecoDe(talentoId)}/respostas`, { envio, respostas }, quiet);
        sent();
      },
    }),
    [id, titulo, definicao, talentoId, sent],
  );
  return (
    <Paper p={{ base: 'sm', sm: 'xl' }} maw={800} mx="auto" w="100%">
      <Text mb="md" fw={600}>{`Respostas de ${colaborador.nome}`}</Text>
      <Answering
        name={`entrevista-${id}`}
        source={source}
        after={
          <Button variant="default" onClick={done}>
            Ver as respostas
          </Button>
        }
      />
    </Paper>
  );
}

function Respondida({ definicao, respostas }: { definicao: Definicao; respostas: readonly Resposta[] }) {
  const dadas = new Map(respostas.map((uma) => [uma.perguntaId, uma]));
  return (
    <Paper p="md">
      <Stack component="dl" gap="md" m={0}>
        {definicao.perguntas.map((pergunta) => (
          <div key={pergunta.id}>
            <Text component="dt" c="dimmed" size="sm">
              {pergunta.texto}
            </Text>
            <Text component="dd" m={0} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {inWords(pergunta, dadas.get(pergunta.id)) || '—'}
            </Text>
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

const Perguntas = ({ perguntas }: { perguntas: readonly PerguntaDoModelo[] }) =>
  perguntas.map((pergunta) => (
    <Paper key={pergunta.id} p="md" component="section" aria-labelledby={`pergunta-${pergunta.id}`}>
      <Text fw={600} id={`pergunta-${pergunta.id}`} mb="xs">
        {`${pergunta.ordem}. ${pergunta.texto}`}
      </Text>
      <Opcoes pergunta={pergunta} />
      {pergunta.exigirComentario && <Text mt="sm" c="dimmed">{`Comentário: ${pergunta.comentario ?? ''}`}</Text>}
    </Paper>
  ));

function Opcoes({ pergunta: { tipo, respostas, notaMinima, notaMaxima } }: { pergunta: PerguntaDoModelo }) {
  if (tipo === '4') return <Text>{`Nota de ${formatNumber(notaMinima ?? 0)} a ${formatNumber(notaMaxima ?? 10)}`}</Text>;
  if (tipo === '3') return <Text c="dimmed">Resposta livre</Text>;
  const Marca = tipo === '1' ? IconCircle : IconSquare;
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {respostas.map(({ texto }) => (
        <Group key={texto} component="li" gap="xs" wrap="nowrap">
          <Marca size={18} stroke={1.6} aria-hidden />
          <Text>{texto}</Text>
        </Group>
      ))}
    </Stack>
  );
}
