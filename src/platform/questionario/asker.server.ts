import type { z } from 'zod';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import type { Refusal } from '#kit/refusal/refusal.ts';

/** What a record that asks people needs of the engine, and the engine of it. */
export interface Asker {
  /** the registry whose records ask, as `module/slug` */
  dono: string;
  /** the names of those whom questions are about, by their keys */
  nomes?(db: Queryable, chaves: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** why somebody need not answer any more, although the round is open */
  dispensa?(db: Queryable, asked: Answered): Promise<Refusal | undefined>;
  /** somebody has answered, by name or in confidence; in the transaction of their sending */
  respondida?(tx: Tx, answered: Answered): Promise<void>;
  /** what it asks besides the questions; such a round is answered at the screen of `endereco` */
  // oxlint-disable-next-line typescript/no-explicit-any -- each asker knows the shape of its own sheet, which `schema` has proven
  folha?: Sheet<any>;
  /** the screen where somebody answers, by the id of their participation */
  endereco?(participacaoId: number): string;
  /** the round has closed and its results stand */
  encerrada?(tx: Tx, round: { rodadaId: number; donoId: number }): Promise<void>;
}

export interface Answered {
  rodadaId: number;
  donoId: number;
  participacaoId: number;
  pessoa: string;
  sobre: string | null;
  papel: string | null;
}

/**
 * A sheet that the asking module adds to the questions: kept with their draft, judged and written with their answers. Never of an
 * anonymous round: it is not sealed.
 */
export interface Sheet<T> {
  /** the shape, also of a sheet that is not filled in yet */
  schema: z.ZodType<T>;
  /** what is asked, as the screen draws it */
  read(db: Queryable, asked: Answered): Promise<unknown>;
  /** whether it stands in the place of the questions, which then need no answers */
  replaces?(db: Queryable, asked: Answered): Promise<boolean>;
  faults(db: Queryable, asked: Answered, folha: T): Promise<readonly Issue[]>;
  /** the files that it names, which a draft keeps until `write` does */
  files?(db: Queryable, asked: Answered, folha: T): Promise<readonly number[]>;
  write(tx: Tx, into: { respostaId: number; asked: Answered }, folha: T): Promise<void>;
}

const askers = new Map<string, Asker>();

/** A module says that its records ask. Records of nobody who said so may be asked about all the same. */
export const asks = (asker: Asker): void => void askers.set(asker.dono, asker);

export const askerOf = (dono: string): Asker | undefined => askers.get(dono);
