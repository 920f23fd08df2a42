import sql from 'sql-template-tag';
import { fold } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Views of a company that are called by somebody's whole name get another one. A single word would be part of many others. */
export async function forgetNameInViews(tx: Tx, empresaId: number, nome: string): Promise<void> {
  const words = wordsOf(nome);
  const [first, second] = words;
  if (first === undefined || second === undefined) return;
  const views = await tx.query<{ id: number; nome: string }>(
    sql`select id, nome from visoes where empresa_id = ${empresaId} and nome_ord like ${containing(first)}`,
  );
  const named = views.filter((view) => ` ${wordsOf(view.nome).join(' ')} `.includes(` ${words.join(' ')} `));
  await tx.query(sql`update visoes set nome = 'Visão ' || id where id = any(${named.map(({ id }) => id)}::bigint[])`);
}
