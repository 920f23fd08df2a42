import { defineModule } from '#kit/module/module.ts';
import { talentos } from './talentos/talentos.registry.ts';

export const gestaoTalentos = defineModule({
  id: 'gestao-talentos',
  title: 'Gestão de Talentos',
  registries: [talentos],
  reports: [],
});
