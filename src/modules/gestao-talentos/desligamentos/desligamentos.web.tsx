import { IconArrowBackUp, IconCheck, IconMessageQuestion } from '@tabler/icons-react';
import { namedId } from '#kit/fields/bare.ts';
import type { RecordRow, RegistryView, RowAction } from '#kit/registry/view.web.tsx';

const acoes = (row: RecordRow): readonly RowAction[] =>
  row.status === 'C'
    ? []
    : [
        {
          label: 'Entrevista de desligamento',
          icon: <IconMessageQuestion size={18} stroke={1.8} />,
          to: `/gestao-talentos/talentos/${namedId(row.colaborador)}/entrevista-desligamento`,
        },
      ];

export const desligamentosView: RegistryView = {
  icons: { confirmar: <IconCheck size={18} stroke={1.8} />, cancelar: <IconArrowBackUp size={18} stroke={1.8} /> },
  rowActions: acoes,
  record: () => import('./registro.web.tsx').then((m) => m.registro),
};
