import { Text } from '@mantine/core';
import { api } from '#kit/client/client.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { impressao } from './impressao.ts';

/** CALL-439: the questionnaire on paper, to be filled in by hand. */
export const ImprimirEmBranco = ({ path, record, onClose }: DeedProps) => (
  <FormDialog
    form={impressao}
    title="Imprimir em branco"
    ok="Imprimir"
    send={({ imprimirFormaEconomica }) =>
      api.blob(`${path}/${record.id}/imprimir`, {
        method: 'POST',
        query: { imprimirFormaEconomica: imprimirFormaEconomica === true },
        name: 'questionario.pdf',
        silent: true,
      })
    }
    onClose={onClose}
  >
    <Text fw={600}>{String(record.titulo)}</Text>
  </FormDialog>
);
