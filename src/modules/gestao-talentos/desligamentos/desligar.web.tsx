import { Alert, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate, isDate, today } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { InputProps } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { desligamentoConfirmado, type PreviaDoDesligamento, pedidoDeDesligamento } from './desligar.ts';

/** What stands against the day in the form, and what could be annulled with it. */
function usePrevia(url: string) {
  const digitada: unknown = useWatch({ name: 'data' });
  const data = typeof digitada === 'string' && isDate(digitada) ? digitada : undefined;
  const { data: previa } = useQuery({
    queryKey: ['registro', 'gestao-talentos/desligamentos', 'previa', url, data],
    queryFn: ({ signal }) => api.get<PreviaDoDesligamento>(url, { data }, { quiet: true, silent: true, signal }),
    enabled: data !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  return { data, previa: data === undefined ? undefined : previa };
}

/** Offered only while something is planned for later that the user may annul, which it names. */
const anularInput = (url: string) =>
  function AnularInput(props: InputProps) {
    const { previstos = [], podeAnular = false } = usePrevia(url).previa ?? {};
    if (previstos.length === 0 || !podeAnular) return null;
    const label = `Anular, somente desta pessoa: ${previstos.map(({ nome }) => nome).join('; ')}`;
    return <FieldInput {...props} field={{ ...props.field, label }} />;
  };

/** What the day meets: entries that are planned for later, a protection, and when it takes effect. */
function OQueEncontra({ url, confirma }: { url: string; confirma: boolean }) {
  const anula: unknown = useWatch({ name: 'anularPrevistos' });
  const { data, previa } = usePrevia(url);
  if (!previa || data === undefined) return null;
  const { previstos, podeAnular, avisos, futura } = previa;
  return (
    <Stack gap="sm" role="status" aria-label="O que muda">
      <Alert color="blue" p="xs" icon={<IconInfoCircle size={18} />}>
        {futura
          ? `Continua ativo até ${formatDate(data)}, o último dia.`
          : `O último dia é ${formatDate(data)}${data === today() ? ', hoje' : ''}.`}
        {!confirma && ' O pedido espera a confirmação de quem confirma desligamentos.'}
      </Alert>
      {avisos.map((aviso) => (
        <Alert key={aviso} color="yellow" p="xs" icon={<IconAlertTriangle size={18} />}>
          {aviso}
        </Alert>
      ))}
      {previstos.length > 0 && (
        <Alert
          color={anula === true ? 'yellow' : 'orange'}
          p="xs"
          icon={<IconAlertTriangle size={18} />}
          title={
            anula === true
              ? 'Será anulado, somente desta pessoa'
              : confirma && podeAnular
                ? 'Impede o desligamento nesta data, se não for anulado'
                : 'Impede o desligamento nesta data'
          }
        >
          <List size="sm">
            {previstos.map(({ data: quando, nome }) => (
              <List.Item key={quando}>{nome}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

/** The dismissal of a talent: confirmed at once by whoever may, else a request for it. */
export function Desligar({ path, record, onClose }: DeedProps) {
  const can = useCan();
  const key = useRef(newKey());
  const confirma = can('ROLE_CONFIRMAR_DESLIGAMENTO');
  const url = `${path}/${record.id}/desligar/previa`;
  const inputs = useMemo(() => ({ anularPrevistos: anularInput(url) }), [url]);
  const titulo = confirma ? 'Desligar' : 'Pedir desligamento';
  return (
    <FormDialog
      form={confirma ? desligamentoConfirmado : pedidoDeDesligamento}
      title={titulo}
      ok={titulo}
      danger
      start={{ data: today() }}
      inputs={inputs}
      foot={<OQueEncontra url={url} confirma={confirma} />}
      send={async (values) => {
        await api.post(
          confirma ? `${path}/${record.id}/desligar` : 'gestao-talentos/desligamentos',
          { ...values, colaborador: record.id },
          { silent: true, ...(confirma ? {} : { headers: { 'Idempotency-Key': key.current } }) },
        );
        toast.success(confirma ? 'Desligamento confirmado com sucesso.' : 'Desligamento pedido com sucesso.');
      }}
      onClose={onClose}
    >
      <Text fw={600}>{String(record.nome)}</Text>
    </FormDialog>
  );
}
