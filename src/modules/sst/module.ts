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
  icon: 'safety',
  key: 'o',
  menu: [
    { title: 'Riscos e ambientes', items: ['ambientes', 'funcoes', 'obra'] },
    { title: 'Saúde', items: ['colaborador-afastamentos', 'vacinas'] },
  ],
  about: {
    ambientes: 'Onde se trabalha, e os riscos de lá.',
    funcoes: 'O que se faz, para o PGR e o eSocial.',
    obra: 'As obras, com CNO e responsável.',
    'colaborador-afastamentos': 'Quem está afastado, desde quando e até quando.',
    afastamentos: 'Os motivos de afastamento.',
    vacinas: 'As vacinas e os dias entre as doses.',
  },
  profiles: {
    'sst-tecnico': ['everything'],
    auditor: ['reading'],
    medico: [
      'reading',
      'ROLE_CAD_COLABORADOR_AFASTAMENTO_EDITAR',
      'ROLE_CAD_COLABORADOR_AFASTAMENTO_EXCLUIR',
      'ROLE_CAD_VACINA_EDITAR',
      'ROLE_CAD_VACINA_EXCLUIR',
    ],
    rh: ['reading', 'ROLE_CAD_COLABORADOR_AFASTAMENTO_EDITAR', 'ROLE_CAD_COLABORADOR_AFASTAMENTO_EXCLUIR'],
  },
  registries: [ambientes, funcoes, obra, colaboradorAfastamentos, afastamentos, vacinas],
});
