import { IconBan, IconBriefcase, IconEraser, IconLockOpen, IconPrinter, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import type { BulkAction, DeedView, RegistryView } from '#kit/registry/view.web.tsx';
import { later, laterScreen } from '#kit/ui/later.web.tsx';
import { curriculoCandidato } from '../curriculo/curriculo.report.ts';
import type { atosDoCandidato } from './atos.ts';

const icone = { size: 18, stroke: 1.8 };
const dialogos = () => import('./dialogos.web.tsx');

const atosNaTela: Readonly<Record<keyof typeof atosDoCandidato, DeedView>> = {
  'imprimir-curriculo': {
    icon: <IconPrinter {...icone} />,
    dialog: later(() => import('../curriculo/imprimir.web.tsx').then((m) => m.ImprimirUm)),
  },
  vincular: {
    icon: <IconBriefcase {...icone} />,
    dialog: later(() => import('../candidaturas/vincular.web.tsx').then((m) => m.VincularAVagas)),
  },
  bloquear: { icon: <IconBan {...icone} />, dialog: later(() => dialogos().then((m) => m.Bloquear)) },
  desbloquear: { icon: <IconLockOpen {...icone} />, dialog: later(() => dialogos().then((m) => m.Desbloquear)) },
  unificar: { icon: <IconUsersGroup {...icone} />, dialog: later(() => dialogos().then((m) => m.Unificar)) },
  apagar: { icon: <IconEraser {...icone} />, dialog: later(() => dialogos().then((m) => m.Apagar)) },
};

const imprimirVarios: BulkAction = {
  label: 'Imprimir currículos',
  icon: <IconPrinter size={14} aria-hidden />,
  authority: curriculoCandidato.authority,
  dialog: later(() => import('../curriculo/imprimir.web.tsx').then((m) => m.ImprimirVarios)),
};

const excluirVarios: BulkAction = {
  label: 'Excluir candidatos',
  icon: <IconTrash size={14} aria-hidden />,
  changes: true,
  danger: true,
  authority: 'ROLE_CAD_CANDIDATO_EXCLUIR',
  dialog: later(() => import('./excluir-varios.web.tsx').then((m) => m.ExcluirVarios)),
};

export const candidatosView: RegistryView = {
  list: laterScreen(() => import('./lista.web.tsx').then((m) => m.ListaDeCandidatos)) as NonNullable<RegistryView['list']>,
  deeds: atosNaTela,
  bulkActions: [imprimirVarios, excluirVarios],
  record: () => import('./registro.web.tsx').then((m) => m.registro),
};
