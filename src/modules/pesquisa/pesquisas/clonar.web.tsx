import { Text } from '@mantine/core';
import { useRef } from 'react';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { clonagem } from './clonar.ts';

/** Copies a survey with its questions to companies. */
export function Clonar({ path, record, onClose }: DeedProps) {
  const key = useRef(newKey());
  return (
    <FormDialog
      form={clonagem}
      title="Clonar"
      ok="Clonar"
      send={async (values) => {
        const feitas = await api.post<unknown[]>(`${path}/${record.id}`, values, {
          silent: true,
          headers: { 'Idempotency-Key': key.current },
        });
        toast.success(`Pesquisa clonada para ${counted(feitas.length, 'empresa', 'empresas')}.`);
      }}
      onClose={onClose}
    >
      <Text fw={600}>{String(record.titulo)}</Text>
    </FormDialog>
  );
}
