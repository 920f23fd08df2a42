import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { AVALIACOES } from './resultado.server.ts';

/** Where evaluations are served. */
export const PATH = `/api/${AVALIACOES}` as const;
/** Longer lists are read by pages, on the panel of the record. */
export const MAIS = 1_000;
export const tags = [avaliacoesDesempenho.title];
