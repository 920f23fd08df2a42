import { defineModule } from '#kit/module/module.ts';
import { areasFormacao } from './areas-formacao.registry.ts';
import { areasInteresse } from './areas-interesse.registry.ts';
import { etapasSeletivas } from './etapas-seletivas.registry.ts';
import { idiomas } from './idiomas.registry.ts';

export const captacao = defineModule({
  id: 'captacao',
  title: 'Captação',
  order: 10,
  icon: 'search',
  key: 'c',
  about: {
    'areas-interesse': 'Em que os candidatos gostariam de trabalhar.',
    'areas-formacao': 'O que se estuda: a formação de talentos e candidatos.',
    'etapas-seletivas': 'Os passos de uma seleção, na sua ordem.',
    idiomas: 'As línguas de talentos e candidatos.',
  },
  profiles: { rh: ['everything'], auditor: ['reading'], recrutador: ['everything'] },
  registries: [areasInteresse, areasFormacao, etapasSeletivas, idiomas],
});
