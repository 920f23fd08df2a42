import { IconArrowBackUp, IconCircleCheck, IconCopy, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { tabelasReajustes } from './tabelas.registry.ts';

/** A plan is copied with its lines, from its page as from the list. */
export async function copia(id: number): Promise<{ id: number } | null> {
  const nova = await api.post<{ id: number }>(`cargo-salario/${tabelasReajustes.id}/${id}/copiar`, {}).catch(() => null);
  if (nova) toast.success('Planejamento copiado com as suas linhas.');
  return nova;
}

export const iconesDoPlanejamento = {
  aplicar: <IconPlayerPlay size={18} stroke={1.8} />,
  confirmar: <IconCircleCheck size={18} stroke={1.8} />,
  recusar: <IconX size={18} stroke={1.8} />,
  cancelar: <IconArrowBackUp size={18} stroke={1.8} />,
};

export const acoesDoPlanejamento = ({ id }: RecordRow): RowAction[] => [
  {
    label: 'Copiar',
    icon: <IconCopy size={18} stroke={1.8} />,
    authority: `${tabelasReajustes.authority}_EDITAR`,
    onClick: async () => void (await copia(id)),
  },
];
