import { Text } from '@mantine/core';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { envioDoAnuncio } from './anuncios.form.ts';

/** SCR-337, CALL-063. */
export const EnviarAnuncio = ({ path, record, onClose }: DeedProps) => (
  <FormDialog
    form={envioDoAnuncio}
    title="Enviar anúncio por e-mail"
    ok="Enviar"
    isBlocked={record.noPortal !== 'A'}
    start={{ assunto: `Vaga: ${String(record.titulo)}`.slice(0, 150) }}
    send={async ({ assunto, emails }) => {
      await api.post(`${path}/${record.id}/email`, { assunto, emails }, { silent: true });
      toast.success('Anúncio de vaga enviado com sucesso.');
    }}
    onClose={onClose}
  >
    {record.noPortal === 'A' ? (
      <Text>Cada pessoa recebe um e-mail só para ela, com o começo do anúncio e o link da vaga.</Text>
    ) : (
      <Text>O anúncio não está no ar: quem recebesse o link não veria a vaga.</Text>
    )}
  </FormDialog>
);
