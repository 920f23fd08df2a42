import { ActionIcon, Group, Modal, Tooltip } from '@mantine/core';
import { IconBinaryTree } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { nameIn } from '#kit/fields/bare.ts';
import { BooleanInput } from '#kit/fields/choice-inputs.web.tsx';
import { type InputProps, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { Tree, type TreeNode } from '#kit/ui/inputs/tree.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { montaArvore, type NoDaArvore, type Ramo } from './organograma.ts';

interface AreaMae extends NoDaArvore {
  descricaoHierarquia: string;
  ativo: boolean;
}

const ROOT = '/api/cargo-salario/areas-organizacionais';
const quiet = { quiet: true, silent: true } as const;
const node = ({ id, nome, filhas }: Ramo<AreaMae>): TreeNode => ({ id, label: nome, children: filhas.map(node) });

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

/** The parent: searched by its whole path, or picked in the tree. Areas that would close a circle are not offered. */
export function AreaMaeInput(props: InputProps) {
  const { id, standing } = useStanding();
  // Document 2 §4: an integrated company, or an area in a history, keeps its parent.
  const isReadOnly = props.readOnly === true || standing?.podeEditar === false;
  const input = useInput<unknown>({ ...props, readOnly: isReadOnly });
  const [isOpen, setOpen] = useState(false);
  const value = idOf(input.value);
  const areas = useQuery({
    queryKey: ['areas-maes', id, value],
    queryFn: () => api.get<AreaMae[]>(`${ROOT}/areas-maes`, { areaId: id, areaMaeId: value }, quiet).catch(() => []),
  });
  const known = areas.data;
  const options = useMemo(() => (known ?? []).map((area) => ({ value: area.id, label: area.descricaoHierarquia })), [known]);
  const nodes = useMemo(() => montaArvore(known ?? []).map(node), [known]);
  const choose = (chosen: number | null) => {
    const area = known?.find((one) => one.id === chosen);
    input.onChange(area ? { id: area.id, nome: area.nome } : null);
    setOpen(false);
  };
  return (
    <>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Select<number>
            {...pickerFrame(input)}
            value={value}
            options={options}
            selected={value === null ? null : { value, label: nameIn(input.value) ?? String(value) }}
            onChange={choose}
          />
        </div>
        {!isReadOnly && (
          <Tooltip label="Escolher na árvore">
            <ActionIcon variant="default" size="input-sm" aria-label="Escolher na árvore" onClick={() => setOpen(true)}>
              <IconBinaryTree size={18} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={props.field.label} size="lg">
        <Tree label={props.field.label} nodes={nodes} selected={value} onSelect={(chosen) => choose(Number(chosen.id))} />
      </Modal>
    </>
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
