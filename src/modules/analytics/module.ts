import { defineModule } from '#kit/module/module.ts';
import { painelCargosSalarios } from './cargos-salarios/cargos-salarios.dashboard.ts';
import { painelTalento } from './talento/talento.dashboard.ts';

export const paineis = [painelCargosSalarios, painelTalento] as const;

export const analytics = defineModule({
  id: 'analytics',
  title: 'Analytics',
  registries: [],
  reports: [],
  screens: paineis.map(({ id, title, description, authority }) => ({ path: id, title, description, authority })),
});
