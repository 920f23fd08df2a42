import type { Queryable, Tx } from '#kit/db/database.server.ts';

/** What a record that asks people needs of the engine, and the engine of it. */
export interface Asker {
  /** the registry whose records ask, as `module/slug` */
  dono: string;
  /** the names of those whom questions are about, by their keys */
  nomes?(db: Queryable, chaves: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** somebody has answered, by name or in confidence; in the transaction of their sending */
  respondida?(tx: Tx, answered: Answered): Promise<void>;
  /** the round has closed and its results stand */
  encerrada?(tx: Tx, round: { rodadaId: number; donoId: number }): Promise<void>;
}

export interface Answered {
  rodadaId: number;
  donoId: number;
  participacaoId: number;
  pessoa: string;
  sobre: string | null;
}

const askers = new Map<string, Asker>();

/** A module says that its records ask. Records of nobody who said so may be asked about all the same. */
export const asks = (asker: Asker): void => void askers.set(asker.dono, asker);

export const askerOf = (dono: string): Asker | undefined => askers.get(dono);
