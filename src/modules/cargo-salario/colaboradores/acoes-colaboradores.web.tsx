import { IconHistory, IconUser } from '@tabler/icons-react';
import { namedId } from '#kit/fields/bare.ts';
import type { RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { colaboradores, historicosColaboradores } from './colaboradores.registry.ts';
import { respostasAoHistorico } from './integracao.web.tsx';
import { COLABORADORES, HISTORICOS } from './lancamentos.web.ts';

/** Row actions of both lists. */
export const acoesDoColaborador = ({ id }: RecordRow): RowAction[] => [
  {
    label: 'Históricos',
    icon: <IconHistory size={18} stroke={1.8} />,
    to: `/${HISTORICOS}?colaborador=${id}`,
    authority: historicosColaboradores.authority,
  },
];
export const acoesDoHistorico = (row: RecordRow): RowAction[] => [
  ...respostasAoHistorico(row),
  {
    label: 'Ver todos do colaborador',
    icon: <IconUser size={18} stroke={1.8} />,
    to: `/${COLABORADORES}/${namedId(row.colaborador)}`,
    authority: colaboradores.authority,
  },
];
