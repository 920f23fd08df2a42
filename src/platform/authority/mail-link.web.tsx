import { Stack, Text } from '@mantine/core';
import { DeedDialog } from '#kit/record/deed-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { SemServidorDeEmail } from './no-mail-server.web.tsx';

export interface Mailed {
  title: string;
  deed: string;
  ok: string;
  effect: string;
  done: string;
}

/** Asks before a link is mailed to the user of the record. */
export const MailLink = ({ mailed: { effect, ...asked }, ...props }: DeedProps & { mailed: Mailed }) => (
  <DeedDialog {...props} {...asked}>
    <Stack gap="sm">
      <Text>
        Para <b>{String(props.record.nome)}</b>, em {String(props.record.email)}.
      </Text>
      <Text c="dimmed">{effect}</Text>
      <SemServidorDeEmail />
    </Stack>
  </DeedDialog>
);
