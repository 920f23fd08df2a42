import { Button, Group, Modal, Table, Text } from '@mantine/core';
import { fieldText } from '#kit/fields/cells.web.tsx';
import type { Field } from '#kit/fields/field.ts';
import { type AnyRegistry, writable } from './registry.ts';
import type { RecordRow } from './view.web.tsx';

interface Props {
  registry: AnyRegistry;
  mine: Readonly<Record<string, unknown>>;
  theirs: RecordRow;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
}

const words = (field: Field, value: unknown) => (field.kind === 'rows' ? JSON.stringify(value ?? []) : fieldText(field, value));

/** Somebody else saved the record meanwhile: shows what differs and asks whose work stays. */
export function ConflictDialog({ registry, mine, theirs, onTakeTheirs, onKeepMine, onClose }: Props) {
  const different = writable(registry).filter(([name, field]) => words(field, mine[name]) !== words(field, theirs[name]));
  return (
    <Modal opened onClose={onClose} title="Registro alterado" size="lg">
      <Text mb="sm">Este registro foi alterado por outra pessoa enquanto você o editava. Qual versão deve permanecer?</Text>
      {different.length > 0 && (
        <Table withTableBorder fz="sm" mb="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Campo</Table.Th>
              <Table.Th>Versão atual</Table.Th>
              <Table.Th>Suas alterações</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {different.map(([name, field]) => (
              <Table.Tr key={name}>
                <Table.Td>{field.label}</Table.Td>
                <Table.Td>{fieldText(field, theirs[name]) || '(vazio)'}</Table.Td>
                <Table.Td>{fieldText(field, mine[name]) || '(vazio)'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Voltar ao formulário
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Recarregar a versão atual
        </Button>
        <Button onClick={onKeepMine}>Manter minhas alterações</Button>
      </Group>
    </Modal>
  );
}
