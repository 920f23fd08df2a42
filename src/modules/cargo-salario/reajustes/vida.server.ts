import type { Hooks } from '#kit/store/store.server.ts';
import { aplicacao } from './aplicar.server.ts';
import { cancelamento, recusa } from './cancelar.server.ts';
import { confirmacao } from './integracao.server.ts';
import { tabelasReajustesHooks } from './tabelas.server.ts';

/** The hooks of a plan's saves and transitions. */
export const planejamentosHooks: Hooks = {
  ...tabelasReajustesHooks,
  transitions: { aplicar: aplicacao, confirmar: confirmacao, recusar: recusa, cancelar: cancelamento },
};
