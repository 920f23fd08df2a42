import { EVERY_USER } from '#kit/acting/world.ts';
import { defineModule } from '#kit/module/module.ts';
import { avaliacaoPratica } from './avaliacao-pratica.registry.ts';
import { LIBERAR } from './desempenho/avaliacoes-desempenho.lifecycle.ts';
import { conclusao, convite, lembrete } from './desempenho/avaliacoes-desempenho.messages.ts';
import { avaliacoesDesempenho } from './desempenho/avaliacoes-desempenho.registry.ts';
import { participantes } from './desempenho/participantes.registry.ts';
import { experienciaTermina, experienciaTerminaPorLink } from './experiencia/acompanhamentos.messages.ts';
import { acompanhamentos } from './experiencia/acompanhamentos.registry.ts';
import { feedbackRecebido } from './feedbacks/feedbacks.messages.ts';
import { metas } from './metas/metas.registry.ts';
import { modelosAvaliacao } from './modelos-avaliacao.registry.ts';
import { CALIBRAR, nineBox } from './ninebox/ninebox.registry.ts';
import { nineBoxDocumento, nineBoxTalentos, REL_NINEBOX } from './ninebox/ninebox.report.ts';
import { acaoAVencer, acaoNova } from './pdi/pdi.messages.ts';
import { planosAcao } from './pdi/planos-acao.registry.ts';
import { periodosExperiencia } from './periodos-experiencia.registry.ts';
import { relatoriosDoDesempenho } from './relatorios/desempenho.report.ts';
import { relatoriosDaExperiencia } from './relatorios/experiencia.report.ts';
import { perguntasAvaliacao } from './relatorios/perguntas-avaliacao.report.ts';

export const avaliacao = defineModule({
  id: 'avaliacao',
  title: 'Avaliação de Desempenho',
  order: 30,
  icon: 'growth',
  key: 'a',
  menu: [
    { title: 'Para você', items: [['avaliacoes-desempenhos-questionarios', 'respostas'], 'resultados', 'pdi', 'feedbacks'] },
    {
      title: 'Desempenho',
      items: [
        'avaliacoes-desempenho',
        ['ninebox/chart', 'ninebox', 'ninebox/calibragem'],
        'metas',
        'planos-acao',
        ['modelos-avaliacao', 'modelos-avaliacao-desempenho-experiencia', 'avaliacoes', 'traducoes-competencias'],
      ],
    },
    { title: 'Experiência', items: [['acompanhamentos-periodos-experiencia', 'periodos-experiencia']] },
  ],
  about: {
    'avaliacoes-desempenho': 'Quem é avaliado, por quem, em que papel e até quando.',
    'participante-avaliacao-desempenho': 'Cada avaliador de cada avaliado.',
    'acompanhamentos-periodos-experiencia': 'Quem está em experiência: perguntas ao líder, respostas e decisão.',
    'avaliacao-pratica': 'O que se mostra fazendo, e a nota que aprova.',
    'periodos-experiencia': 'Quantos dias dura cada período e quando se avalia.',
    ninebox: 'As pessoas por desempenho e potencial, e a calibragem entre gestores.',
    'modelos-avaliacao': 'As perguntas que se fazem numa avaliação.',
    metas: 'Aonde cada pessoa, ou área, quer chegar, e por quais resultados se sabe.',
    'planos-acao': 'O que cada um fará para crescer, até quando e com quem.',
  },
  profiles: {
    rh: ['everything', LIBERAR, CALIBRAR],
    auditor: ['reading'],
    gestor: ['ROLE_CAD_MODELO_AVALIACAO', 'ROLE_CAD_NINEBOX', REL_NINEBOX],
  },
  registries: [
    avaliacoesDesempenho,
    participantes,
    nineBox,
    planosAcao,
    metas,
    acompanhamentos,
    periodosExperiencia,
    modelosAvaliacao,
    avaliacaoPratica,
  ],
  authorities: {
    [LIBERAR]: 'Liberar, bloquear e concluir avaliações de desempenho',
    [CALIBRAR]: 'Calibrar o Nine Box: mudar pessoas de quadrante e encerrar',
  },
  reports: [...relatoriosDoDesempenho, perguntasAvaliacao, ...relatoriosDaExperiencia, nineBoxDocumento, nineBoxTalentos],
  messages: [
    convite,
    lembrete,
    conclusao,
    feedbackRecebido,
    acaoNova,
    acaoAVencer,
    experienciaTermina,
    experienciaTerminaPorLink,
  ],
  screens: [
    {
      path: 'avaliacoes-desempenhos-questionarios',
      title: 'Minhas Avaliações',
      description: 'Quem você avalia, e o que você já respondeu.',
      authority: EVERY_USER,
    },
    { path: 'avaliacoes-desempenhos-questionarios/:id', title: 'Avaliar', authority: EVERY_USER, menu: false },
    {
      path: 'avaliacoes-desempenhos-questionarios/:id/comparativa',
      title: 'Questionários Lado a Lado',
      authority: EVERY_USER,
      menu: false,
    },
    {
      path: 'avaliacoes-desempenhos-questionarios/:id/respondida',
      title: 'Questionário Respondido',
      authority: EVERY_USER,
      menu: false,
    },
    {
      path: 'respostas',
      title: 'Respostas',
      description: 'O que você respondeu nas avaliações, e o que pode ler de outras pessoas.',
      authority: EVERY_USER,
    },
    {
      path: 'resultados',
      title: 'Resultados das Avaliações',
      description: 'O seu resultado, e o de quem você lidera.',
      authority: EVERY_USER,
    },
    { path: 'resultados/:id', title: 'Resultado da Avaliação', authority: EVERY_USER, menu: false },
    {
      path: 'avaliacoes',
      title: 'Avaliações',
      description: 'O que se pergunta em cada avaliação.',
      authority: modelosAvaliacao.authority,
    },
    {
      path: 'traducoes-competencias',
      title: 'Traduções das Competências',
      description: 'O que competências, critérios e níveis dizem em outros idiomas a quem avalia.',
      authority: modelosAvaliacao.authority,
    },
    {
      path: 'acompanhamentos-periodos-experiencia/talentos/:id',
      title: acompanhamentos.title,
      authority: acompanhamentos.authority,
      menu: false,
    },
    {
      path: 'acompanhamentos-periodos-experiencia/talentos/:id/responder/:questionarioId',
      title: 'Responder',
      authority: `${acompanhamentos.authority}_EDITAR`,
      menu: false,
    },
    {
      path: 'avaliacoes-turma',
      title: 'Avaliações de Turma',
      description: 'O que as turmas responderam sobre os seus treinamentos.',
      authority: 'ROLE_CAD_QUESTIONARIO',
      menu: false,
    },
    {
      path: 'feedbacks',
      title: 'Feedbacks e Conversas',
      description: 'O que se diz entre uma avaliação e outra: só seu, ou compartilhado com quem você quiser.',
      authority: EVERY_USER,
    },
    {
      path: 'ninebox/chart',
      title: 'Quadro Nine Box',
      description: 'Onde cada pessoa está, por desempenho e potencial.',
      authority: nineBox.authority,
    },
    {
      path: 'ninebox/calibragem',
      title: 'Calibragem do Nine Box',
      description: 'Quem muda de quadrante e por quê, e como as pessoas de cada gestor se distribuem.',
      authority: nineBox.authority,
    },
    { path: 'ninebox/relatorio', title: 'Relatório Nine Box', authority: REL_NINEBOX, menu: false },
    {
      path: 'pdi',
      title: 'Plano de Desenvolvimento',
      description: 'As suas ações, as de quem você lidera e aquelas por que você responde.',
      authority: EVERY_USER,
    },
    { path: 'pdi/:colaboradorId', title: 'Plano de Desenvolvimento', authority: EVERY_USER, menu: false },
    {
      path: 'modelos-avaliacao-desempenho-experiencia',
      title: 'Modelos de Avaliação de Desempenho e Acompanhamento de Experiência',
      description: 'Os modelos ativos, por uso.',
      authority: modelosAvaliacao.authority,
    },
    { path: 'perguntas', title: 'Perguntas', authority: modelosAvaliacao.authority, menu: false },
  ],
});
