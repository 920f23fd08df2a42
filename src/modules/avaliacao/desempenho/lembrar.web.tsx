import { Text } from '@mantine/core';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';

const nada = defineForm({ fields: {} });

/** A mail to everybody who still has somebody to evaluate. */
export const Lembrar = ({ path, record, onClose }: DeedProps) => (
  <FormDialog
    form={nada}
    title="Enviar lembrete"
    ok="Enviar"
    send={async () => {
      await api.post(`${path}/${record.id}/envia-email`, {}, { silent: true });
      toast.success('Lembrete a caminho de quem falta avaliar.');
    }}
    onClose={onClose}
  >
    <Text fw={600}>{String(record.titulo)}</Text>
    <Text mt="xs">Quem ainda tem alguém a avaliar e tem e-mail recebe um lembrete. Um por dia, no máximo.</Text>
  </FormDialog>
);
