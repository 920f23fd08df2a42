import { defineModuleServer } from '#kit/module/module.server.ts';
import { sst } from './module.ts';

export const sstServer = defineModuleServer({ declaration: sst, queries: {} });
