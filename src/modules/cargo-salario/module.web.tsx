import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { cargoSalario } from './module.ts';

export const module = defineModuleWeb({ declaration: cargoSalario });
