import { defineModuleServer } from '#kit/module/module.server.ts';
import { certificacaoHooks } from './certificacao.server.ts';
import { desenvolvimento } from './module.ts';

export const desenvolvimentoServer = defineModuleServer({
  declaration: desenvolvimento,
  hooks: { certificacao: certificacaoHooks },
});
