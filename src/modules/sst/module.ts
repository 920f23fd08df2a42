import { defineModule } from '#kit/module/module.ts';
import { afastamentos } from './afastamentos/afastamentos.registry.ts';
import { colaboradorAfastamentos } from './afastamentos/colaborador-afastamentos.registry.ts';
import { ambientes } from './ambientes/ambientes.registry.ts';
import { funcoes } from './funcoes.registry.ts';
import { obra } from './obra/obra.registry.ts';
import { vacinas } from './vacinas/vacinas.registry.ts';

export const sst = defineModule({
  id: 'sst',
  title: 'SST',
  order: 60,
  registries: [ambientes, funcoes, obra, colaboradorAfastamentos, afastamentos, vacinas],
});
