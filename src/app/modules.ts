import type { ModuleDeclaration } from '#kit/module/module.ts';
import { analytics } from '#modules/analytics/module.ts';
import { avaliacao } from '#modules/avaliacao/module.ts';
import { captacao } from '#modules/captacao/module.ts';
import { cargoSalario } from '#modules/cargo-salario/module.ts';
import { desenvolvimento } from '#modules/desenvolvimento/module.ts';
import { geral } from '#modules/geral/module.ts';
import { gestaoTalentos } from '#modules/gestao-talentos/module.ts';
import { sst } from '#modules/sst/module.ts';
import { utilitario } from '#modules/utilitario/module.ts';

/** Every module, in the order of the menu. */
export const modules: readonly ModuleDeclaration[] = [
  captacao,
  cargoSalario,
  avaliacao,
  gestaoTalentos,
  desenvolvimento,
  sst,
  analytics,
  geral,
  utilitario,
];
