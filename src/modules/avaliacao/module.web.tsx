import { Navigate } from 'react-router';
import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { laterScreen } from '#kit/ui/later.web.tsx';
import { avaliacoesDesempenhoView } from './desempenho/avaliacoes-desempenho.web.tsx';
import { avaliacao } from './module.ts';
import { nineBoxView } from './ninebox/ninebox.web.tsx';

export const module = defineModuleWeb({
  declaration: avaliacao,
  views: {
    'acompanhamentos-periodos-experiencia': {
      list: laterScreen(() => import('./experiencia/lista.web.tsx').then((m) => m.AcompanhamentosPage)),
    },
    'avaliacoes-desempenho': avaliacoesDesempenhoView,
    'modelos-avaliacao': { record: () => import('./avaliacoes/registro.web.tsx').then((m) => m.registro) },
    ninebox: nineBoxView,
  },
  screens: {
    'acompanhamentos-periodos-experiencia/talentos/:id': laterScreen(() =>
      import('./experiencia/talento.web.tsx').then((m) => m.TalentoEmExperienciaPage),
    ),
    'acompanhamentos-periodos-experiencia/talentos/:id/responder/:questionarioId': laterScreen(() =>
      import('./experiencia/responder.web.tsx').then((m) => m.ResponderPeloLider),
    ),
    'avaliacoes-turma': () => <Navigate to="/pesquisa/avaliacoes-turma" replace />,
    'avaliacoes-desempenhos-questionarios': laterScreen(() =>
      import('./desempenho/responder/minhas.web.tsx').then((m) => m.MinhasAvaliacoes),
    ),
    'avaliacoes-desempenhos-questionarios/:id': laterScreen(() =>
      import('./desempenho/responder/responder.web.tsx').then((m) => m.ResponderAvaliacao),
    ),
    'avaliacoes-desempenhos-questionarios/:id/comparativa': laterScreen(() =>
      import('./desempenho/responder/comparativa.web.tsx').then((m) => m.QuestionariosComparados),
    ),
    'avaliacoes-desempenhos-questionarios/:id/respondida': laterScreen(() =>
      import('./desempenho/responder/respondida.web.tsx').then((m) => m.QuestionarioLido),
    ),
    respostas: laterScreen(() => import('./desempenho/responder/respostas.web.tsx').then((m) => m.RespostasDasAvaliacoes)),
    resultados: laterScreen(() => import('./desempenho/resultado/resultados.web.tsx').then((m) => m.ResultadosDasAvaliacoes)),
    'resultados/:id': laterScreen(() => import('./desempenho/resultado/resultado.web.tsx').then((m) => m.ResultadoDaAvaliacao)),
    avaliacoes: laterScreen(() => import('./avaliacoes/perguntas.web.tsx').then((m) => m.Avaliacoes)),
    feedbacks: laterScreen(() => import('./feedbacks/feedbacks.web.tsx').then((m) => m.Feedbacks)),
    pdi: laterScreen(() => import('./pdi/meu-plano.web.tsx').then((m) => m.MeuPlano)),
    'pdi/:colaboradorId': laterScreen(() => import('./pdi/plano.web.tsx').then((m) => m.PlanoDeAlguem)),
    'ninebox/calibragem': laterScreen(() => import('./ninebox/calibragem.web.tsx').then((m) => m.Calibragem)),
    'ninebox/chart': laterScreen(() => import('./ninebox/chart.web.tsx').then((m) => m.NineBoxChart)),
    'ninebox/relatorio': laterScreen(() => import('./ninebox/relatorio.web.tsx').then((m) => m.RelatorioNineBox)),
    'modelos-avaliacao-desempenho-experiencia': laterScreen(() =>
      import('./avaliacoes/modelos.web.tsx').then((m) => m.ModelosDesempenhoExperiencia),
    ),
    'traducoes-competencias': laterScreen(() =>
      import('./traducoes/traducoes.web.tsx').then((m) => m.TraducoesDasCompetenciasPage),
    ),
    perguntas: laterScreen(() => import('./avaliacoes/perguntas.web.tsx').then((m) => m.Perguntas)),
  },
});
