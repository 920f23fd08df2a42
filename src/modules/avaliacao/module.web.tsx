import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { laterScreen } from '#kit/ui/later.web.tsx';
import { avaliacao } from './module.ts';

export const module = defineModuleWeb({
  declaration: avaliacao,
  views: {
    'modelos-avaliacao': { record: () => import('./avaliacoes/registro.web.tsx').then((m) => m.registro) },
  },
  screens: {
    avaliacoes: laterScreen(() => import('./avaliacoes/perguntas.web.tsx').then((m) => m.Avaliacoes)),
    perguntas: laterScreen(() => import('./avaliacoes/perguntas.web.tsx').then((m) => m.Perguntas)),
  },
});
