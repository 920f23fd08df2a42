import { defineModule } from '#kit/module/module.ts';
import { modelosAvaliacao } from './modelos-avaliacao.registry.ts';
import { periodosExperiencia } from './periodos-experiencia.registry.ts';
import { perguntasAvaliacao } from './relatorios/perguntas-avaliacao.report.ts';

export const avaliacao = defineModule({
  id: 'avaliacao',
  title: 'Avaliação de Desempenho',
  order: 30,
  icon: 'growth',
  key: 'a',
  about: {
    'periodos-experiencia': 'Quantos dias dura cada período e quando se avalia.',
    'modelos-avaliacao': 'As perguntas que se fazem numa avaliação.',
  },
  profiles: { rh: ['everything'], auditor: ['reading'], gestor: ['ROLE_CAD_MODELO_AVALIACAO'] },
  registries: [periodosExperiencia, modelosAvaliacao],
  reports: [perguntasAvaliacao],
  screens: [
    {
      path: 'avaliacoes',
      title: 'Avaliações',
      description: 'O que se pergunta em cada avaliação.',
      authority: modelosAvaliacao.authority,
    },
    { path: 'perguntas', title: 'Perguntas', authority: modelosAvaliacao.authority, menu: false },
  ],
});
