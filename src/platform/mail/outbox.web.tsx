import { Code } from '@mantine/core';
import { IconLink, IconSend } from '@tabler/icons-react';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { copyingLink } from '#platform/authority/copy-link.web.tsx';
import { NoMailServer } from './no-mail-server.web.tsx';

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

const CopiarLinkDoCandidato = copyingLink({
  whom: ({ para }) => String(para),
  lasts: '2 horas',
  others: 'Os outros links deste candidato deixam de valer.',
});

/** While the program knows no mail server: how whoever keeps it tells it one. */
function ComoLigar() {
  return (
    <NoMailServer>
      Quem cuida do servidor do Vínculo o inicia de novo com o endereço do servidor de e-mail em <Code>SMTP_URL</Code>, como{' '}
      <Code style={{ overflowWrap: 'anywhere' }}>smtp://usuario:senha@email.exemplo.com.br:587</Code>, e o remetente em{' '}
      <Code>SMTP_FROM</Code>. Então o que está retido aqui é enviado.
    </NoMailServer>
  );
}

export const caixaSaidaView: RegistryView = {
  deeds: { 'copiar-link': { icon: <IconLink size={18} stroke={1.8} />, dialog: CopiarLinkDoCandidato } },
  notice: ComoLigar,
  rowActions: ({ id, estado }) =>
    ['FALHOU', 'INTERROMPIDO', 'RETIDO'].includes(String(estado))
      ? [{ label: 'Enviar de novo', icon: <IconSend size={18} stroke={1.8} />, onClick: () => reenviar(id, estado) }]
      : [],
};
