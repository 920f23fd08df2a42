import { IconBell, IconBuildings, IconChecks, IconLock, IconSend } from '@tabler/icons-react';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';

const icone = { size: 18, stroke: 1.8 };

export const avaliacoesDesempenhoView: RegistryView = {
  icons: { liberar: <IconSend {...icone} />, bloquear: <IconLock {...icone} />, concluir: <IconChecks {...icone} /> },
  deeds: {
    lembrar: { icon: <IconBell {...icone} />, dialog: later(() => import('./lembrar.web.tsx').then((m) => m.Lembrar)) },
    clonar: { icon: <IconBuildings {...icone} />, dialog: later(() => import('./clonar.web.tsx').then((m) => m.Clonar)) },
  },
  record: () => import('./registro.web.tsx').then((m) => m.registro),
};
