import { Button, Group, Modal, Text } from '@mantine/core';
import type { Field } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
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
        <PlainTable
          caption="Diferenças"
          withTableBorder
          fz="sm"
          mb="md"
          rows={different}
          keyOf={([name]) => name}
          columns={[
            { title: 'Campo', cell: ([, field]) => field.label },
            { title: 'Versão atual', cell: ([name, field]) => fieldText(field, theirs[name]) || '(vazio)' },
            { title: 'Suas alterações', cell: ([name, field]) => fieldText(field, mine[name]) || '(vazio)' },
          ]}
        />
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
