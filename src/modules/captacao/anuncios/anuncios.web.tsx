import { IconMail } from '@tabler/icons-react';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';

export const anunciosView: RegistryView = {
  deeds: {
    enviar: {
      icon: <IconMail size={18} stroke={1.8} />,
      dialog: later(() => import('./enviar.web.tsx').then((m) => m.EnviarAnuncio)),
    },
  },
  record: () => import('./registro.web.tsx').then((m) => m.registro),
};
