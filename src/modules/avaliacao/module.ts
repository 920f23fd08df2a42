import { defineModule } from '#kit/module/module.ts';
import { modelosAvaliacao } from './modelos-avaliacao.registry.ts';
import { periodosExperiencia } from './periodos-experiencia.registry.ts';

export const avaliacao = defineModule({
  id: 'avaliacao',
  title: 'Avaliação de Desempenho',
  order: 30,
  registries: [periodosExperiencia, modelosAvaliacao],
});
