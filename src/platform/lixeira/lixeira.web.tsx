import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { LeftOut, RegistryView } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';

const ROOT = '/api/utilitario/lixeira';

/** Restores entries; those that refuse are answered. */
async function restaurar(ids: readonly number[]): Promise<readonly LeftOut[]> {
  const { restaurados, falhas } = await api.post<{ restaurados: number; falhas: LeftOut[] }>(`${ROOT}/restaurar`, { ids });
  if (restaurados > 0)
    toast.success(counted(restaurados, 'registro restaurado com sucesso.', 'registros restaurados com sucesso.'));
  return falhas;
}

async function apagar(ids: readonly number[], nome?: string): Promise<readonly LeftOut[] | undefined> {
  const what = nome ?? counted(ids.length, 'registro', 'registros');
  const isSure = await confirm({
    header: 'Apagar de vez',
    message: `Apagar ${what} de vez? Não poderá mais ser restaurado.`,
    ok: 'Apagar de vez',
    danger: true,
    typed: ids.length > 1 ? String(ids.length) : null,
  });
  if (!isSure) return undefined;
  const { removidos, falhas } = await api.post<{ removidos: number; falhas: LeftOut[] }>(`${ROOT}/apagar`, { ids });
  if (removidos > 0) toast.success(counted(removidos, 'registro apagado de vez.', 'registros apagados de vez.'));
  return falhas;
}

/** One row has no list of faults: its refusal is a notice. */
const one = async (work: Promise<readonly LeftOut[] | undefined>) => {
  for (const { message } of (await work) ?? []) toast.error(message);
};

export const lixeiraView: RegistryView = {
  rowActions: ({ id, nome }) => [
    { label: 'Restaurar', icon: <IconArrowBackUp size={18} stroke={1.8} />, onClick: () => one(restaurar([id])) },
    {
      label: 'Apagar de vez',
      icon: <IconTrashX size={18} stroke={1.8} />,
      danger: true,
      onClick: () => one(apagar([id], String(nome))),
    },
  ],
  bulkActions: [
    { label: 'Restaurar', icon: <IconArrowBackUp size={14} aria-hidden />, changes: true, onClick: restaurar },
    { label: 'Apagar de vez', icon: <IconTrashX size={14} aria-hidden />, danger: true, onClick: (ids) => apagar(ids) },
  ],
};
