import { Text } from '@mantine/core';
import { useRef } from 'react';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { clonagem } from './clonar.ts';

/** SCR-384: the evaluation again, in preparation, in companies. */
export function Clonar({ path, record, onClose }: DeedProps) {
  const key = useRef(newKey());
  return (
    <FormDialog
      form={clonagem}
      title="Clonar avaliação de desempenho"
      ok="Clonar"
      send={async (values) => {
        const feitas = await api.post<{ participantes: number }[]>(`${path}/${record.id}`, values, {
          silent: true,
          headers: { 'Idempotency-Key': key.current },
        });
        const pares = feitas.reduce((soma, { participantes }) => soma + participantes, 0);
        toast.success(
          `Avaliação clonada para ${counted(feitas.length, 'empresa', 'empresas')}${pares > 0 ? `, com ${counted(pares, 'participante', 'participantes')}` : ''}.`,
        );
      }}
      onClose={onClose}
    >
      <Text fw={600}>{String(record.titulo)}</Text>
    </FormDialog>
  );
}
