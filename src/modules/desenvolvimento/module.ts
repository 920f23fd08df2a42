import { defineModule } from '#kit/module/module.ts';
import { certificacao } from './certificacao.registry.ts';
import { cursos } from './cursos.registry.ts';

export const desenvolvimento = defineModule({
  id: 'desenvolvimento',
  title: 'Treinamento e Desenvolvimento',
  order: 50,
  registries: [cursos, certificacao],
});
