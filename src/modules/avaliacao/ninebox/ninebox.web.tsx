import { IconArrowsMove, IconGridDots, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { RegistryView, RowAction } from '#kit/registry/view.web.tsx';

const icone = { size: 18, stroke: 1.8 };

export const nineBoxView: RegistryView = {
  icons: { encerrar: <IconLock {...icone} />, reabrir: <IconLockOpen {...icone} /> },
  rowActions: ({ id, situacao }): RowAction[] => [
    { label: 'Ver o quadro', icon: <IconGridDots {...icone} aria-hidden="true" />, to: `/avaliacao/ninebox/chart?id=${id}` },
    ...(situacao === 'E'
      ? [
          {
            label: 'Calibrar',
            icon: <IconArrowsMove {...icone} aria-hidden="true" />,
            authority: 'ROLE_CALIBRAR_NINEBOX',
            to: `/avaliacao/ninebox/calibragem?id=${id}`,
          },
        ]
      : []),
  ],
};
