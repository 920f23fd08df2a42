import {
  IconBell,
  IconBrain,
  IconCalendarPlus,
  IconDeviceMobile,
  IconLock,
  IconLockOpen,
  IconPrinter,
  IconQrcode,
  IconSend,
} from '@tabler/icons-react';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';

const icone = { size: 18, stroke: 1.8 };

export const questionariosView: RegistryView = {
  icons: {
    liberar: <IconSend {...icone} />,
    prorrogar: <IconCalendarPlus {...icone} />,
    encerrar: <IconLock {...icone} />,
    reabrir: <IconLockOpen {...icone} />,
  },
  deeds: {
    lembrar: { icon: <IconBell {...icone} />, dialog: later(() => import('./lembrar.web.tsx').then((m) => m.Lembrar)) },
    imprimir: {
      icon: <IconPrinter {...icone} />,
      dialog: later(() => import('./imprimir.web.tsx').then((m) => m.ImprimirEmBranco)),
    },
    pontoMobile: {
      icon: <IconDeviceMobile {...icone} />,
      dialog: later(() => import('./ponto-mobile.web.tsx').then((m) => m.PontoMobile)),
    },
    fatores: { icon: <IconBrain {...icone} />, to: ({ id }) => `/pesquisa/questionarios/${id}/fatores-psicossociais` },
    divulgar: { icon: <IconQrcode {...icone} />, dialog: later(() => import('./divulgar.web.tsx').then((m) => m.Divulgar)) },
  },
  record: () => import('./registro.web.tsx').then((m) => m.registro),
};
