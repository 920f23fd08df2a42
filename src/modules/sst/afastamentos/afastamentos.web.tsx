import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { api } from '#kit/client/client.web.ts';
import { nameIn } from '#kit/fields/bare.ts';
import { type InputProps, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { type Classe, classes } from './classes.ts';

const quiet = { quiet: true, silent: true } as const;

interface Tipo {
  id: number;
  descricao: string;
  classe: Classe;
  ativo: boolean;
}

const useTipos = () =>
  useQuery({
    queryKey: ['tipos-de-afastamento'],
    queryFn: () => api.get<Tipo[]>('sst/afastamentos/por-classe', {}, quiet).catch(() => []),
    staleTime: 30_000,
  });

/** The class of the chosen reason: read-only; it decides which fields the form has. */
export function ClasseInput(props: InputProps) {
  const input = useInput<Classe | null>(props);
  const { setValue } = useFormContext();
  const { data } = useTipos();
  const motivo = idOf(useWatch({ control: props.control, name: 'afastamento' }));
  const classe = motivo === null ? null : data?.find(({ id }) => id === motivo)?.classe;
  const { value } = input;
  useEffect(() => {
    if (classe !== undefined && classe !== value) setValue(props.path, classe, { shouldDirty: false });
  }, [classe, value, setValue, props.path]);
  return <TextInput id={input.frame.id} label={input.frame.label} readOnly value={value ? classes[value] : '—'} />;
}

interface Vinculavel {
  id: number;
  nome: string;
}

/** Leaves of the same talent that ended before this one begins. */
export function AfastamentoAnteriorInput(props: InputProps) {
  const input = useInput<unknown>(props);
  const colaboradorId = idOf(useWatch({ control: props.control, name: 'colaborador' }));
  const inicio: unknown = useWatch({ control: props.control, name: 'inicio' });
  const desde = typeof inicio === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(inicio) ? inicio : null;
  const isAsked = colaboradorId !== null && desde !== null;
  const { data } = useQuery({
    queryKey: ['afastamentos-vinculaveis', colaboradorId, desde],
    queryFn: () =>
      api.get<Vinculavel[]>('sst/colaborador-afastamentos/vinculaveis', { colaboradorId, inicio: desde }, quiet).catch(() => []),
    enabled: isAsked,
  });
  const options = useMemo(() => (data ?? []).map(({ id, nome }) => ({ value: id, label: nome })), [data]);
  const value = idOf(input.value);
  return (
    <Select<number>
      {...pickerFrame(input)}
      value={value}
      options={options}
      selected={value === null ? null : { value, label: nameIn(input.value) ?? String(value) }}
      onChange={(_id, option) => input.onChange(option ? { id: option.value, nome: option.label } : null)}
    />
  );
}
