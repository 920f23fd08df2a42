import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Long enough to read it, see what was wrong and reach the button. */
const LIFE = 12_000;

/** A success message with a button beside it, such as one that undoes the action. */
export function offer(message: string, label: string, deed: () => unknown): void {
  const id = notifications.show({
    color: 'green',
    title: 'Sucesso',
    autoClose: LIFE,
    withBorder: true,
    message: (
      <Group justify="space-between" gap="xs">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            void deed();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  });
}
