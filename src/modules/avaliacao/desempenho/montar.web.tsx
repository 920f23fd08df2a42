import { Alert, Anchor, Group, List, Paper, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { useLongWork } from '#kit/jobs/use-long-work.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { dizIncluidos, montagemPara, type PreviaDaMontagem } from './montagem.ts';
import { type Papel, papeis } from './papeis.ts';

const NOMES_DE_INICIO = 6;

/** Chooses who is evaluated and by whom, and shows who that would be before anybody is included. */
export function Montar({
  path,
  permitidos,
  onClose,
}: {
  path: string;
  permitidos: readonly Papel[];
  onClose: (isDone: boolean) => void;
}) {
  const form = useMemo(() => montagemPara(permitidos), [permitidos]);
  const { progress, ended } = useLongWork('Incluindo participantes');
  return (
    <FormDialog
      form={form}
      title="Incluir participantes"
      ok="Incluir"
      send={async (values) => {
        const answer = await api.post<{ avaliados: number; pares: number } | { tarefaId: number }>(
          `${path}/participantes`,
          values,
          { silent: true },
        );
        toast.success(
          'tarefaId' in answer ? ((await ended(answer.tarefaId)).mensagem ?? 'Participantes incluídos.') : dizIncluidos(answer),
        );
      }}
      onClose={onClose}
      foot={progress ?? <Previa path={path} />}
    />
  );
}

function Previa({ path }: { path: string }) {
  const values = useWatch() as Record<string, unknown>;
  const [showsAll, setShowsAll] = useState(false);
  const [asked] = useDebouncedValue(JSON.stringify(values), 300);
  const { data, error, isPending } = useQuery({
    queryKey: ['montagem', path, asked],
    queryFn: ({ signal }) =>
      api.post<PreviaDaMontagem>(`${path}/participantes/previa`, JSON.parse(asked) as object, {
        quiet: true,
        silent: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (isPending) return <Waiting height={80} />;
  if (error)
    // What is missing is said at its input.
    return error instanceof ApiError && error.errors === undefined ? (
      <Alert color="yellow" variant="light">
        {error.message}
      </Alert>
    ) : null;
  const { avaliados, novos, pares, semAvaliador, pessoas } = data;
  if (avaliados === 0)
    return (
      <Alert color="yellow" variant="light">
        Ninguém que trabalha aqui hoje e que você veja está neste grupo.
      </Alert>
    );
  const shown = showsAll ? pessoas : pessoas.slice(0, NOMES_DE_INICIO);
  return (
    <Paper withBorder p="md" component="section" aria-label="Quem participaria">
      <Text fw={600} role="status">
        {novos === 0 && pares === 0
          ? 'Todos já estão incluídos'
          : `${counted(avaliados, 'avaliado', 'avaliados')}${novos < avaliados ? ` (${novos} a mais)` : ''}, ${counted(pares, 'avaliação a responder', 'avaliações a responder')}`}
      </Text>
      <Text size="sm" c="dimmed">
        {data.papeis.map(({ tipo, pares: n }) => `${papeis[tipo]}: ${n.toLocaleString('pt-BR')}`).join(' · ')}
      </Text>
      {semAvaliador > 0 && (
        <Text size="sm" mt={4} c="var(--mantine-color-text)" fw={500}>
          {`${counted(semAvaliador, 'pessoa ficaria', 'pessoas ficariam')} sem avaliador.`}
        </Text>
      )}
      <List listStyleType="none" mt="sm" size="sm" spacing={6}>
        {shown.map(({ id, nome, area, avaliadores, outros, reservado }) => (
          <List.Item key={id}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <b>{nome}</b>
              {area ? ` · ${area}` : ''}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {avaliadores.length === 0
                ? reservado
                  ? 'Esta é você: quem avalia você não é mostrado.'
                  : 'sem avaliador'
                : avaliadores
                    .map((um) => (um.tipo === 'U' ? 'autoavaliação' : `${um.nome} (${papeis[um.tipo].toLowerCase()})`))
                    .join(', ') + (outros > 0 ? ` e mais ${outros.toLocaleString('pt-BR')}` : '')}
            </Text>
          </List.Item>
        ))}
      </List>
      {shown.length < Math.min(avaliados, pessoas.length) ? (
        <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => setShowsAll(true)}>
          {`Mostrar ${pessoas.length}`}
        </Anchor>
      ) : (
        shown.length < avaliados && (
          <Group mt="xs">
            <Text size="sm" c="dimmed">{`e mais ${(avaliados - shown.length).toLocaleString('pt-BR')}`}</Text>
          </Group>
        )
      )}
    </Paper>
  );
}
