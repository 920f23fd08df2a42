import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { isDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { type InputProps, useInput } from '#kit/fields/input-state.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import { PlainInput } from '#kit/fields/plain-input.web.tsx';
import { RefInput } from '#kit/fields/reference-inputs.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { avisoDaEstabilidade, type Protecao } from './desligamentos.rules.ts';

/** The talent in the address (`?colaborador=7`) is the one of a new record. */
function ColaboradorDoEnderecoInput(props: InputProps) {
  const input = useInput<unknown>(props);
  const pedido = useRef(useAddressId('colaborador'));
  const vazio = idOf(input.value) === null;
  const { onChange } = input;
  // Only once: a user who clears the field keeps it empty.
  useEffect(() => {
    const quem = pedido.current;
    pedido.current = undefined;
    if (vazio && quem !== undefined) onChange(quem);
  }, [vazio, onChange]);
  return <RefInput {...props} />;
}

/** A failure gives no warning: the warning is only a help. */
const avisoEm = async (talento: number, data: string): Promise<string | undefined> => {
  const url = `gestao-talentos/talentos/${talento}/data-estabilidade`;
  const protecao = await api.get<Protecao>(url, { data }, { quiet: true, silent: true }).catch(() => null);
  return protecao === null ? undefined : avisoDaEstabilidade(protecao);
};

/** The day of leaving, with a warning when the talent is protected from dismissal on it. */
function DataInput(props: InputProps) {
  const talento = idOf(useWatch({ control: props.control, name: 'colaborador' }));
  const data: unknown = useWatch({ control: props.control, name: props.path });
  const dia = typeof data === 'string' && isDate(data) ? data : null;
  const { data: aviso } = useQuery({
    queryKey: ['estabilidade', talento, dia],
    queryFn: async () => (talento === null || dia === null ? null : ((await avisoEm(talento, dia)) ?? null)),
    enabled: talento !== null && dia !== null,
  });
  return (
    <>
      <PlainInput {...props} />
      {aviso && (
        <Alert color="yellow" mt="xs" role="status">
          {aviso}
        </Alert>
      )}
    </>
  );
}

export const registro = { inputs: { colaborador: ColaboradorDoEnderecoInput, data: DataInput } };
