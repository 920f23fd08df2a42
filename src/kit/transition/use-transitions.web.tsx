import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { type Task, TaskProgress } from '#kit/jobs/task.web.tsx';
import { formOf, type Transition } from '#kit/registry/lifecycle.ts';
import type { LeftOut, ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';

export type Failure = LeftOut;

interface Bulk {
  /** the selected records */
  ids: readonly number[];
  onEnd: (failures: readonly Failure[]) => void;
}

/** The initial values of the dialog, when a button gives more than the name of the transition. */
type Start = Readonly<Record<string, unknown>>;

type Asked = { name: string; row: RecordRow; start?: Start } | { name: string; bulk: Bulk };

/**
 * The transitions and deeds of a registry's records as buttons of a row and of a record's page, and the dialog that they open. The
 * server decides which ones a record allows (`acoes`). `onDone` loads the screen's data again, after a refusal as well.
 */
export function useTransitions({ path, registry, view }: ListPageProps, onDone: () => unknown) {
  const can = useCan();
  const [asked, setAsked] = useState<Asked | null>(null);
  const transitions: Readonly<Record<string, Transition>> = registry.lifecycle?.transitions ?? {};

  const actionsOf = (row: RecordRow): RowAction[] =>
    [...Object.entries(transitions), ...Object.entries(registry.deeds ?? {})]
      .filter(([name]) => row.acoes?.includes(name) && (name in transitions || view?.deeds?.[name]))
      .map(([name, { label, danger = false }]) => {
        const deed = view?.deeds?.[name];
        return {
          label,
          icon: deed?.icon ?? view?.icons?.[name] ?? <IconArrowRight size={18} stroke={1.8} />,
          danger,
          ...(deed && 'to' in deed ? { to: deed.to(row) } : { onClick: () => setAsked({ name, row }) }),
        };
      });

  const bulkActions = Object.entries(transitions)
    .filter(([, { bulk, authority }]) => bulk && can(authority))
    .map(([name, { label, danger = false }]) => ({ name, label, danger, ask: (bulk: Bulk) => setAsked({ name, bulk }) }));

  /** The transition by which the reader may move the record to a state; undefined: none. */
  const leadsTo = (row: RecordRow, state: string) =>
    Object.keys(transitions).find((name) => transitions[name]?.to === state && row.acoes?.includes(name));

  const ask = (name: string, row: RecordRow, start?: Start) => setAsked({ name, row, ...(start ? { start } : {}) });

  const close = async () => {
    setAsked(null);
    await onDone();
  };
  const transition = asked && transitions[asked.name];
  const deed = asked && view?.deeds?.[asked.name];
  const dialog: ReactNode =
    asked && 'row' in asked && deed && 'dialog' in deed ? (
      <deed.dialog path={path} record={asked.row} onClose={() => void close()} />
    ) : asked && transition ? (
      'row' in asked ? (
        <OneRecord
          path={path}
          name={asked.name}
          transition={transition}
          row={asked.row}
          start={asked.start}
          onClose={() => void close()}
        />
      ) : (
        <SeveralRecords path={path} name={asked.name} transition={transition} {...asked.bulk} onClose={() => void close()} />
      )
    ) : null;
  return { actionsOf, bulkActions, leadsTo, ask, dialog };
}

interface DialogProps {
  path: string;
  name: string;
  transition: Transition;
  onClose: () => void;
}

const dialogOf = (transition: Transition) => ({
  form: formOf(transition),
  title: transition.label,
  ok: transition.label,
  danger: transition.danger ?? false,
});

interface Running {
  id: number;
  onEnd(task: Task): void;
}

function OneRecord({ path, name, transition, row, start, onClose }: DialogProps & { row: RecordRow; start: Start | undefined }) {
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
  const [running, setRunning] = useState<Running | null>(null);
  const ended = (id: number) => new Promise<Task>((onEnd) => setRunning({ id, onEnd })).finally(() => setRunning(null));
  return (
    <FormDialog
      {...dialogOf(transition)}
      {...(start ? { start } : {})}
      isBlocked={(before?.motivos.length ?? 0) > 0}
      send={async (values) => {
        const answer = await api.post<{ tarefaId?: number }>(
          `${path}/${row.id}/${name}`,
          { ...values, versao: row.versao },
          { silent: true, headers: { 'Idempotency-Key': key.current } },
        );
        const task = answer.tarefaId === undefined ? undefined : await ended(answer.tarefaId);
        if (task && task.estado !== 'concluida')
          throw new ApiError(0, 'TAREFA_SEM_EFEITO', task.mensagem ?? 'A tarefa foi cancelada: nada mudou.');
        toast.success(transition.done);
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        {ask && <Text>{typeof ask === 'string' ? ask : ask(row)}</Text>}
        {[...(before?.motivos ?? []), ...(before?.avisos ?? [])].map((sentence) => (
          <Alert key={sentence} color="yellow" role="status" icon={<IconAlertTriangle size={18} />}>
            {sentence}
          </Alert>
        ))}
        {running && <TaskProgress tarefaId={running.id} label={transition.label} onEnd={running.onEnd} />}
      </Stack>
    </FormDialog>
  );
}

function SeveralRecords({ path, name, transition, ids, onEnd, onClose }: DialogProps & Bulk) {
  return (
    <FormDialog
      {...dialogOf(transition)}
      send={async (values) => {
        const { feitos, falhas } = await api.post<{ feitos: number; falhas: Failure[] }>(
          `${path}/${name}-varios`,
          { ...values, ids },
          { silent: true },
        );
        if (feitos > 0) toast.success(`${transition.done} (${counted(feitos, 'registro', 'registros')})`);
        onEnd(falhas);
      }}
      onClose={onClose}
    >
      {`${transition.label}: ${counted(ids.length, 'registro selecionado', 'registros selecionados')}.`}
    </FormDialog>
  );
}
