import { Button, Group, Kbd } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** Long enough to read it, see what was wrong and reach the button. */
const LIFE = 10_000;

interface Offered {
  message: string;
  label: string;
  take: () => void;
}

/** The text of an offer with its button; Ctrl+Z takes it too, but not from a text that somebody is typing. */
function Offer({ message, label, take }: Offered) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, shiftKey } = event;
      const isTyping = target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null;
      if (isTyping || shiftKey || !(ctrlKey || metaKey) || key.toLowerCase() !== 'z') return;
      event.preventDefault();
      take();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <Group justify="space-between" gap="xs">
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="light"
        rightSection={
          <Kbd size="xs" aria-hidden="true">
            Ctrl Z
          </Kbd>
        }
        aria-keyshortcuts="Control+Z"
        onClick={take}
      >
        {label}
      </Button>
    </Group>
  );
}

let last: string | undefined;

/**
 * A success message with a button beside it, such as one that undoes the action. The newest one takes Ctrl+Z, so an older one
 * leaves.
 */
export function offer(message: string, label: string, deed: () => unknown): void {
  if (last) notifications.hide(last);
  const take = () => {
    notifications.hide(id);
    void deed();
  };
  const id = notifications.show({
    color: 'green',
    title: 'Sucesso',
    autoClose: LIFE,
    withBorder: true,
    message: <Offer message={message} label={label} take={take} />,
  });
  last = id;
}
