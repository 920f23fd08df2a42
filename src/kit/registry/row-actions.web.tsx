import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { RowAction } from './view.web.tsx';

// Up to five inline, more in a popup menu (document 1 §9).
const MOST_INLINE = 5;

interface Props {
  /** name of the record, for the spoken labels */
  name: string;
  actions: readonly RowAction[];
}

/** Buttons of a row; their tooltip is the table's one. */
export function RowActions({ name, actions }: Props) {
  const isLong = actions.length > MOST_INLINE;
  const inline = isLong ? actions.slice(0, MOST_INLINE - 1) : actions;
  const rest = isLong ? actions.slice(MOST_INLINE - 1) : [];
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      {inline.map((action) => (
        <ActionIcon
          key={action.label}
          data-tip={action.label}
          {...looks(action)}
          aria-label={`${action.label}: ${name}`}
          {...deed(action)}
        >
          {action.icon}
        </ActionIcon>
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              data-tip="Mais ações"
              aria-label={`Mais ações: ${name}`}
            >
              <IconDots size={18} stroke={1.8} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((action) => (
              <Menu.Item
                key={action.label}
                leftSection={action.icon}
                {...(action.danger ? { c: 'var(--mantine-color-error)' } : {})}
                {...deed(action)}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

const looks = ({ danger }: RowAction) => ({
  variant: 'subtle' as const,
  color: danger ? 'red' : 'gray',
  c: danger ? 'var(--mantine-color-error)' : 'var(--mantine-color-text)',
  size: 30,
});

// A link for a screen, a button for a deed; the polymorphic props of the two have no common type.
const deed = ({ to, onClick }: RowAction): object =>
  to === undefined ? { onClick: () => void onClick?.() } : { component: Link, to };
