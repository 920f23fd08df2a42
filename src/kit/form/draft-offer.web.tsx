import { Alert, Button, Group } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { formatInstant } from '#kit/br/date.ts';
import type { useDraft } from './form-draft.web.ts';

/** Offers what was typed and never saved, above the form. */
export function DraftOffer({ offered, restore, forget }: ReturnType<typeof useDraft>) {
  if (!offered) return null;
  return (
    <Alert mb="md" color="blue" icon={<IconRestore size={18} />} title="Há um rascunho deste registro que não foi salvo">
      <Group justify="space-between">
        <span>{`Última alteração em ${formatInstant(offered.quando)}.`}</span>
        <Group gap="xs">
          <Button size="xs" onClick={restore}>
            Restaurar rascunho
          </Button>
          <Button size="xs" variant="default" onClick={forget}>
            Descartar rascunho
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
