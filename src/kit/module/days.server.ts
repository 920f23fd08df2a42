import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';

/** A day that is no record of its own, such as the last one of a trial. */
export interface ComputedDay {
  /** unique among the days of its declaration, and the same at every reading */
  id: string;
  nome: string;
  dia: string;
  link: string;
}

/** Days of a module beside those of its registries' calendars. */
export interface Days {
  /** unique in the module */
  id: string;
  title: string;
  /** whoever lacks one of them is not told */
  authority: readonly string[];
  /** the days from the first to the last one that the actor may know, at most so many: the nearest to today */
  find(db: Queryable, acting: Acting, first: string, last: string, most: number): Promise<ComputedDay[]>;
}
