import { defineModule } from '#kit/module/module.ts';
import { areasFormacao } from './areas-formacao.registry.ts';
import { areasInteresse } from './areas-interesse.registry.ts';
import { etapasSeletivas } from './etapas-seletivas.registry.ts';
import { idiomas } from './idiomas.registry.ts';

export const captacao = defineModule({
  id: 'captacao',
  title: 'Captação',
  order: 10,
  registries: [areasInteresse, areasFormacao, etapasSeletivas, idiomas],
});
