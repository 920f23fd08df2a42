import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { shows } from '#kit/fields/sensitive.ts';
import { tellRecord, tellSaved } from '#kit/history/reading.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Record_ } from '#kit/registry/record.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

/** A record as the answer to an action: whoever may not open records gets only its id and version. */
export const answered = ({ authority }: AnyRegistry, record: Record_, { can }: Acting): Record_ =>
  can(authority) ? record : { id: record.id, versao: record.versao };

/** The same for a save, in its transaction: what it shows of guarded values is a reading. */
export const answeredSave = (tx: Queryable, acting: Acting, registry: AnyRegistry, record: Record_): Promise<Record_> =>
  tellSaved(tx, acting, registry, answered(registry, record, acting));

/** Whether a save was refused because somebody else was quicker. */
export const isStale = (error: unknown): error is Refusal => error instanceof Refusal && error.code === refuse.stale(null).code;

/**
 * Whoever saves too late is shown the present record: a reading, recorded outside of the transaction that the refusal rolls back.
 */
export const tellStale =
  (db: Queryable, acting: Acting, { table, fields }: AnyRegistry) =>
  async (error: unknown): Promise<never> => {
    if (isStale(error)) {
      const record = error.extra.registro as Record_;
      if (shows(fields, record, acting.can)) await tellRecord(db, acting, table, record.id);
    }
    throw error;
  };
