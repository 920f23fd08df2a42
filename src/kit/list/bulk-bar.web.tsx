import { Button, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { counted } from '#kit/br/text.ts';
import classes from '#kit/ui/table.module.css';
import type { ListController } from './use-list-controller.web.ts';

/** The actions on the selected records; hidden while nothing is selected. */
export function BulkBar({ controller }: { controller: ListController }) {
  const { selected, select, deeds, mayRemove, mayEditMany, editMany, removeSelected, ended } = controller;
  if (!selected || selected.size === 0) return null;
  return (
    <div className={classes.bulk}>
      <Text size="sm" role="status">
        {counted(selected.size, 'registro selecionado', 'registros selecionados')}
      </Text>
      {mayEditMany && (
        <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={() => editMany(true)}>
          Editar em lote
        </Button>
      )}
      {deeds.bulkActions.map(({ name, label, ask }) => (
        <Button key={name} size="xs" variant="default" onClick={() => ask({ ids: [...selected], onEnd: ended })}>
          {label}
        </Button>
      ))}
      <Button size="xs" variant="default" onClick={() => select(new Set())}>
        Limpar seleção
      </Button>
      {mayRemove && (
        <Button
          size="xs"
          color="red.8"
          variant="filled"
          leftSection={<IconTrash size={14} />}
          onClick={() => void removeSelected()}
        >
          Remover selecionados
        </Button>
      )}
    </div>
  );
}
