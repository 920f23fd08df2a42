import { defineModule } from '#kit/module/module.ts';
import { paineis } from './paineis.ts';

export const analytics = defineModule({
  id: 'analytics',
  title: 'Analytics',
  order: 70,
  icon: 'charts',
  key: 'p',
  profiles: { rh: ['everything'], auditor: ['everything'], gestor: ['ROLE_ANALYTICS_TALENTO'] },
  registries: [],
  screens: paineis.map(({ id, title, description, authority }) => ({ path: id, title, description, authority })),
});
