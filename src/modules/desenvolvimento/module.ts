import { defineModule } from '#kit/module/module.ts';
import { certificacao } from './certificacao.registry.ts';
import { cursos } from './cursos.registry.ts';

export const desenvolvimento = defineModule({
  id: 'desenvolvimento',
  title: 'Treinamento e Desenvolvimento',
  order: 50,
  icon: 'learning',
  key: 'd',
  about: {
    cursos: 'Os treinamentos, com carga horária e de quanto em quanto tempo.',
    certificacao: 'O que se certifica e o que é preciso antes.',
  },
  profiles: { rh: ['everything'], auditor: ['reading'], 'sst-tecnico': ['reading'] },
  registries: [cursos, certificacao],
});
