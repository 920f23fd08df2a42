import { Stack, Text, ThemeIcon } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** An empty list or chart: says why, and offers the next step. */
export function Empty({
  message = 'Nenhum registro encontrado.',
  why,
  icon,
  action,
}: {
  message?: string;
  /** why, and what comes next, in a sentence or two */
  why?: string | undefined;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" py={40} px="md">
      <ThemeIcon variant="light" size={48} radius="xl" aria-hidden="true">
        {icon ?? <IconInbox size={24} stroke={1.6} />}
      </ThemeIcon>
      <div>
        <Text ta="center" {...(why ? { fw: 500 } : { c: 'dimmed' })}>
          {message}
        </Text>
        {why && (
          <Text c="dimmed" size="sm" ta="center" maw={520} mt={4}>
            {why}
          </Text>
        )}
      </div>
      {action}
    </Stack>
  );
}
