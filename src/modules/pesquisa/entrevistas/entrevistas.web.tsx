import { IconUserQuestion } from '@tabler/icons-react';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';

export const entrevistasView: RegistryView = {
  deeds: {
    entrevistar: {
      icon: <IconUserQuestion size={18} stroke={1.8} />,
      dialog: later(() => import('./entrevistar.web.tsx').then((m) => m.Entrevistar)),
    },
  },
};
