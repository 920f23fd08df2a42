import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate, today } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { candidaturas } from './candidaturas.registry.ts';
import { situacoesDaCandidatura } from './codigos.ts';

interface Candidatura {
  id: number;
  solicitacao: { nome: string };
  etapaSeletiva: { nome: string } | null;
  situacao: keyof typeof situacoesDaCandidatura;
  inscritaEm: string;
}

const PATH = 'captacao/candidaturas';
/** The latest ones; the list has them all. */
const MAIS = 50;
const TONS = candidaturas.fields.situacao.tones;

/** Every selection in which a candidate is or was, and how far they came. */
export function CandidaturasDoCandidato({ record }: PanelProps) {
  const { empresaId } = useActing();
  const podeVer = useCan()(candidaturas.authority);
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', PATH, 'do-candidato', empresaId, record.id],
    queryFn: ({ signal }) =>
      api.get<{ content: Candidatura[]; totalElements: number }>(
        PATH,
        { candidato: record.id, page: 0, size: MAIS, sort: 'inscritaEm,desc' },
        { quiet: true, signal },
      ),
    enabled: podeVer,
    retry: false,
  });
  if (!podeVer) return <Text c="dimmed">As candidaturas são do recrutamento.</Text>;
  if (isPending) return <Waiting height={80} />;
  if (isError) return <Fault message="Não foi possível carregar as candidaturas." onRetry={refetch} isBusy={isFetching} />;
  if (data.content.length === 0)
    return (
      <Empty message="Este candidato não está em nenhuma seleção." why="Use Vincular a vagas, ou espere que se candidate." />
    );
  return (
    <Stack gap="sm">
      <PlainTable
        caption="Candidaturas deste candidato"
        cards
        rows={data.content}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Vaga',
            isHeading: true,
            cell: ({ id, solicitacao }) => (
              <Anchor component={Link} to={`/${PATH}/${id}`}>
                {solicitacao.nome}
              </Anchor>
            ),
          },
          { title: 'Etapa', cell: ({ etapaSeletiva }) => etapaSeletiva?.nome ?? 'Inscritos' },
          {
            title: 'Situação',
            cell: ({ situacao }) => <Pill tone={TONS?.[situacao] ?? 'quiet'}>{situacoesDaCandidatura[situacao]}</Pill>,
          },
          { title: 'Inscrita em', cell: ({ inscritaEm }) => formatDate(today(undefined, new Date(inscritaEm))) },
        ]}
      />
      {data.totalElements > data.content.length && (
        <Anchor component={Link} size="sm" to={`/${PATH}?candidato=${record.id}`}>
          {`Ver as ${data.totalElements.toLocaleString('pt-BR')} em lista`}
        </Anchor>
      )}
    </Stack>
  );
}
