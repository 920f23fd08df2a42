import { defineModule } from '#kit/module/module.ts';
import { areasInteresse } from './areas-interesse.registry.ts';

export const captacao = defineModule({
  id: 'captacao',
  title: 'Captação',
  registries: [areasInteresse],
  reports: [],
});
