import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { pesquisa } from './module.ts';
import { pesquisasView } from './pesquisas/pesquisas.web.tsx';
import { questionariosView } from './questionarios/questionarios.web.tsx';

export const module = defineModuleWeb({
  declaration: pesquisa,
  views: { pesquisas: pesquisasView, questionarios: questionariosView },
  screens: {
    'colaborador-questionario': later(() => import('./responder/minhas.web.tsx').then((m) => m.MinhasPesquisas)),
    'pesquisas/:id/aspectos': later(() => import('./pesquisas/aspectos.web.tsx').then((m) => m.AspectosDaPesquisa)),
    'pesquisas/:id/documentos-anexos': later(() =>
      import('./pesquisas/pagina-documentos.web.tsx').then((m) => m.DocumentosDaPesquisa),
    ),
    nps: later(() => import('./nps/nps.web.tsx').then((m) => m.Nps)),
  },
});
