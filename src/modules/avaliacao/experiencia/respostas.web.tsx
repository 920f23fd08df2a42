import { Button, Group, Menu, Progress, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { percentualDaExperiencia } from '#modules/gestao-talentos/public.ts';
import { inWords } from '#platform/questionario/answered.ts';
import type { QuestionarioRespondido } from './acompanhamento.ts';
import { ACOMPANHAMENTO } from './enderecos.ts';

const quiet = { silent: true, quiet: true } as const;

export const Percentual = ({ percentual, minimo }: { percentual: number; minimo: number | null }) => (
  <div>
    <Group gap="xs" align="baseline">
      <Text fz={28} fw={700} lh={1.1}>
        {percentualDaExperiencia(percentual)}
      </Text>
      {minimo !== null && (
        <Text size="sm" c="dimmed">
          {percentual >= minimo
            ? `aprovado: o mínimo é ${percentualDaExperiencia(minimo)}`
            : `abaixo do mínimo de ${percentualDaExperiencia(minimo)}`}
        </Text>
      )}
    </Group>
    <Progress
      mt={6}
      value={percentual}
      color={minimo !== null && percentual < minimo ? 'red' : 'teal'}
      aria-label="Percentual das respostas"
    />
  </div>
);

/** What was answered, and the aspects that it comes to. */
export function Respostas({ talento, modelo }: { talento: number; modelo: number }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', ACOMPANHAMENTO, 'respostas', talento, modelo],
    queryFn: ({ signal }) =>
      api.get<QuestionarioRespondido>(
        `${ACOMPANHAMENTO}/talentos/${talento}/colaboradores-questionarios/${modelo}`,
        {},
        { ...quiet, signal },
      ),
    retry: false,
  });
  if (isError) return <Fault message="Não foi possível carregar as respostas." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={160} />;
  if (!data.respostas) return <Empty message="As respostas foram retiradas." />;
  const dadas = new Map(data.respostas.map((uma) => [uma.perguntaId, uma]));
  return (
    <Stack gap="md">
      {data.aspectos.length > 0 && (
        <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }} aria-label="Aspectos">
          {data.aspectos.map(({ nome, percentual }) => (
            <Group component="li" key={nome} gap="sm" wrap="nowrap">
              <Text size="sm" style={{ flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' }}>
                {nome}
              </Text>
              <Progress value={percentual} style={{ flex: '1 1 0' }} aria-label={nome} />
              <Text size="sm" w={64} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {percentualDaExperiencia(percentual)}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
      <Stack component="dl" gap="sm" m={0}>
        {data.definicao.perguntas.map((pergunta) => (
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
    </Stack>
  );
}

/** REP-043: as a list or by aspect, and also in little space. */
export function Imprimir({ id }: { id: number }) {
  const imprime = (agruparPorAspecto: boolean, modoEconomico: boolean) =>
    void api.blob(`${ACOMPANHAMENTO}/imprimir-avaliacao-respondida`, {
      method: 'POST',
      body: { colaboradorQuestionarioId: id, agruparPorAspecto, modoEconomico },
      name: 'avaliacao-respondida.pdf',
    });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden />}
          rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}
        >
          Imprimir
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw="calc(100vw - 32px)">
        <Menu.Item onClick={() => imprime(false, false)}>Na ordem das perguntas</Menu.Item>
        <Menu.Item onClick={() => imprime(true, false)}>Agrupada por aspecto</Menu.Item>
        <Menu.Item onClick={() => imprime(false, true)}>Econômica, em duas colunas</Menu.Item>
        <Menu.Item onClick={() => imprime(true, true)}>Econômica, por aspecto</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
