import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { desenvolvimento } from './module.ts';

const comDuracao = {
  record: () =>
    import('./duracao.web.tsx').then((m) => ({ inputs: { periodicidade: m.DuracaoInput }, readByInput: ['periodicidade'] })),
};

export const module = defineModuleWeb({
  declaration: desenvolvimento,
  views: { cursos: comDuracao, certificacao: comDuracao },
});
