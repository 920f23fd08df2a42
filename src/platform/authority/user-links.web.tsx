import { IconHelpCircle, IconKey, IconLink, IconMailForward } from '@tabler/icons-react';
import type { BulkAction, DeedProps, DeedView } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { copyingLink } from './copy-link.web.tsx';
import type { Mailed } from './mail-link.web.tsx';
import { usuarios } from './usuarios.registry.ts';
import { verComo } from './ver-como.web.tsx';

const MailLink = later(() => import('./mail-link.web.tsx').then((m) => m.MailLink));

const mailing = (mailed: Mailed) => (props: DeedProps) => <MailLink {...props} mailed={mailed} />;

const icon = { size: 18, stroke: 1.8 };
const convite = {
  deed: 'convidar',
  effect: 'O e-mail leva um link, que vale por 7 dias e uma única vez, para criar a senha. Os links anteriores deixam de valer.',
  done: 'Convite enviado.',
};

/** How each deed of a user is done. */
export const usuariosDeeds: Readonly<Record<string, DeedView>> = {
  'por-que': {
    icon: <IconHelpCircle {...icon} />,
    dialog: later(() => import('./por-que.web.tsx').then((m) => m.PorQue)),
  },
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

export const convidarVarios: BulkAction = {
  label: 'Convidar',
  icon: <IconMailForward size={14} aria-hidden />,
  authority: `${usuarios.authority}_EDITAR`,
  changes: true,
  dialog: later(() => import('./invite-many.web.tsx').then((m) => m.ConvidarVarios)),
};
