import { Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { choice } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { type Papel, papeis } from './papeis.ts';
import { participantes } from './participantes.registry.ts';

interface Props {
  avaliacaoId: number;
  avaliado: { id: number; nome: string };
  permitidos: readonly Papel[];
  onClose: (isDone: boolean) => void;
}

/** One more evaluator of somebody, by hand. */
export function Avaliador({ avaliacaoId, avaliado, permitidos, onClose }: Props) {
  const key = useRef(newKey());
  const form = useMemo(() => {
    const outros = permitidos.filter((papel) => papel !== 'U');
    const { avaliador, peso } = participantes.fields;
    return defineForm({
      fields: {
        avaliador,
        tipo: having(choice('Papel', Object.fromEntries(outros.map((papel) => [papel, papeis[papel]]))), {
          initial: outros.at(-1),
        }),
        peso,
      },
    });
  }, [permitidos]);
  return (
    <FormDialog
      form={form}
      title="Incluir avaliador"
      ok="Incluir"
      send={async (values) => {
        await api.post(
          `avaliacao/${participantes.id}`,
          { ...values, avaliacaoDesempenho: avaliacaoId, avaliado: avaliado.id },
          { silent: true, headers: { 'Idempotency-Key': key.current } },
        );
        toast.success('Avaliador incluído.');
      }}
      onClose={onClose}
    >
      <Text>
        Quem mais avalia <b>{avaliado.nome}</b>
      </Text>
    </FormDialog>
  );
}
