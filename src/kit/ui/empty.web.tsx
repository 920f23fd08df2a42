import { Stack, Text, ThemeIcon } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** An empty list or chart: says why, and offers the next step. */
export function Empty({
  message = 'Nenhum registro encontrado.',
  icon,
  action,
}: {
  message?: string;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" py={40} px="md">
      <ThemeIcon variant="light" size={48} radius="xl" aria-hidden="true">
        {icon ?? <IconInbox size={24} stroke={1.6} />}
      </ThemeIcon>
      <Text c="dimmed" ta="center">
        {message}
      </Text>
      {action}
    </Stack>
  );
}
