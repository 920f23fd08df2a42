import { Button, Group, Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';

interface ConfirmQuestion {
  message: string;
  header?: string;
  ok?: string;
  cancel?: string;
  /** red button: something is lost */
  danger?: boolean;
}

interface Pending extends ConfirmQuestion {
  answer: (yes: boolean) => void;
}

let queue: readonly Pending[] = [];
const watchers = new Set<() => void>();
const change = (next: readonly Pending[]) => {
  queue = next;
  for (const watch of watchers) watch();
};
const subscribe = (watch: () => void) => {
  watchers.add(watch);
  return () => void watchers.delete(watch);
};

/** Asks the user; true for the first button. Escape and the cross answer no. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((resolve) => change([...queue, { ...question, answer: resolve }]));
}

/** Asks before a removal. */
export const confirmRemoval = (message = 'Tem certeza que deseja remover?') => confirm({ message, ok: 'Remover', danger: true });

/** Draws the questions of `confirm`, under `header` unless a question has its own; mounted once, in the application's frame. */
export function ConfirmHost({ header }: { header: string }) {
  const pending = useSyncExternalStore(subscribe, () => queue)[0];
  const answer = (yes: boolean) => {
    if (!pending) return;
    pending.answer(yes);
    change(queue.filter((other) => other !== pending));
  };
  return (
    <Modal
      opened={pending !== undefined}
      onClose={() => answer(false)}
      title={pending?.header ?? header}
      centered
      size="md"
      zIndex={400}
    >
      <Text>{pending?.message}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => answer(false)}>
          {pending?.cancel ?? 'Cancelar'}
        </Button>
        <Button data-autofocus {...(pending?.danger ? { color: 'red.8' } : {})} onClick={() => answer(true)}>
          {pending?.ok ?? 'OK'}
        </Button>
      </Group>
    </Modal>
  );
}
