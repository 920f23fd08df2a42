import { Text } from '@mantine/core';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';

const nada = defineForm({ fields: {} });

/** A mail to those who have not answered; where nobody may know who they are, to everybody. */
export const Lembrar = ({ path, record, onClose }: DeedProps) => (
  <FormDialog
    form={nada}
    title="Enviar lembrete"
    ok="Enviar"
    send={async () => {
      const { destinatarios } = await api.post<{ destinatarios: number }>(`${path}/${record.id}/lembrar`, {}, { silent: true });
      toast.success(`Lembrete a caminho de ${counted(destinatarios, 'pessoa', 'pessoas')}.`);
    }}
    onClose={onClose}
  >
    <Text fw={600}>{String(record.titulo)}</Text>
    <Text mt="xs">
      {record.modo === 'I'
        ? 'Quem ainda não respondeu e tem e-mail recebe o seu link outra vez.'
        : 'Todos os que têm e-mail recebem o seu link outra vez, mesmo quem já respondeu: assim ninguém fica sabendo quem falta.'}
    </Text>
  </FormDialog>
);
