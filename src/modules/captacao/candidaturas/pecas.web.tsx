import { Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { Inputs } from '#kit/fields/input-state.web.ts';
import type { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { removeRecord } from '#kit/registry/removal.web.tsx';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { IconButton, RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

/** The records of another registry that belong to an application; `quando` changes with what writes them by itself. */
export function useDaCandidatura(registry: AnyRegistry, candidatura: number, sort: string, quando = '') {
  const { empresaId } = useActing();
  const can = useCan();
  const client = useQueryClient();
  const path = `captacao/${registry.id}`;
  const query = useQuery({
    queryKey: ['registro', path, 'da-candidatura', empresaId, candidatura, quando],
    queryFn: ({ signal }) =>
      api.get<{ content: RecordRow[] }>(path, { candidatura, page: 0, size: 100, sort }, { quiet: true, signal }),
    enabled: can(registry.authority),
    retry: false,
  });
  const reload = () => client.invalidateQueries({ queryKey: ['registro', path] });
  return {
    path,
    query,
    reload,
    rows: query.data?.content ?? [],
    mayRead: can(registry.authority),
    mayEdit: can(`${registry.authority}_EDITAR`),
    remove: ({ id, versao }: RecordRow) =>
      removeRecord(
        { path, registry, reload, removed: 'Removido com sucesso.' },
        { id, ...(versao === undefined ? {} : { versao }) },
      ),
  };
}

interface ListaProps {
  of: ReturnType<typeof useDaCandidatura>;
  empty: string;
  children: ReactNode;
}

export function Lista({ of: { query, mayRead, rows }, empty, children }: ListaProps) {
  if (!mayRead) return <Empty message="Você não tem autorização para ver isto." />;
  if (query.isError) return <Fault message="Não foi possível carregar." onRetry={query.refetch} isBusy={query.isFetching} />;
  if (!query.data) return <Waiting />;
  return rows.length === 0 ? <Empty message={empty} /> : <div>{children}</div>;
}

export const nomeDe = (value: unknown) => (value as { nome?: string } | null)?.nome ?? '';
export const texto = (value: unknown) => (typeof value === 'string' ? value : '');

export function Deeds({ row, what, onEdit, onRemove }: { row: RecordRow; what: string; onEdit(): void; onRemove(): void }) {
  return (
    <Group gap={0} wrap="nowrap">
      {row.acoes?.includes('editar') && <IconButton icon={IconPencil} tip="Editar" label={`Editar ${what}`} onClick={onEdit} />}
      {row.acoes?.includes('excluir') && <RemoveButton of={what} onClick={onRemove} />}
    </Group>
  );
}

interface DialogoProps {
  form: ReturnType<typeof defineForm>;
  title: string;
  path: string;
  candidatura: number;
  registro: RecordRow | null;
  extra?: object;
  inputs?: Inputs;
  onClose(feito: boolean): void;
}

/** A record of the application in a dialog; one that exists is read whole first. */
export function Dialogo({ form, title, path, candidatura, registro, extra = {}, inputs, onClose }: DialogoProps) {
  const { data } = useQuery({
    queryKey: ['registro', path, 'dialogo', registro?.id],
    queryFn: ({ signal }) => api.get<RecordRow>(`${path}/${registro?.id}`, {}, { quiet: true, signal }),
    enabled: registro !== null,
    gcTime: 0,
  });
  if (registro && !data) return null;
  return (
    <FormDialog
      form={form}
      title={title}
      ok="Salvar"
      {...(data ? { start: data } : {})}
      {...(inputs ? { inputs } : {})}
      send={async (valores) => {
        const corpo = { ...extra, ...valores, candidatura };
        await (registro
          ? api.put(`${path}/${registro.id}`, { ...corpo, versao: data?.versao }, { silent: true })
          : api.post(path, corpo, { silent: true }));
        toast.success('Salvo com sucesso.');
      }}
      onClose={onClose}
    />
  );
}
