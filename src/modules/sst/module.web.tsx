import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { AfastamentoAnteriorInput, ClasseInput } from './afastamentos/afastamentos.web.tsx';
import { sst } from './module.ts';

export const module = defineModuleWeb({
  declaration: sst,
  views: { 'colaborador-afastamentos': { inputs: { classe: ClasseInput, afastamentoAnterior: AfastamentoAnteriorInput } } },
});
