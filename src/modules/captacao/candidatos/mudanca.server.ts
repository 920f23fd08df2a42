import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';

/** What is done beside the record itself, to candidates over alias `t`, changes them too: the months after which they are erased begin anew. */
export const mexeuHoje = async (tx: Tx, quem: Sql): Promise<void> =>
  void (await tx.query(sql`update candidatos t set atualizado_em = hoje() where t.atualizado_em < hoje() and ${quem}`));
