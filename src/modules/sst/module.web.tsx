import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { sst } from './module.ts';

export const module = defineModuleWeb({
  declaration: sst,
  views: {
    'colaborador-afastamentos': {
      record: () =>
        import('./afastamentos/afastamentos.web.tsx').then((m) => ({
          inputs: { classe: m.ClasseInput, afastamentoAnterior: m.AfastamentoAnteriorInput },
        })),
    },
  },
});
