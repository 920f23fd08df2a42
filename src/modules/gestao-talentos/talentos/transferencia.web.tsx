import { useRef } from 'react';
import { today } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { BulkEdited } from '#kit/registry/bulk-edit.ts';
import type { BulkDialogProps } from '#kit/registry/view.web.tsx';
import { transferenciaDeVarios } from './transferir-varios.ts';

export function Transferencia({ ids, onEdited, onClose }: BulkDialogProps) {
  const key = useRef(newKey());
  return (
    <FormDialog
      form={transferenciaDeVarios}
      title="Mudar área ou estabelecimento"
      ok="Transferir"
      start={{ data: today() }}
      send={async (values) =>
        onEdited(
          await api.post<BulkEdited>(
            'gestao-talentos/talentos/transferir-varios',
            { ...values, ids },
            { silent: ['FIELD_VALIDATION_VIOLATION'], headers: { 'Idempotency-Key': key.current } },
          ),
        )
      }
      onClose={onClose}
    >
      {`${counted(ids.length, 'talento selecionado', 'talentos selecionados')}. Cada um recebe um histórico de transferência nesse dia, com o mesmo cargo e salário; o que ficar vazio não muda.`}
    </FormDialog>
  );
}
