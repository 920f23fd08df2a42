import sql from 'sql-template-tag';
import { fold } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';

/** Views of a company that are called by somebody's whole name get another one. A single word would be part of many others. */
export async function forgetNameInViews(tx: Tx, empresaId: number, nome: string): Promise<void> {
  const folded = fold(nome.trim());
  if (!folded.includes(' ')) return;
  await tx.query(
    sql`update visoes set nome = 'Visão ' || id where empresa_id = ${empresaId} and nome_ord like ${containing(folded)}`,
  );
}
