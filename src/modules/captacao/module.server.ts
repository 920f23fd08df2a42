import { defineModuleServer } from '#kit/module/module.server.ts';
import { captacao } from './module.ts';

export const captacaoServer = defineModuleServer({ declaration: captacao, queries: {} });
