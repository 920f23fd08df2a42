import { Group, Stack, Text, Timeline } from '@mantine/core';
import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatInstant, today } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { nameIn } from '#kit/fields/bare.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { statusDaSolicitacao } from './codigos.ts';

interface Etapa {
  id: number;
  nome: string;
  situacao: 'P' | 'A' | 'R';
  daVez: boolean;
  posso: boolean;
  quem: string | null;
  substituto: string | null;
  prazo: string | null;
  decididaPor: string | null;
  decididaEm: string | null;
  observacao: string | null;
}

const icone = { size: 14, stroke: 2, 'aria-hidden': true } as const;
const icones = { P: <IconHourglass {...icone} />, A: <IconCheck {...icone} />, R: <IconX {...icone} /> };
const cores = { P: 'gray', A: 'teal', R: 'red' } as const;

const diz = ({ situacao, daVez, quem, substituto, prazo, decididaPor, decididaEm }: Etapa): string => {
  if (situacao !== 'P')
    return `${situacao === 'A' ? 'Aprovada' : 'Reprovada'} por ${decididaPor ?? 'alguém'}${decididaEm ? ` em ${formatInstant(decididaEm)}` : ''}`;
  return [quem, substituto && `substituto: ${substituto}`, daVez && prazo && `até ${formatDate(prazo)}`]
    .filter(Boolean)
    .join(' · ');
};

/** Where the request stands in the chain of approval, and what was said at each step. */
export function Aprovacoes({ record }: PanelProps) {
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', 'captacao/solicitacoes-pessoal', record.id, 'aprovacoes', record.versao],
    queryFn: ({ signal }) =>
      api.get<Etapa[]>(`captacao/solicitacoes-pessoal/${record.id}/aprovacoes`, {}, { quiet: true, silent: true, signal }),
    retry: false,
  });
  if (isPending) return <Waiting height={120} />;
  if (isError) return <Fault message="Não foi possível carregar a aprovação." onRetry={refetch} isBusy={isFetching} />;
  if (data.length === 0) return <SemEtapas record={record} />;
  return (
    <Timeline bulletSize={26} lineWidth={2} active={data.findLastIndex(({ situacao }) => situacao !== 'P')}>
      {data.map((etapa) => (
        <Timeline.Item
          key={etapa.id}
          bullet={icones[etapa.situacao]}
          color={cores[etapa.situacao]}
          title={<Titulo etapa={etapa} />}
        >
          <Text size="sm" c="dimmed">
            {diz(etapa)}
          </Text>
          {etapa.observacao && (
            <Text size="sm" mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {etapa.observacao}
            </Text>
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function Titulo({ etapa: { nome, daVez, posso, prazo } }: { etapa: Etapa }) {
  const atrasada = daVez && prazo !== null && prazo < today();
  return (
    <Group gap="xs">
      {nome}
      {daVez && (
        <Pill tone={atrasada ? 'bad' : 'waiting'}>{atrasada ? 'Atrasada' : posso ? 'Espera por você' : 'Aguardando'}</Pill>
      )}
    </Group>
  );
}

/** A company without a chain: who decided, and when. */
function SemEtapas({ record: { status, dataStatus, liberador, observacaoLiberador } }: PanelProps) {
  if (status === 'I')
    return (
      <Empty
        message="Aguardando aprovação."
        why="Quem pode aprovar solicitações decide de uma vez. As Etapas de Aprovação dividem a decisão entre a área, o RH e o orçamento."
      />
    );
  return (
    <Stack gap={4}>
      <Text>
        {statusDaSolicitacao[status as keyof typeof statusDaSolicitacao]} por {nameIn(liberador) ?? 'alguém'}
        {typeof dataStatus === 'string' && ` em ${formatDate(dataStatus)}`}
      </Text>
      {typeof observacaoLiberador === 'string' && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {observacaoLiberador}
        </Text>
      )}
    </Stack>
  );
}
