import type { AnyModuleServer } from '#kit/module/module.server.ts';
import { analyticsServer } from '#modules/analytics/module.server.ts';
import { avaliacaoServer } from '#modules/avaliacao/module.server.ts';
import { captacaoServer } from '#modules/captacao/module.server.ts';
import { cargoSalarioServer } from '#modules/cargo-salario/module.server.ts';
import { desenvolvimentoServer } from '#modules/desenvolvimento/module.server.ts';
import { geralServer } from '#modules/geral/module.server.ts';
import { gestaoTalentosServer } from '#modules/gestao-talentos/module.server.ts';
import { sstServer } from '#modules/sst/module.server.ts';
import { utilitarioServer } from '#modules/utilitario/module.server.ts';

/** The server's half of every module, in the order of `modules.ts`. */
export const moduleServers: readonly AnyModuleServer[] = [
  captacaoServer,
  cargoSalarioServer,
  avaliacaoServer,
  gestaoTalentosServer,
  desenvolvimentoServer,
  sstServer,
  analyticsServer,
  geralServer,
  utilitarioServer,
];
