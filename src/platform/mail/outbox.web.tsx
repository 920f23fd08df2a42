import { IconSend } from '@tabler/icons-react';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';

/** Asks first, so that a message that may have arrived is not sent twice by mistake. */
async function reenviar(id: number, estado: unknown): Promise<void> {
  const message =
    estado === 'INTERROMPIDO'
      ? 'O envio foi interrompido, e a mensagem pode ter sido entregue. Enviar de novo?'
      : 'Enviar esta mensagem de novo?';
  if (!(await confirm({ message, ok: 'Enviar' }))) return;
  // The client has shown the failure.
  const sent = await api.post(`/api/utilitario/caixa-saida/${id}/reenviar`).then(
    () => true,
    () => false,
  );
  if (sent) toast.success('A mensagem será enviada em instantes.');
}

export const caixaSaidaView: RegistryView = {
  rowActions: ({ id, estado }) =>
    ['FALHOU', 'INTERROMPIDO', 'RETIDO'].includes(String(estado))
      ? [{ label: 'Enviar de novo', icon: <IconSend size={18} stroke={1.8} />, onClick: () => reenviar(id, estado) }]
      : [],
};
