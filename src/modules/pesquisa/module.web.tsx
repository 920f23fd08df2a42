import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { entrevistasView } from './entrevistas/entrevistas.web.tsx';
import { pesquisa } from './module.ts';
import { pesquisasView } from './pesquisas/pesquisas.web.tsx';
import { questionariosView } from './questionarios/questionarios.web.tsx';

export const module = defineModuleWeb({
  declaration: pesquisa,
  views: { pesquisas: pesquisasView, questionarios: questionariosView, entrevistas: entrevistasView },
  screens: {
    'colaborador-questionario': later(() => import('./responder/minhas.web.tsx').then((m) => m.MinhasPesquisas)),
    'colaborador-questionario/:questionarioId': later(() =>
      import('./responder/responder.web.tsx').then((m) => m.ResponderQuestionario),
    ),
    'responder/:id': later(() => import('./responder/responder.web.tsx').then((m) => m.Responder)),
    'colaborador-respostas': later(() => import('./responder/respostas.web.tsx').then((m) => m.ColaboradorRespostas)),
    'colaborador-respostas/:questionarioId/por-outro-usuario/:colaboradorId/turma/:turmaId': later(() =>
      import('./responder/responder.web.tsx').then((m) => m.ResponderPorOutro),
    ),
    'questionarios/:id/resultados': later(() =>
      import('./questionarios/resultados.web.tsx').then((m) => m.ResultadosDoQuestionario),
    ),
    'questionarios/:id/fatores-psicossociais': later(() =>
      import('./psicossocial/fatores.web.tsx').then((m) => m.FatoresDoQuestionario),
    ),
    'avaliacoes-turma': later(() => import('./responder/avaliacoes-turma.web.tsx').then((m) => m.AvaliacoesDeTurma)),
    'pesquisas/:id/perguntas': later(() => import('./pesquisas/perguntas.web.tsx').then((m) => m.PerguntasDaPesquisa)),
    'pesquisas/:id/aspectos': later(() => import('./pesquisas/aspectos.web.tsx').then((m) => m.AspectosDaPesquisa)),
    'pesquisas/:id/documentos-anexos': later(() =>
      import('./pesquisas/pagina-documentos.web.tsx').then((m) => m.DocumentosDaPesquisa),
    ),
    nps: later(() => import('./nps/nps.web.tsx').then((m) => m.Nps)),
  },
});
