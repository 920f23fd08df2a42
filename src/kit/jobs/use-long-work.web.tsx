import { useState } from 'react';
import { ApiError } from '#kit/client/client.web.ts';
import { type Task, TaskProgress } from './task.web.tsx';

interface Running {
  id: number;
  onEnd(task: Task): void;
  onFail(): void;
}

const NO_NEWS = 'Não foi possível acompanhar a tarefa, que talvez continue: veja se algo mudou antes de repetir.';

/**
 * A form whose work became a task and that stays open until it is over: `progress` is shown meanwhile, and `ended` waits for the
 * task and throws why it had no effect, or that nobody can say.
 */
export function useLongWork(label: string) {
  const [running, setRunning] = useState<Running | null>(null);
  const ended = async (id: number): Promise<Task> => {
    const task = await new Promise<Task>((onEnd, reject) =>
      setRunning({ id, onEnd, onFail: () => reject(new ApiError(0, 'TAREFA_SEM_NOTICIA', NO_NEWS)) }),
    ).finally(() => setRunning(null));
    if (task.estado !== 'concluida')
      throw new ApiError(0, 'TAREFA_SEM_EFEITO', task.mensagem ?? 'A tarefa foi cancelada: nada mudou.');
    return task;
  };
  return {
    progress: running && <TaskProgress tarefaId={running.id} label={label} onEnd={running.onEnd} onFail={running.onFail} />,
    ended,
  };
}
