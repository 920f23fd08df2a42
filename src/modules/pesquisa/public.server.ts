export { prontas } from './pesquisas/prontas/prontas.ts';
export { dimensoes } from './questionarios/publico-alvo.server.ts';
