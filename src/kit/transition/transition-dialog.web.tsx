import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { useLongWork } from '#kit/jobs/use-long-work.web.tsx';
import { formOf, type Transition } from '#kit/registry/lifecycle.ts';
import type { LeftOut, RecordRow } from '#kit/registry/view.web.tsx';

export interface Bulk {
  /** the selected records */
  ids: readonly number[];
  onEnd: (failures: readonly LeftOut[]) => void;
}

interface DialogProps {
  path: string;
  name: string;
  transition: Transition;
  /** what stands below the inputs */
  foot?: ReactNode;
  onClose: () => void;
}

const dialogOf = (transition: Transition) => ({
  form: formOf(transition),
  title: transition.label,
  ok: transition.label,
  danger: transition.danger ?? false,
});

/** Asks what a transition of one record wants to know, after what the server says about it. */
export function OneRecord({
  path,
  name,
  transition,
  row,
  start,
  foot,
  onClose,
}: DialogProps & { row: RecordRow; start: Readonly<Record<string, unknown>> | undefined }) {
  // One key for the action: sending it again after a lost answer does not repeat it.
  const key = useRef(newKey());
  const { data: before } = useQuery({
    queryKey: ['registro', path, row.id, 'previa', name],
    queryFn: ({ signal }) =>
      api.get<{ motivos: string[]; avisos: string[] }>(
        `${path}/${row.id}/${name}/previa`,
        {},
        { quiet: true, silent: true, signal },
      ),
    gcTime: 0,
    retry: false,
  });
  const { ask } = transition;
  const { progress, ended } = useLongWork(transition.label);
  const [begins] = useState(() => start ?? transition.start?.());
  return (
    <FormDialog
      {...dialogOf(transition)}
      {...(begins ? { start: begins } : {})}
      isBlocked={(before?.motivos.length ?? 0) > 0}
      send={async (values) => {
        const answer = await api.post<{ tarefaId?: number }>(
          `${path}/${row.id}/${name}`,
          { ...values, versao: row.versao },
          { silent: true, headers: { 'Idempotency-Key': key.current } },
        );
        if (answer.tarefaId !== undefined) await ended(answer.tarefaId);
        toast.success(transition.done);
      }}
      onClose={onClose}
      foot={foot}
    >
      <Stack gap="sm">
        {ask && <Text>{typeof ask === 'string' ? ask : ask(row)}</Text>}
        {[...(before?.motivos ?? []), ...(before?.avisos ?? [])].map((sentence) => (
          <Alert key={sentence} color="yellow" role="status" icon={<IconAlertTriangle size={18} />}>
            {sentence}
          </Alert>
        ))}
        {progress}
      </Stack>
    </FormDialog>
  );
}

/** The same for several records at once. */
export function SeveralRecords({ path, name, transition, ids, foot, onEnd, onClose }: DialogProps & Bulk) {
  return (
    <FormDialog
      {...dialogOf(transition)}
      send={async (values) => {
        const { feitos, falhas } = await api.post<{ feitos: number; falhas: LeftOut[] }>(
          `${path}/${name}-varios`,
          { ...values, ids },
          { silent: true },
        );
        if (feitos > 0) toast.success(`${transition.done} (${counted(feitos, 'registro', 'registros')})`);
        onEnd(falhas);
      }}
      onClose={onClose}
      foot={foot}
    >
      {`${transition.label}: ${counted(ids.length, 'registro selecionado', 'registros selecionados')}.`}
    </FormDialog>
  );
}
