import { isDate } from '#kit/br/date.ts';

/** The parameter of the list of candidates: whom a saved search told of. */
export const NOVOS_DA_BUSCA = 'novosDaBusca';

export interface NovosDaBusca {
  busca: number;
  /** null: the last time */
  dia: string | null;
}

/** `12` or `12,2026-11-28`. */
export const NOVOS = /^(\d{1,15})(?:,(\d{4}-\d{2}-\d{2}))?$/;

export function leNovos(texto: unknown): NovosDaBusca | undefined {
  const partes = typeof texto === 'string' ? NOVOS.exec(texto) : null;
  if (!partes || (partes[2] && !isDate(partes[2]))) return undefined;
  return { busca: Number(partes[1]), dia: partes[2] ?? null };
}
