import { geracoes } from '#modules/geral/public.ts';

/** The same registry as /geral/geracoes (same table, same authority) at the address that the spec gives it among the talents. */
export const geracao = { ...geracoes, id: 'geracao' };
