import { defineModule } from '#kit/module/module.ts';
import { camposExtrasRegistry } from '#platform/empresa/campos-extras.registry.ts';
import { bairros } from './bairros.registry.ts';
import { cidades } from './cidades.registry.ts';
import { codigosCbos } from './codigos-cbos.registry.ts';
import { estados } from './estados.registry.ts';
import { geracoes } from './geracoes.registry.ts';

export const geral = defineModule({
  id: 'geral',
  title: 'Geral',
  order: 80,
  icon: 'tables',
  key: 'g',
  about: {
    estados: 'As unidades da federação.',
    cidades: 'Os municípios, com o código do IBGE.',
    bairros: 'Os bairros de cada cidade.',
    geracoes: 'De que ano a que ano nasceu cada geração.',
    'codigos-cbos': 'A Classificação Brasileira de Ocupações.',
    'campos-extras': 'Os campos que a sua empresa acrescenta à ficha.',
  },
  profiles: { rh: ['everything'], auditor: ['reading'] },
  registries: [estados, cidades, bairros, geracoes, codigosCbos, camposExtrasRegistry],
});
