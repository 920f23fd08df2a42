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
  registries: [estados, cidades, bairros, geracoes, codigosCbos, camposExtrasRegistry],
});
