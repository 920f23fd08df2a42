import { oneAtATime } from '#kit/db/advisory-lock.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { grantNewAuthorities } from '#platform/authority/new-authorities.server.ts';
import { authorities } from './declared.server.ts';
import { hasKnownLogins, seedDemo } from './demo.server.ts';
import { loadReference } from './reference.server.ts';

// Any number will do, as long as every version of the program uses the same one.
const LOCK = 7_301_964_221;

/** Runs `work` while no other process fills this database at a first start. */
export const fillingAlone = <T>(db: Database, work: () => Promise<T>): Promise<T> => oneAtATime(db, LOCK, work);

/** Fills a migrated database at a start; answers whether it has the logins of the demonstration. */
export const fillDatabase = (db: Database, { withDemo }: { withDemo: boolean }): Promise<boolean> =>
  fillingAlone(db, async () => {
    await loadReference(db);
    // A demonstration may have come from a backup, to whatever database.
    const isDemo = await (withDemo ? seedDemo(db) : hasKnownLogins(db));
    await grantNewAuthorities(db, authorities.keys());
    return isDemo;
  });
