import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { geral } from './module.ts';

export const module = defineModuleWeb({ declaration: geral });
