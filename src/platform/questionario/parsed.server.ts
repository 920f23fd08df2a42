import { LRUCache } from 'lru-cache';
import type { Definicao } from './definition.ts';
import { definicaoNoFio } from './definition-schema.ts';

/** Bytes of stored text whose definitions are kept. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Definitions by the digest of what the database has of them, so that none is ever out of date, whoever wrote it. */
const kept = new LRUCache<string, Definicao>({ maxSize: MOST_KEPT });

/** What each of them takes in the database. */
const lengths = new WeakMap<Definicao, number>();

export const storedLength = (definicao: Definicao): number => lengths.get(definicao) ?? 0;

/** Nobody changes what others read, too. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

export const keptDefinition = (digest: string): Definicao | undefined => kept.get(digest);

/** As the present code knows definitions: what was added to them since has its initial value. */
export function parsedDefinition(digest: string, stored: string): Definicao {
  const definicao = frozen(definicaoNoFio.parse(JSON.parse(stored)));
  lengths.set(definicao, stored.length);
  kept.set(digest, definicao, { size: stored.length });
  return definicao;
}
