import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { sst } from './module.ts';

export const module = defineModuleWeb({ declaration: sst });
