import type { ModuleWeb } from '#kit/module/module.web.tsx';
import { AutoridadesInput } from '#platform/authority/autoridades-input.web.tsx';
import { utilitario } from './module.ts';

export const module: ModuleWeb = {
  declaration: utilitario,
  views: { perfis: { inputs: { autoridades: AutoridadesInput } } },
};
