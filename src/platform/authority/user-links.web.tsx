import { Stack, Text } from '@mantine/core';
import { IconKey, IconLink, IconMailForward } from '@tabler/icons-react';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps, DeedView } from '#kit/registry/view.web.tsx';
import { NoMailServer } from '#platform/mail/no-mail-server.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';
import { copyingLink } from './copy-link.web.tsx';
import { porQue } from './por-que.web.tsx';
import { usuarios } from './usuarios.registry.ts';
import { verComo } from './ver-como.web.tsx';

const NOTHING = defineForm({ fields: {} });

/** While no mail server is configured, whoever adds users hands their links over themselves. */
export function SemServidorDeEmail() {
  const { can } = useSession();
  if (!can(`${usuarios.authority}_EDITAR`)) return null;
  return (
    <NoMailServer>
      Não há servidor de e-mail configurado: os convites ficam retidos na Caixa de Saída. Em “Copiar link de acesso”, nas ações do
      usuário, copie o link com que ele cria a senha e entregue a ele.
    </NoMailServer>
  );
}

interface Mailed {
  title: string;
  deed: string;
  ok: string;
  effect: string;
  done: string;
}

/** Asks before a link is mailed to the user of the record. */
const mailing = ({ title, deed, ok, effect, done }: Mailed) =>
  function Mailing({ path, record, onClose }: DeedProps) {
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
  };

const icon = { size: 18, stroke: 1.8 };
const convite = {
  deed: 'convidar',
  effect: 'O e-mail leva um link, que vale por 7 dias e uma única vez, para criar a senha. Os links anteriores deixam de valer.',
  done: 'Convite enviado.',
};

/** How each deed of a user is done. */
export const usuariosDeeds: Readonly<Record<string, DeedView>> = {
  'por-que': porQue,
  'ver-como': verComo,
  convidar: { icon: <IconMailForward {...icon} />, dialog: mailing({ ...convite, title: 'Convidar', ok: 'Convidar' }) },
  'reenviar-convite': {
    icon: <IconMailForward {...icon} />,
    dialog: mailing({ ...convite, title: 'Reenviar convite', ok: 'Reenviar' }),
  },
  'redefinir-senha': {
    icon: <IconKey {...icon} />,
    dialog: mailing({
      title: 'Redefinir senha',
      deed: 'redefinir-senha',
      ok: 'Enviar',
      effect:
        'O e-mail leva um link, que vale por 2 horas e uma única vez, para criar outra senha. A senha atual e as sessões abertas terminam quando a nova for criada.',
      done: 'Link de redefinição enviado.',
    }),
  },
  'copiar-link': {
    icon: <IconLink {...icon} />,
    dialog: copyingLink({
      whom: ({ nome }) => String(nome),
      lasts: '7 dias',
      others: 'Os outros links deste usuário deixam de valer.',
    }),
  },
};
