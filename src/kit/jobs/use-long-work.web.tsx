import { useState } from 'react';
import { ApiError } from '#kit/client/client.web.ts';
import { type Task, TaskProgress } from './task.web.tsx';

interface Running {
  id: number;
  onEnd(task: Task): void;
}

/**
 * A form whose work became a task and that stays open until it is over: `progress` is shown meanwhile, and `ended` waits for the
 * task and throws why it had no effect.
 */
export function useLongWork(label: string) {
  const [running, setRunning] = useState<Running | null>(null);
  const ended = async (id: number): Promise<Task> => {
    const task = await new Promise<Task>((onEnd) => setRunning({ id, onEnd })).finally(() => setRunning(null));
    if (task.estado !== 'concluida')
      throw new ApiError(0, 'TAREFA_SEM_EFEITO', task.mensagem ?? 'A tarefa foi cancelada: nada mudou.');
    return task;
  };
  return { progress: running && <TaskProgress tarefaId={running.id} label={label} onEnd={running.onEnd} />, ended };
}
