import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { nameIn } from '#kit/fields/bare.ts';
import { BooleanInput } from '#kit/fields/choice-inputs.web.tsx';
import { type InputProps, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import { TreePicker } from '#kit/ui/inputs/tree-picker.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import type { NoDaArvore } from './organograma.ts';

const ROOT = '/api/cargo-salario/areas-organizacionais';
const quiet = { quiet: true, silent: true } as const;

/** The server's answer about the record in the address bar; nothing for a new one. */
function useStanding() {
  const id = useRecordId();
  const { data } = useQuery({
    queryKey: ['area-organizacional', id],
    queryFn: () => api.get<{ podeEditar: boolean; podeEditarStatusAtivo: boolean }>(`${ROOT}/${id}`, {}, quiet).catch(() => null),
    enabled: id !== undefined,
  });
  return { id, standing: data };
}

/** Document 2 §4: an area under an inactive parent, or over active children, keeps its status. */
export function AtivoInput(props: InputProps) {
  const { standing } = useStanding();
  return <BooleanInput {...props} readOnly={props.readOnly === true || standing?.podeEditarStatusAtivo === false} />;
}

/** The parent, in the tree. Areas that would close a circle are not offered. */
export function AreaMaeInput(props: InputProps) {
  const { id, standing } = useStanding();
  // Document 2 §4: an integrated company, or an area in a history, keeps its parent.
  const isReadOnly = props.readOnly === true || standing?.podeEditar === false;
  const input = useInput<unknown>({ ...props, readOnly: isReadOnly });
  const value = idOf(input.value);
  const { data } = useQuery({
    queryKey: ['areas-maes', id, value],
    queryFn: () => api.get<NoDaArvore[]>(`${ROOT}/areas-maes`, { areaId: id, areaMaeId: value }, quiet).catch(() => []),
  });
  const options = useMemo(() => data?.map((area) => ({ value: area.id, label: area.nome, above: area.areaMaeId })), [data]);
  return (
    <TreePicker
      {...pickerFrame(input)}
      options={options}
      value={value === null ? [] : [value]}
      selected={value === null ? [] : [{ value, label: nameIn(input.value) ?? String(value) }]}
      onChange={([area]) => input.onChange(area ? { id: area.value, nome: area.label } : null)}
    />
  );
}

/** Asks before an area with people in it is deactivated; document 2 §4 forbids it only for its children and its parent. */
export async function aoInativar(
  { ativo }: Readonly<Record<string, unknown>>,
  antes: Readonly<Record<string, unknown>>,
  id: number | undefined,
): Promise<string | undefined> {
  if (id === undefined || ativo !== false || antes.ativo !== true) return undefined;
  const { total } = await api.get<{ total: number }>(`${ROOT}/${id}/talentos-ativos`, {}, quiet);
  if (total === 0) return undefined;
  return `${counted(total, 'talento ativo está', 'talentos ativos estão')} nesta área. Deseja inativá-la mesmo assim?`;
}
