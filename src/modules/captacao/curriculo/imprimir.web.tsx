import { Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { api, saveFile } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { type Task, TaskProgress } from '#kit/jobs/task.web.tsx';
import { type BulkDialogProps, type DeedProps } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { curriculoCandidato, imprimirCurriculo, opcoesDoCurriculo } from './curriculo.report.ts';

const ARQUIVO = 'Currículos.pdf';

const inicio = Object.fromEntries(
  Object.entries(opcoesDoCurriculo).flatMap(([name, field]) => (field.initial === undefined ? [] : [[name, field.initial]])),
);

interface Props {
  ids: readonly number[];
  quem: string;
  onClose: () => void;
}

/** SCR-342: what the printed CV tells, and who signs it. */
function Imprimir({ ids, quem, onClose }: Props) {
  const [tarefaId, setTarefa] = useState<number | null>(null);
  const ended = async (task: Task) => {
    onClose();
    if (task.estado === 'cancelada') return toast.info('Impressão cancelada.');
    if (task.estado === 'falhou' || !task.arquivoId)
      return toast.error(task.mensagem ?? 'Não foi possível imprimir os currículos.');
    const got = await api.blob(`arquivos/${task.arquivoId}`, { save: false, name: ARQUIVO }).catch(() => null);
    if (got) saveFile(got.blob, got.name);
  };
  if (tarefaId !== null)
    return (
      <Dialog onClose={onClose} title="Imprimir Currículo" closeOnClickOutside={false}>
        <TaskProgress tarefaId={tarefaId} label="Imprimindo os currículos" onEnd={(task) => void ended(task)} />
      </Dialog>
    );
  return (
    <FormDialog
      form={imprimirCurriculo}
      title="Imprimir Currículo"
      ok="Imprimir"
      start={inicio}
      send={async (values) => {
        const got = await api.blob(`captacao/relatorios/${curriculoCandidato.id}`, {
          method: 'POST',
          body: { ...values, candidatosIds: ids },
          save: false,
          name: ARQUIVO,
        });
        if (got?.status === 202) setTarefa((JSON.parse(await got.blob.text()) as { tarefaId: number }).tarefaId);
        else if (got) saveFile(got.blob, got.name);
      }}
      onClose={(isDone) => {
        if (!isDone || tarefaId === null) onClose();
      }}
    >
      <Text fw={600}>{quem}</Text>
    </FormDialog>
  );
}

export const ImprimirUm = ({ record, onClose }: DeedProps) => (
  <Imprimir ids={[record.id]} quem={String(record.nome)} onClose={onClose} />
);

export const ImprimirVarios = ({ ids, onClose }: BulkDialogProps) => (
  <Imprimir ids={ids} quem={counted(ids.length, 'candidato', 'candidatos')} onClose={onClose} />
);
