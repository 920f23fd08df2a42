import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { counted } from '#kit/br/text.ts';
import type { NotChanged } from '#kit/registry/bulk-edit.ts';
import classes from './bulk-edit.module.css';

/** Records that a preview lists; it counts the rest. */
export const MOST_LISTED = 100;

/** Records that a deed on several of them would not change, each with the reason. */
export function LeftAlone({ falhas }: { falhas: readonly NotChanged[] }) {
  if (falhas.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
      <Text size="sm" fw={600}>
        Ficam como estão
      </Text>
      <ul className={classes.refused}>
        {falhas.slice(0, MOST_LISTED).map(({ id, nome, message }) => (
          <li key={id}>
            <b>{nome ?? `Registro ${id}`}</b>: {message}
          </li>
        ))}
        <More count={falhas.length - MOST_LISTED} />
      </ul>
    </Alert>
  );
}

export function More({ count }: { count: number }) {
  return count > 0 ? <li>… e mais {counted(count, 'registro', 'registros')}</li> : null;
}
