import { Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { IconBookmark, IconPlus, IconTrash } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { type ListState, readListState, writeListState } from '#kit/query/use-list-state.web.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { usePersonal } from './use-personal.web.ts';

interface Saved {
  nome: string;
  query: string;
}

const isSaved = (value: unknown): value is Saved[] =>
  Array.isArray(value) && value.every((item) => typeof item?.nome === 'string' && typeof item.query === 'string');

interface Props {
  registry: AnyRegistry;
  path: string;
  state: ListState;
  change: (patch: Partial<ListState>) => void;
}

/** Filters that the user gave a name: kept as the query of the address bar. */
export function SavedFilters({ registry, path, state, change }: Props) {
  const [saved, setSaved] = usePersonal(`${path}:filtros`, isSaved);
  const [naming, setNaming] = useState(false);
  const [nome, setNome] = useState('');
  const all = saved ?? [];
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const name = nome.trim();
    if (name === '') return;
    const query = new URLSearchParams(writeListState(registry, { ...state, page: 0 })).toString();
    setSaved([...all.filter((one) => one.nome !== name), { nome: name, query }]);
    setNaming(false);
    setNome('');
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            Filtros salvos
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {all.map((one) => (
            <Group key={one.nome} gap={4} wrap="nowrap">
              <Menu.Item onClick={() => change({ ...readListState(registry, new URLSearchParams(one.query)), page: 0 })}>
                {one.nome}
              </Menu.Item>
              <Menu.Item
                w="auto"
                aria-label={`Remover o filtro ${one.nome}`}
                closeMenuOnClick={false}
                onClick={() => setSaved(all.filter((other) => other !== one))}
              >
                <IconTrash size={14} />
              </Menu.Item>
            </Group>
          ))}
          {all.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => setNaming(true)}>
            Salvar filtro atual
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={() => setNaming(false)} title="Salvar filtro">
        <form onSubmit={save}>
          <TextInput
            label="Nome do filtro"
            value={nome}
            onChange={(event) => setNome(event.currentTarget.value)}
            maxLength={60}
            data-autofocus
            withAsterisk
          />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => setNaming(false)}>
              Cancelar
            </Button>
            <Button type="submit" disabled={nome.trim() === ''}>
              Salvar
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
