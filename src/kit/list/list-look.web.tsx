import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconColumns3, IconRestore } from '@tabler/icons-react';
import { type ComponentPropsWithRef, useEffect, useId, useRef, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { columnsOffered } from '#kit/query/list-column.ts';
import type { Density } from '#kit/query/saved-view.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { ListController } from './use-list-controller.web.ts';

const DENSITIES: { value: Density; label: string }[] = [
  { value: 'confortavel', label: 'Confortável' },
  { value: 'compacta', label: 'Compacta' },
];

interface Props {
  registry: AnyRegistry;
  controller: ListController;
}

const Opener = (props: Omit<ComponentPropsWithRef<'button'>, 'color'>) => (
  <ActionIcon variant="default" size={36} aria-label="Escolher colunas" data-tip="Colunas e densidade" {...props}>
    <IconColumns3 size={18} stroke={1.8} />
  </ActionIcon>
);

/** How a list looks: which columns, and how closely its rows stand. It is made when it is first opened, as a `LateMenu` is. */
export function ListLook(props: Props) {
  const [isUsed, setUsed] = useState(false);
  return isUsed ? <Look {...props} /> : <Opener aria-haspopup="dialog" aria-expanded={false} onClick={() => setUsed(true)} />;
}

function Look({ registry, controller }: Props) {
  const { columns, chooseColumns, density, views } = controller;
  const can = useCan();
  const heading = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // It stands in the place of the button that was pressed, and takes the focus back when it closes.
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  const offered = columnsOffered(registry, can);
  const shown = new Set(columns.map(({ name }) => name));
  const toggle = (name: string) =>
    chooseColumns(
      // What was there keeps its place; a new one comes where the record has it.
      offered.map((column) => column.name).filter((other) => (other === name ? !shown.has(name) : shown.has(other))),
    );
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus returnFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Opener ref={button} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={heading} mah={420} style={{ overflowY: 'auto' }}>
        <Stack gap={8}>
          <SegmentedControl
            size="xs"
            aria-label="Densidade"
            value={density}
            onChange={(next) => views.like({ densidade: next as Density })}
            data={DENSITIES}
          />
          <Text id={heading} size="sm" fw={600} mt={4}>
            Colunas
          </Text>
          {offered.map(({ name, field }) => (
            <Checkbox
              key={name}
              size="xs"
              label={field.label}
              checked={shown.has(name)}
              disabled={shown.has(name) && shown.size === 1}
              onChange={() => toggle(name)}
            />
          ))}
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconRestore size={16} aria-hidden />}
            aria-label="Restaurar colunas"
            onClick={() => chooseColumns(null)}
          >
            Restaurar
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
