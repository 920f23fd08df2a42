import { IconArrowsExchange, IconDoorExit, IconMail, IconRefresh, IconUserCheck, IconUserX } from '@tabler/icons-react';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';

const look = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

export const candidaturasView: RegistryView = {
  record: () => import('./registro.web.tsx').then((m) => m.registro),
  deeds: {
    mover: { icon: <IconArrowsExchange {...look} />, dialog: later(() => import('./mover.web.tsx').then((m) => m.MoverDialog)) },
    escrever: {
      icon: <IconMail {...look} />,
      dialog: later(() => import('./escrever.web.tsx').then((m) => m.EscreverDialog)),
    },
    admitir: {
      icon: <IconUserCheck {...look} />,
      dialog: later(() => import('./admissao.web.tsx').then((m) => m.AdmissaoDialog)),
    },
  },
  first: ({ naUltimaEtapa }) => (naUltimaEtapa === true ? ['admitir', 'mover'] : ['mover']),
  feet: { recusar: later(() => import('./recusa.web.tsx').then((m) => m.PreviaDaRecusa)) },
  icons: { recusar: <IconUserX {...look} />, desistir: <IconDoorExit {...look} />, retomar: <IconRefresh {...look} /> },
};
