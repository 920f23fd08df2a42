import { Stack, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { EMPTY_FORM } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { BEFORE, loadAgain } from './ver-como-page.web.ts';

/** Asks before the system is seen as the user, or the profile, of the record. */
export function VerComo({ path, record, onClose }: DeedProps) {
  const { pathname, search } = useLocation();
  const isProfile = path === 'utilitario/perfis';
  return (
    <FormDialog
      form={EMPTY_FORM}
      title="Ver como"
      ok="Ver como"
      send={async () => {
        await api.post(`/api/${path}/${record.id}/ver-como`, {}, { silent: true });
        sessionStorage.setItem(BEFORE, `${pathname}${search}`);
        loadAgain('/');
        // The dialog stays until the page goes.
        await new Promise(() => undefined);
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          Você verá o sistema como {isProfile ? 'quem tem o perfil' : ''} <b>{String(record.nome)}</b>, nesta empresa, sem alterar
          nada.
        </Text>
        <Text c="dimmed" size="sm">
          {isProfile
            ? 'As áreas continuam as suas, porque um perfil não responde por nenhuma. '
            : 'Mensagens e avisos continuam os seus: os da outra pessoa não aparecem. '}
          O começo e o fim ficam no log, e tudo o que você ler fica em seu nome.
        </Text>
      </Stack>
    </FormDialog>
  );
}
