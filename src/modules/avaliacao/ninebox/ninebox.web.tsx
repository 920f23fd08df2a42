import { IconArrowsMove, IconGridDots, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { RegistryView } from '#kit/registry/view.web.tsx';

const icone = { size: 18, stroke: 1.8 };

export const nineBoxView: RegistryView = {
  icons: { encerrar: <IconLock {...icone} />, reabrir: <IconLockOpen {...icone} /> },
  deeds: {
    quadro: { icon: <IconGridDots {...icone} />, to: ({ id }) => `/avaliacao/ninebox/chart?id=${id}` },
    calibrar: { icon: <IconArrowsMove {...icone} />, to: ({ id }) => `/avaliacao/ninebox/calibragem?id=${id}` },
  },
  // Who opens one wants to see the people in it.
  first: () => ['quadro', 'calibrar'],
};
