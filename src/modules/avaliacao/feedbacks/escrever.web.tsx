import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { offering } from '#kit/fields/field.ts';
import { type InputProps, type Inputs, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { asOption, idOf, type Named } from '#kit/fields/options.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { type FeedbackLido, feedback, ORDEM_DAS_PARTILHAS, PROMESSA, partilhas } from './feedback.ts';

const load = async (busca: string, signal: AbortSignal) =>
  (await api.get<Named[]>('avaliacao/feedbacks/pessoas', { busca: busca.trim() }, { quiet: true, silent: true, signal })).map(
    asOption,
  );

function PessoaInput(props: InputProps) {
  const input = useInput<unknown>(props);
  return (
    <Select<number> {...pickerFrame(input)} value={idOf(input.value)} onChange={(chosen) => input.onChange(chosen)} load={load} />
  );
}

/** Whom it is about stays as it is. */
const pessoaFixa = ({ nome }: Named) =>
  function PessoaFixa(props: InputProps) {
    const input = useInput<unknown>(props);
    const id = idOf(input.value) ?? 0;
    return (
      <Select<number>
        {...pickerFrame(input)}
        readOnly
        value={id}
        selected={{ value: id, label: nome }}
        onChange={() => {}}
        options={[]}
      />
    );
  };

/** It is never shared with fewer than before. */
const partilhaInput = (antes: FeedbackLido['partilha']) => {
  const restam = ORDEM_DAS_PARTILHAS.slice(ORDEM_DAS_PARTILHAS.indexOf(antes));
  const codes = Object.fromEntries(restam.map((code) => [code, partilhas[code]]));
  return (props: InputProps) => <FieldInput {...props} field={offering(props.field, codes)} />;
};

/** What is written between evaluations, and with whom it is shared. */
export function EscreverDialog({ antes, onClose }: { antes?: FeedbackLido; onClose(isDone: boolean): void }) {
  const { today } = useCheckContext();
  const key = useRef(newKey());
  const inputs = useMemo(
    (): Inputs =>
      antes
        ? { colaboradorId: pessoaFixa(antes.colaborador), partilha: partilhaInput(antes.partilha) }
        : { colaboradorId: PessoaInput },
    [antes],
  );
  return (
    <FormDialog
      form={feedback}
      title={antes ? 'Mudar ou compartilhar' : 'Escrever'}
      ok="Salvar"
      start={antes ? { ...antes, colaboradorId: antes.colaborador.id } : { data: today }}
      inputs={inputs}
      send={async (values) => {
        await (antes
          ? api.put(`avaliacao/feedbacks/${antes.id}`, { ...values, versao: antes.versao }, { silent: true })
          : api.post('avaliacao/feedbacks', values, { silent: true, headers: { 'Idempotency-Key': key.current } }));
        toast.success(values.partilha === 'E' ? 'Registro salvo: só você o lê.' : 'Registro salvo e compartilhado.');
      }}
      onClose={onClose}
    >
      <Alert color="blue" p="xs" icon={<IconLock size={18} aria-hidden />}>
        {PROMESSA}
      </Alert>
    </FormDialog>
  );
}
