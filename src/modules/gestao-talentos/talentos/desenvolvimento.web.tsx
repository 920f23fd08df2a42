import { Button, Group, Stack, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface Acao {
  id: number;
  nome: string;
  responsavel: string;
  previsaoTermino: string | null;
  acompanhamentoSituacao: 'I' | 'A' | 'C';
  atrasada: boolean;
}

const SITUACOES = {
  I: ['Não iniciada', 'quiet'],
  A: ['Em andamento', 'waiting'],
  C: ['Concluída', 'good'],
} as const;

/** On the record of a talent: the actions of their development plan, for whoever may see it. */
export function DesenvolvimentoPainel({ record }: PanelProps) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { data, isError, isSuccess } = useQuery({
    queryKey: ['pdi', record.id],
    queryFn: ({ signal }) => api.get<{ acoes: Acao[] }>(`avaliacao/pdi/${record.id}`, {}, { quiet: true, silent: true, signal }),
    enabled: inViewport,
    retry: false,
  });
  const acoes = data?.acoes ?? [];
  return (
    <div ref={ref} style={{ minHeight: 40 }}>
      {isError && (
        <Empty message="O plano de desenvolvimento é visto pela própria pessoa, por quem a lidera e por quem cuida de planos." />
      )}
      {inViewport && !isError && !isSuccess && <Waiting />}
      {isSuccess && (
        <Stack gap="md">
          {acoes.length === 0 ? (
            <Text c="dimmed">O plano de desenvolvimento ainda não tem ações.</Text>
          ) : (
            <PlainTable
              caption="Ações do plano de desenvolvimento"
              cards
              minWidth={520}
              rows={acoes}
              keyOf={({ id }) => id}
              columns={[
                { title: 'Ação', isHeading: true, cell: ({ nome }) => nome },
                { title: 'Responsável', cell: ({ responsavel }) => responsavel },
                {
                  title: 'Até',
                  cell: ({ previsaoTermino }) => (previsaoTermino ? formatDate(previsaoTermino) : '—'),
                },
                {
                  title: 'Situação',
                  cell: ({ acompanhamentoSituacao, atrasada }) => (
                    <Group gap={6}>
                      <Pill tone={SITUACOES[acompanhamentoSituacao][1]}>{SITUACOES[acompanhamentoSituacao][0]}</Pill>
                      {atrasada && <Pill tone="bad">Atrasada</Pill>}
                    </Group>
                  ),
                },
              ]}
            />
          )}
          <Group>
            <Button component={Link} variant="default" to={`/avaliacao/pdi/${record.id}`}>
              Abrir o plano de desenvolvimento
            </Button>
          </Group>
        </Stack>
      )}
    </div>
  );
}
