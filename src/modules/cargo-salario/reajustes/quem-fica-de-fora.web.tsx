import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { check } from '#kit/form/check.ts';
import { dissidioDeColaboradores } from './dissidio.ts';
import { type Inclusao, motivosDeFora, type PreviaDoColetivo } from './painel.ts';

/** How many names stand in the block before "e mais". */
const NOMES = 12;

/** Whom the adjustment reaches as the form stands, and who is left out, why, and how they are included. */
export function QuemFicaDeFora({ inputs }: { inputs: UseFormReturn<FieldValues> }) {
  // Who is reached does not depend on how much they get, which may be still to be typed.
  const [values] = useDebouncedValue(
    JSON.stringify({ ...useWatch({ control: inputs.control }), reajustePor: '1', valorDissidio: 1 }),
    300,
  );
  // Nobody is reached until plan, establishments and areas are chosen.
  const isWhole = check(dissidioDeColaboradores, JSON.parse(values), useCheckContext()).ok;
  const soAreas: unknown = useWatch({ control: inputs.control, name: 'soAreas' });
  const { data } = useQuery({
    queryKey: ['planejamento', 'coletivo', 'previa', values],
    queryFn: ({ signal }) =>
      api.post<PreviaDoColetivo>('cargo-salario/reajustes-colaboradores/aplicar-dissidio/previa', JSON.parse(values), {
        quiet: true,
        silent: true,
        signal,
      }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  if (!isWhole || !data) return null;
  const fora = data.fora.reduce((n, { total }) => n + total, 0);
  const inclui = ({ campo, valor }: Inclusao) => {
    const atual: unknown = inputs.getValues(campo);
    const soma = Array.isArray(valor) ? [...(Array.isArray(atual) ? atual : []), ...valor] : valor;
    inputs.setValue(campo, soma, { shouldDirty: true, shouldValidate: inputs.formState.isSubmitted });
  };
  return (
    <Stack gap="sm" mt="md" role="status" aria-label="Quem o reajuste alcança">
      <Text size="sm">
        <b>{counted(data.alcancados, 'talento alcançado', 'talentos alcançados')}</b>
        {soAreas === true ? ', só das áreas escolhidas' : ', das áreas escolhidas e das que ficam abaixo delas'}
        {data.deixamFaixa > 0 &&
          `; ${counted(data.deixamFaixa, 'deixa a faixa ou o índice e passa', 'deixam a faixa ou o índice e passam')} a receber um valor fixo`}
        .
      </Text>
      {fora > 0 && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle size={18} />}
          title={counted(fora, 'talento não alcançado', 'talentos não alcançados')}
        >
          <Stack gap="sm">
            {data.fora.map(({ motivo, total, nomes, inclui: como }) => (
              <div key={motivo}>
                <Group gap="sm">
                  <Text size="sm" fw={600}>{`${motivosDeFora[motivo]}: ${formatNumber(total)}`}</Text>
                  {como && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => inclui(como)}
                      aria-label={`Incluir: ${motivosDeFora[motivo]}`}
                    >
                      Incluir
                    </Button>
                  )}
                </Group>
                {nomes.length > 0 && <Nomes nomes={nomes} total={total} />}
              </div>
            ))}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

function Nomes({ nomes, total }: { nomes: readonly string[]; total: number }) {
  const [todos, setTodos] = useState(false);
  const mostrados = todos ? nomes : nomes.slice(0, NOMES);
  const resto = total - mostrados.length;
  return (
    <Text size="sm">
      {mostrados.join(', ')}
      {resto > 0 && (
        <>
          {' e '}
          {todos || nomes.length <= NOMES ? (
            `mais ${formatNumber(resto)}`
          ) : (
            <Anchor component="button" type="button" size="sm" c="inherit" underline="always" onClick={() => setTodos(true)}>
              {`mais ${formatNumber(resto)}`}
            </Anchor>
          )}
        </>
      )}
    </Text>
  );
}
