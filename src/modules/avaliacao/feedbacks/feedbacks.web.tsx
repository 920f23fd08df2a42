import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconLock, IconMessage2, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate, formatInstant } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { IconButton, RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { EscreverDialog } from './escrever.web.tsx';
import { type FeedbackLido, MAIS_FEEDBACKS, PROMESSA, partilhas, tiposDeFeedback } from './feedback.ts';

const TITULO = 'Feedbacks e Conversas';
const KEY = ['feedbacks'];

/** `/avaliacao/feedbacks`: what one wrote, and what others shared with one. */
export function Feedbacks() {
  const { moduleTitle } = useActing();
  const queries = useQueryClient();
  const [aberto, setAberto] = useState<{ antes?: FeedbackLido } | null>(null);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get<FeedbackLido[]>('avaliacao/feedbacks', {}, { silent: true, signal }),
  });
  const reload = () => queries.invalidateQueries({ queryKey: KEY });
  const ler = async (id: number) => {
    await api.post(`avaliacao/feedbacks/${id}/leitura`).catch(() => {});
    await reload();
  };
  // The start page leads to one of them.
  const pedido = useAddressId('ler');
  const lido = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (pedido === undefined || lido.current === pedido) return;
    lido.current = pedido;
    void ler(pedido);
  });
  const apagar = async ({ id, texto }: FeedbackLido) => {
    if (!(await confirmRemoval('Apagar este registro? Ele não vai para a Lixeira.', texto?.slice(0, 120)))) return;
    await api.delete(`avaliacao/feedbacks/${id}`).catch(() => {});
    await reload();
  };
  const recebidos = data?.filter(({ meu }) => !meu) ?? [];
  const escritos = data?.filter(({ meu }) => meu) ?? [];
  return (
    <Page
      title={TITULO}
      breadcrumbs={[{ label: moduleTitle('avaliacao') }, { label: TITULO }]}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAberto({})}>
          Escrever
        </Button>
      }
    >
      {isError ? (
        <Paper>
          <Fault message="Não foi possível carregar os seus feedbacks." onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : !data ? (
        <Waiting height={320} />
      ) : (
        <Stack>
          <Alert color="blue" icon={<IconLock size={18} aria-hidden />}>
            {PROMESSA}
          </Alert>
          {data.length === 0 && (
            <Paper>
              <Empty
                icon={<IconMessage2 size={24} stroke={1.6} />}
                message="Nada escrito, nada recebido."
                why="Um feedback diz a alguém o que você viu e que efeito teve; uma conversa guarda o que ficou combinado."
              />
            </Paper>
          )}
          {data.length >= MAIS_FEEDBACKS && <Text c="dimmed">{`São mostrados os ${MAIS_FEEDBACKS} mais recentes.`}</Text>}
          {recebidos.length > 0 && (
            <Section title="Compartilhados comigo">
              <Lista>
                {recebidos.map((um) => (
                  <Cartao key={um.id} feedback={um} titulo={`De ${um.autor}`} onRead={() => void ler(um.id)} />
                ))}
              </Lista>
            </Section>
          )}
          {escritos.length > 0 && (
            <Section title="Escritos por mim">
              <Lista>
                {escritos.map((um) => (
                  <Cartao
                    key={um.id}
                    feedback={um}
                    titulo={um.colaborador.nome}
                    onEdit={() => setAberto({ antes: um })}
                    onRemove={() => void apagar(um)}
                  />
                ))}
              </Lista>
            </Section>
          )}
        </Stack>
      )}
      {aberto && (
        <EscreverDialog
          {...aberto}
          onClose={(isDone) => {
            setAberto(null);
            if (isDone) void reload();
          }}
        />
      )}
    </Page>
  );
}

const Lista = ({ children }: { children: React.ReactNode }) => (
  <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
    {children}
  </Stack>
);

interface CartaoProps {
  feedback: FeedbackLido;
  titulo: string;
  onRead?: () => void;
  onEdit?: () => void;
  onRemove?: () => void;
}

/** Who has read it, in words, for its author. */
const leiturasDe = ({ leitores }: FeedbackLido) =>
  leitores.map(({ nome, lidoEm }) => (lidoEm ? `${nome} leu em ${formatInstant(lidoEm)}` : `${nome} ainda não leu`)).join(' · ');

function Cartao({ feedback, titulo, onRead, onEdit, onRemove }: CartaoProps) {
  const { tipo, data, partilha, texto, combinado, meu, podeMudar, colaborador } = feedback;
  const naoLido = texto === null;
  return (
    <Paper component="li" withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Group gap="xs" mb={4}>
            <Text fw={600}>{titulo}</Text>
            {naoLido && <Pill tone="waiting">Não lido</Pill>}
            {meu && <Pill tone={partilha === 'E' ? 'quiet' : 'good'}>{partilhas[partilha]}</Pill>}
          </Group>
          <Text size="sm" c="dimmed">
            {[labelIn(tiposDeFeedback, tipo), formatDate(data), !meu && `sobre ${colaborador.nome}`].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {podeMudar && (
          <Group gap={4} wrap="nowrap">
            <IconButton
              icon={IconPencil}
              tip="Mudar ou compartilhar"
              label={`Mudar o registro sobre ${colaborador.nome}`}
              {...(onEdit ? { onClick: onEdit } : {})}
            />
            {onRemove && <RemoveButton of={`o registro sobre ${colaborador.nome}`} onClick={onRemove} />}
          </Group>
        )}
      </Group>
      {naoLido ? (
        <Group mt="sm">
          <Button
            variant="default"
            size="sm"
            aria-label={`Ler: ${titulo}, ${formatDate(data)}`}
            {...(onRead ? { onClick: onRead } : {})}
          >
            Ler
          </Button>
          <Text size="sm" c="dimmed">
            Quem escreveu saberá que você leu.
          </Text>
        </Group>
      ) : (
        <>
          <Text mt="sm" style={{ whiteSpace: 'pre-line' }}>
            {texto}
          </Text>
          {combinado && (
            <Text mt="sm" size="sm" style={{ whiteSpace: 'pre-line' }}>
              <b>Combinado: </b>
              {combinado}
            </Text>
          )}
        </>
      )}
      {meu && partilha !== 'E' && (
        <Text mt="sm" size="sm" c="dimmed">
          {leiturasDe(feedback)}
        </Text>
      )}
    </Paper>
  );
}
