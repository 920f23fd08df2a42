import { IconFileTypePdf } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { ApiError, api, saveFile } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { type Task, TaskProgress } from '#kit/jobs/task.web.tsx';
import type { BulkAction, BulkDialogProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { fichasTalentos, fichaTalento } from './ficha-talento.report.ts';

/** 'Imprimir ficha' of a talent in the list. */
export const imprimirFicha = ({ id, nome }: RecordRow): RowAction => ({
  label: 'Imprimir ficha',
  icon: <IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />,
  authority: fichaTalento.authority,
  async onClick() {
    const got = await api.blob(`gestao-talentos/talentos/${id}/ficha`, {
      save: false,
      name: `Ficha do Talento - ${String(nome)}.pdf`,
    });
    if (got) saveFile(got.blob, got.name);
  },
});

const ARQUIVO = 'Fichas de talentos.pdf';

/** Prints them at once, or waits for the task that does. */
function Fichas({ ids, onClose }: BulkDialogProps) {
  const [tarefaId, setTarefa] = useState<number | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const imprime = async () => {
      const got = await api.blob(`gestao-talentos/relatorios/${fichasTalentos.id}`, {
        method: 'POST',
        body: { talentosIds: ids },
        save: false,
        name: ARQUIVO,
      });
      if (got?.status === 202) return setTarefa((JSON.parse(await got.blob.text()) as { tarefaId: number }).tarefaId);
      if (got) saveFile(got.blob, got.name);
      onClose();
    };
    imprime().catch((error: unknown) => {
      onClose();
      // The client shows it.
      if (!(error instanceof ApiError)) throw error;
    });
  }, [ids, onClose]);
  const ended = async (task: Task) => {
    onClose();
    if (task.estado === 'cancelada') return toast.info('Impressão cancelada.');
    if (task.estado === 'falhou' || !task.arquivoId) return toast.error(task.mensagem ?? 'Não foi possível imprimir as fichas.');
    const got = await api.blob(`arquivos/${task.arquivoId}`, { save: false, name: ARQUIVO }).catch(() => null);
    if (got) saveFile(got.blob, got.name);
  };
  return (
    <Dialog onClose={onClose} title={`Imprimir ${counted(ids.length, 'ficha', 'fichas')}`} closeOnClickOutside={false}>
      {tarefaId === null ? (
        <Waiting height={80} />
      ) : (
        <TaskProgress tarefaId={tarefaId} label="Imprimindo as fichas" onEnd={(task) => void ended(task)} />
      )}
    </Dialog>
  );
}

/** 'Imprimir fichas' of the selected talents: one PDF, each on pages of their own. */
export const imprimirFichas: BulkAction = {
  label: 'Imprimir fichas',
  icon: <IconFileTypePdf size={14} aria-hidden />,
  authority: fichasTalentos.authority,
  dialog: Fichas,
};
