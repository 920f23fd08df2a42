import { useRef } from 'react';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { boolean } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';

const form = defineForm({
  fields: {
    nome: having(text('Nome', 100), { span: 12 }),
    avisar: having(boolean('Avisar de novos candidatos', true), {
      span: 12,
      hint: 'Toda manhã, na caixa de mensagens e por e-mail.',
    }),
  },
});

/** Keeps the search that stands in the address of the list. */
export function SalvarBusca({ consulta, nome, onClose }: { consulta: string; nome: string; onClose: () => void }) {
  const key = useRef(newKey());
  return (
    <FormDialog
      form={form}
      title="Salvar busca"
      ok="Salvar"
      start={{ nome, avisar: true }}
      send={async (values) => {
        await api.post(
          'captacao/buscas-candidatos',
          { ...values, consulta },
          { silent: true, headers: { 'Idempotency-Key': key.current } },
        );
        toast.success('Busca salva. Ela está em Captação → Buscas de Candidatos.');
      }}
      onClose={onClose}
    />
  );
}
