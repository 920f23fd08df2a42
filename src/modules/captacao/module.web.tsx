import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { captacao } from './module.ts';

export const module = defineModuleWeb({ declaration: captacao });
