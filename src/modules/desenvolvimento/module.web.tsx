import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { DuracaoInput } from './duracao.web.tsx';
import { desenvolvimento } from './module.ts';

const comDuracao = { inputs: { periodicidade: DuracaoInput }, readByInput: ['periodicidade'] };

export const module = defineModuleWeb({
  declaration: desenvolvimento,
  views: { cursos: comDuracao, certificacao: comDuracao },
});
