import { Button, Group, Text, Title } from '@mantine/core';
import { writable } from '#kit/form/form.ts';
import { TrailTable } from '#kit/history/trail-table.web.tsx';
import { type AnyRegistry } from '#kit/registry/registry.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { type Meeting, meetingLines } from './merge.ts';

interface Props {
  registry: AnyRegistry;
  meeting: Meeting;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
}

/** Somebody else saved the record meanwhile: shows their changes and the conflicting ones, and asks whose to keep. */
export function ConflictDialog({ registry, meeting, onTakeTheirs, onKeepMine, onClose }: Props) {
  const { theirs, mine } = meetingLines(registry.fields, writable(registry), meeting);
  return (
    <Dialog onClose={onClose} title="Registro alterado" size="xl">
      <Text mb="md">
        Outra pessoa salvou este registro enquanto você o editava. Ao manter as suas alterações, o que só ela alterou também
        permanece.
      </Text>
      {theirs.length > 0 && (
        <>
          <Title order={3} fz="sm" mb={4}>
            O que a outra pessoa alterou
          </Title>
          <TrailTable caption="O que a outra pessoa alterou" lines={theirs} from="Era" to="Agora" />
        </>
      )}
      {mine.length > 0 && (
        <>
          <Title order={3} fz="sm" mt="md" mb={4}>
            O que muda com as suas alterações
          </Title>
          <TrailTable caption="O que muda com as suas alterações" lines={mine} from="Agora" to="Com as suas" />
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Voltar
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Descartar as minhas
        </Button>
        <Button onClick={onKeepMine}>Manter minhas alterações</Button>
      </Group>
    </Dialog>
  );
}
