import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#kit/client/client.web.ts';

/** A task as the server reports it. */
export interface Task {
  estado: 'fila' | 'executando' | 'concluida' | 'falhou' | 'cancelada';
  progresso: number;
  total: number | null;
  mensagem: string | null;
  arquivoId?: number | null;
  resultado?: unknown;
}

const isOver = (task: Task | undefined) => task !== undefined && ['concluida', 'falhou', 'cancelada'].includes(task.estado);

/** Most tasks end within seconds; for longer ones a look now and then is enough. */
const paceOf = (looks: number) => (looks < 30 ? 700 : 2_000);

interface Props {
  tarefaId: number | string;
  /** what the task does: 'Gerando o relatório' */
  label: string;
  /** called once, when the task is over */
  onEnd: (task: Task) => void;
  /** called once, when the server no longer tells how the task fares */
  onFail?: () => void;
}

/** Progress of a task, with the button that cancels it. */
export function TaskProgress({ tarefaId, label, onEnd, onFail }: Props) {
  const { data, isError } = useQuery({
    queryKey: ['tarefa', tarefaId],
    queryFn: ({ signal }) => api.get<Task>(`tarefas/${tarefaId}`, {}, { quiet: true, signal }),
    refetchInterval: ({ state }) => (isOver(state.data) || state.status === 'error' ? false : paceOf(state.dataUpdateCount)),
    gcTime: 0,
    retry: 3,
  });
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    if (data && isOver(data)) {
      told.current = true;
      onEnd(data);
    } else if (isError && onFail) {
      told.current = true;
      onFail();
    }
  }, [data, isError, onEnd, onFail]);
  const total = data?.total ?? 0;
  const share = total > 0 ? Math.min(100, Math.round(((data?.progresso ?? 0) / total) * 100)) : null;
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {[data?.estado === 'fila' ? `${label}: aguardando na fila` : label, share === null ? null : `${share}%`, data?.mensagem]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Progress value={share ?? 100} animated={share === null} striped={share === null} aria-label={label} />
      <Group justify="flex-end">
        <Button
          size="xs"
          variant="default"
          onClick={() => void api.post(`tarefas/${tarefaId}/cancelar`, undefined, { quiet: true }).catch(() => null)}
        >
          Cancelar
        </Button>
      </Group>
    </Stack>
  );
}
