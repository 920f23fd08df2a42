import { defineModule } from '#kit/module/module.ts';
import { vacinas } from './vacinas/vacinas.registry.ts';

export const sst = defineModule({
  id: 'sst',
  title: 'SST',
  registries: [vacinas],
  reports: [],
});
