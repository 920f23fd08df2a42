import { IconTransfer } from '@tabler/icons-react';
import type { BulkAction } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';

export const transferirVarios: BulkAction = {
  label: 'Mudar área ou estabelecimento',
  icon: <IconTransfer size={14} aria-hidden />,
  changes: true,
  authority: 'ROLE_CAD_TALENTO_EDITAR',
  dialog: later(() => import('./transferencia.web.tsx').then((m) => m.Transferencia)),
};
