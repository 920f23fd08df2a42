import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { today } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps, RecordRow } from '#kit/registry/view.web.tsx';
import { afastamento } from './afastar.ts';
import { type AtoDoHistorico, atosDoTalento, formasDosAtos, type Previa } from './atos.ts';
import { QuadroDaMudanca, usePrevia } from './mudanca.web.tsx';

const FEITO: Record<AtoDoHistorico, string> = {
  promover: 'Promoção salva com sucesso.',
  transferir: 'Transferência salva com sucesso.',
  reajustar: 'Reajuste salvo com sucesso.',
};

/** Whom the deed is about. */
export const quem = ({ nome, matricula }: RecordRow): string =>
  `${String(nome)}${typeof matricula === 'string' && matricula !== '' ? ` · ${matricula}` : ''}`;

/** The preview listens to the dialog's inputs, and the server says what they would change. */
function OQueMuda({ url }: { url: string }) {
  return <QuadroDaMudanca previa={usePrevia(url, useWatch() as Record<string, unknown>)} />;
}

/** A deed that writes one entry of the history: the form of its declaration, beginning with what is in force. */
const noHistorico = (ato: AtoDoHistorico) =>
  function Ato({ path, record, onClose }: DeedProps) {
    const key = useRef(newKey());
    const url = `${path}/${record.id}/${ato}`;
    const { data: comeco, isError } = useQuery({
      queryKey: ['registro', path, record.id, 'comeco', ato],
      queryFn: ({ signal }) =>
        api.post<Previa & { lancamento: Record<string, unknown> }>(`${url}/previa`, {}, { quiet: true, silent: true, signal }),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    });
    if (!comeco && !isError) return null;
    const { motivo: _motivo, salario: _salario, ...vigente } = comeco?.lancamento ?? {};
    const { label } = atosDoTalento[ato];
    return (
      <FormDialog
        form={formasDosAtos[ato]}
        title={label}
        ok={label}
        start={{ ...vigente, ...(ato === 'promover' ? { salario: comeco?.lancamento.salario } : {}), data: today() }}
        foot={<OQueMuda url={`${url}/previa`} />}
        send={async (values) => {
          await api.post(
            url,
            { ...values, versao: record.versao },
            { silent: true, headers: { 'Idempotency-Key': key.current } },
          );
          toast.success(FEITO[ato]);
        }}
        onClose={onClose}
      >
        <Text fw={600}>{quem(record)}</Text>
      </FormDialog>
    );
  };

/** A leave of absence in its short form; kinds that ask for more are refused with what they lack. */
export function Afastar({ record, onClose }: DeedProps) {
  const key = useRef(newKey());
  return (
    <FormDialog
      form={afastamento}
      title={atosDoTalento.afastar.label}
      ok={atosDoTalento.afastar.label}
      start={{ inicio: today() }}
      send={async (values) => {
        await api.post(
          'sst/colaborador-afastamentos',
          { ...values, colaborador: record.id },
          { silent: true, headers: { 'Idempotency-Key': key.current } },
        );
        toast.success('Afastamento salvo com sucesso.');
      }}
      onClose={onClose}
    >
      <Text fw={600}>{quem(record)}</Text>
    </FormDialog>
  );
}

export const Promover = noHistorico('promover');
export const Transferir = noHistorico('transferir');
export const Reajustar = noHistorico('reajustar');
