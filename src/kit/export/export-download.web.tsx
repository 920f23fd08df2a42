import { useState } from 'react';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { type Task, TaskProgress } from '#kit/jobs/task.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';

interface Export {
  formato: 'xlsx' | 'csv';
  query: Record<string, unknown>;
}

/** Downloads the present list; a long one becomes a task, and a dialog shows its progress until the file is there. */
export function useExport(path: string, name: string) {
  const [task, setTask] = useState<{ tarefaId: number; formato: string } | null>(null);

  const download = async ({ formato, query }: Export) => {
    // The client has shown a failure already.
    const got = await api
      .blob(`${path}/exportar`, { query: { formato, ...query }, name: `${name}.${formato}` })
      .catch(() => null);
    if (got?.status === 202) setTask({ ...(JSON.parse(await got.blob.text()) as { tarefaId: number }), formato });
  };

  const ended = async ({ estado, arquivoId }: Task) => {
    const formato = task?.formato ?? 'xlsx';
    setTask(null);
    if (estado === 'cancelada') toast.info('Exportação cancelada.');
    else if (estado === 'falhou' || !arquivoId) toast.error('Não foi possível exportar a lista.');
    else await api.blob(`arquivos/${arquivoId}`, { name: `${name}.${formato}` }).catch(() => null);
  };

  const progress = task && (
    <Dialog onClose={() => setTask(null)} title="Exportação">
      <TaskProgress tarefaId={task.tarefaId} label="Exportando a lista" onEnd={(done) => void ended(done)} />
    </Dialog>
  );
  return { download, progress };
}
