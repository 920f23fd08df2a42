import { Stack, Text } from '@mantine/core';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { SemServidorDeEmail } from './no-mail-server.web.tsx';

const NOTHING = defineForm({ fields: {} });

export interface Mailed {
  title: string;
  deed: string;
  ok: string;
  effect: string;
  done: string;
}

/** Asks before a link is mailed to the user of the record. */
export function MailLink({ path, record, onClose, mailed: { title, deed, ok, effect, done } }: DeedProps & { mailed: Mailed }) {
  return (
    <FormDialog
      form={NOTHING}
      title={title}
      ok={ok}
      send={async () => {
        await api.post(`${path}/${record.id}/${deed}`, {}, { silent: true });
        toast.success(done);
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          Para <b>{String(record.nome)}</b>, em {String(record.email)}.
        </Text>
        <Text c="dimmed">{effect}</Text>
        <SemServidorDeEmail />
      </Stack>
    </FormDialog>
  );
}
