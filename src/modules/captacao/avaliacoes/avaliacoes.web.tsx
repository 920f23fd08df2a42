import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatPercentage } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { namedId } from '#kit/fields/bare.ts';
import { having } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { PanelProps, RecordRow, RegistryView } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { ShownOnce } from '#kit/ui/shown-once.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { candidaturas } from '../candidaturas/candidaturas.registry.ts';
import { NAO_AVALIA } from '../candidaturas/codigos.ts';
import { avaliacoes } from './avaliacoes.registry.ts';

const PATH = 'captacao/avaliacoes';
const pedir = defineForm({ fields: { modelo: having(ref('Modelo', 'captacao/modelos-avaliacao-candidato'), { span: 12 }) } });

interface Pergunta {
  pergunta: string;
  resposta: string;
}

/** What a candidate answered, question by question. */
function Respostas({ record }: PanelProps) {
  const { empresaId } = useActing();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', PATH, 'respostas', empresaId, record.id],
    queryFn: ({ signal }) => api.get<Pergunta[]>(`${PATH}/${record.id}/respostas`, {}, { quiet: true, signal }),
    retry: false,
  });
  if (isError) return <Fault message="Não foi possível carregar as respostas." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting />;
  if (data.length === 0) return <Empty message="O candidato ainda não respondeu." />;
  return (
    <Stack gap="md">
      {data.map(({ pergunta, resposta }, lugar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions stay in their order
        <div key={lugar}>
          <Text size="sm" c="dimmed">
            {pergunta}
          </Text>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{resposta || '—'}</Text>
        </div>
      ))}
    </Stack>
  );
}

/** The evaluations of an application, and asking for another one. */
export function AvaliacoesDaCandidatura({ record }: PanelProps) {
  const { empresaId } = useActing();
  const can = useCan();
  const client = useQueryClient();
  const [pede, setPede] = useState(false);
  const [aberta, setAberta] = useState<RecordRow | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const mayRead = can(avaliacoes.authority);
  const isRunning = can(`${candidaturas.authority}_EDITAR`) && record.situacao === 'A';
  const mayAsk = isRunning && record.vagaAberta === true;
  const enviaPedido = (modelo: unknown, mandar: boolean) =>
    api.post<{ avisado: boolean; link: string | null }>(
      `captacao/candidaturas/${record.id}/avaliacoes`,
      { modelo, mandar },
      { silent: true },
    );
  const mostraLink = async (avaliacao: RecordRow) => setLink((await enviaPedido(namedId(avaliacao.modelo), false)).link);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', PATH, 'da-candidatura', empresaId, record.id],
    queryFn: ({ signal }) =>
      api.get<{ content: RecordRow[] }>(PATH, { candidatura: record.id, page: 0, size: 100 }, { quiet: true, signal }),
    enabled: mayRead,
    retry: false,
  });
  if (!mayRead) return <Empty message="Você não tem autorização para ver isto." />;
  if (isError) return <Fault message="Não foi possível carregar." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting />;
  return (
    <Stack gap="md">
      {data.content.length === 0 && <Empty message="Nenhuma avaliação foi pedida a este candidato." />}
      {data.content.map((avaliacao) => (
        <Group key={avaliacao.id} justify="space-between" gap="xs">
          <div>
            <Text fw={500}>{(avaliacao.modelo as { nome: string }).nome}</Text>
            <Text size="sm" c="dimmed">
              {[
                `pedida em ${formatDate(String(avaliacao.pedidaEm))}`,
                typeof avaliacao.respondidaEm === 'string'
                  ? `respondida em ${formatDate(avaliacao.respondidaEm)}`
                  : 'à espera do candidato',
                typeof avaliacao.percentual === 'number' ? `resultado ${formatPercentage(avaliacao.percentual)}` : undefined,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          {Boolean(avaliacao.respondidaEm) && (
            <Button size="xs" variant="default" onClick={() => setAberta(avaliacao)}>
              Ver respostas
            </Button>
          )}
          {!avaliacao.respondidaEm && mayAsk && (
            <Button size="xs" variant="default" onClick={() => void mostraLink(avaliacao)}>
              Responder na empresa
            </Button>
          )}
        </Group>
      ))}
      {link && (
        <Alert color="yellow" role="status" title="O link não foi por e-mail">
          <ShownOnce label="Link pessoal da avaliação" description="É só dele: entregue-o ao candidato." value={link} />
        </Alert>
      )}
      {mayAsk && (
        <Group>
          <Button variant="default" leftSection={<IconClipboardText size={16} aria-hidden />} onClick={() => setPede(true)}>
            Pedir avaliação
          </Button>
        </Group>
      )}
      {isRunning && !mayAsk && (
        <Text size="sm" c="dimmed">
          {NAO_AVALIA}
        </Text>
      )}
      {pede && (
        <FormDialog
          form={pedir}
          title="Pedir avaliação"
          ok="Pedir"
          send={async ({ modelo }) => {
            const feito = await enviaPedido(modelo, true);
            setLink(feito.link);
            toast.success(feito.avisado ? 'O candidato recebeu o link por e-mail.' : 'Avaliação pedida.');
          }}
          onClose={(feito) => {
            setPede(false);
            if (feito) void client.invalidateQueries({ queryKey: ['registro', PATH] });
          }}
        >
          <Text size="sm" c="dimmed">
            O candidato recebe um link por e-mail e responde no celular. Pedir de novo manda o mesmo link outra vez.
          </Text>
        </FormDialog>
      )}
      {aberta && (
        <Dialog title={(aberta.modelo as { nome: string }).nome} size="lg" onClose={() => setAberta(null)}>
          <Respostas record={aberta} />
        </Dialog>
      )}
    </Stack>
  );
}

export const avaliacoesRegistro: RegistryView = { panels: [{ title: 'Respostas', content: Respostas, isFirst: true }] };
