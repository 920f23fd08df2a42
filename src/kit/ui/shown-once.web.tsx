import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { toast } from '#kit/client/toast.web.ts';

/** A secret that is shown once: read and selected, never typed. */
export const ShownOnce = (props: { label: string; description: string; value: string }) => (
  <TextInput {...props} readOnly data-autofocus onFocus={(event) => event.currentTarget.select()} />
);

/** Copies a text, and says so. */
export function CopyButton({ value, said }: { value: string; said: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toast.success(said);
  };
  return (
    <Button leftSection={<IconCopy size={18} stroke={1.8} aria-hidden />} onClick={() => void copy()}>
      Copiar
    </Button>
  );
}
