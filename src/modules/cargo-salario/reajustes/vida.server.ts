import type { Hooks } from '#kit/store/store.server.ts';
import { aplicacao } from './aplicar.server.ts';
import { cancelamento } from './cancelar.server.ts';
import { confirmacao } from './integracao.server.ts';
import { tabelasReajustesHooks } from './tabelas.server.ts';

/** A plan as it is saved, and as it moves from one state to the next. */
export const planejamentosHooks: Hooks = {
  ...tabelasReajustesHooks,
  transitions: { aplicar: aplicacao, confirmar: confirmacao, recusar: cancelamento, cancelar: cancelamento },
};
