import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { avaliacao } from './module.ts';

export const module = defineModuleWeb({
  declaration: avaliacao,
  views: {
    'modelos-avaliacao': { record: () => import('./avaliacoes/registro.web.tsx').then((m) => m.registro) },
  },
  screens: {
    avaliacoes: later(() => import('./avaliacoes/perguntas.web.tsx').then((m) => m.Avaliacoes)),
    perguntas: later(() => import('./avaliacoes/perguntas.web.tsx').then((m) => m.Perguntas)),
  },
});
