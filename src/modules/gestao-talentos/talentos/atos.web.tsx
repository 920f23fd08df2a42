import {
  IconArrowsExchange,
  IconBeach,
  IconCoins,
  IconDoorExit,
  IconTrendingUp,
  IconUserOff,
  IconUserPlus,
} from '@tabler/icons-react';
import type { DeedView } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import type { atosDoTalento } from './atos.ts';
import { enderecoDaReadmissao } from './inicio.ts';

const icone = { size: 18, stroke: 1.8 };

const dialogos = () => import('./dialogos-dos-atos.web.tsx');

/** How each deed of a talent is done. */
export const atosNaTela: Readonly<Record<keyof typeof atosDoTalento, DeedView>> = {
  promover: { icon: <IconTrendingUp {...icone} />, dialog: later(() => dialogos().then((m) => m.Promover)) },
  transferir: { icon: <IconArrowsExchange {...icone} />, dialog: later(() => dialogos().then((m) => m.Transferir)) },
  reajustar: { icon: <IconCoins {...icone} />, dialog: later(() => dialogos().then((m) => m.Reajustar)) },
  afastar: { icon: <IconBeach {...icone} />, dialog: later(() => dialogos().then((m) => m.Afastar)) },
  desligar: {
    icon: <IconUserOff {...icone} />,
    dialog: later(() => import('../desligamentos/desligar.web.tsx').then((m) => m.Desligar)),
  },
  'ver-desligamento': {
    icon: <IconDoorExit {...icone} />,
    to: ({ id }) => `/gestao-talentos/desligamentos?colaborador=${id}`,
  },
  readmitir: { icon: <IconUserPlus {...icone} />, to: ({ id }) => enderecoDaReadmissao(id) },
};
