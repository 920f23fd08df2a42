import { defineModule } from '#kit/module/module.ts';
import { sugerir } from './ideias.door.ts';
import { ideiaRecusada } from './ideias.messages.ts';
import { ideias } from './ideias.registry.ts';
import { relatorioDeIdeias } from './ideias.report.ts';

export const melhoria = defineModule({
  id: 'melhoria',
  title: 'Melhoria Contínua',
  registries: [ideias],
  reports: [relatorioDeIdeias],
  messages: [ideiaRecusada],
  doors: { sugerir },
});
