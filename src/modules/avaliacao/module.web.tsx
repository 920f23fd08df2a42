import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { avaliacao } from './module.ts';

export const module = defineModuleWeb({ declaration: avaliacao });
