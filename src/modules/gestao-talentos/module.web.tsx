import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { gestaoTalentos } from './module.ts';

export const module = defineModuleWeb({ declaration: gestaoTalentos });
