import { Text } from '@mantine/core';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { useOnItsWay } from '#platform/mail/on-its-way.web.ts';
import { entrevistar } from './entrevistar.ts';

/** Asks one person: by a link, or by writing their answers down at once. */
export function Entrevistar({ path, record, onClose }: DeedProps) {
  const key = useRef(newKey());
  const visit = useNavigate();
  const onItsWay = useOnItsWay();
  return (
    <FormDialog
      form={entrevistar}
      title="Entrevistar"
      ok="Continuar"
      send={async (values) => {
        const { solicitacaoId } = await api.post<{ solicitacaoId: number }>(`${path}/${record.id}/entrevistar`, values, {
          silent: true,
          headers: { 'Idempotency-Key': key.current },
        });
        if (values.enviarLink === true) toast.success(onItsWay('O link está a caminho.'));
        else await visit(`/pesquisa/responder/${solicitacaoId}?por=outro`);
      }}
      onClose={onClose}
    >
      <Text fw={600}>{String(record.titulo)}</Text>
    </FormDialog>
  );
}
