import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { desenvolvimento } from './module.ts';

export const module = defineModuleWeb({ declaration: desenvolvimento });
