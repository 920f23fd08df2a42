import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';

/**
 * Views of some lists of a company that are called by somebody's whole name, folded, and by nothing else, get another one, which their owner
 * has for no view. The trail does not tell what a view is called.
 */
export async function forgetNamesInViews(
  tx: Tx,
  empresaId: number,
  cadastros: readonly string[],
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await tx.query(sql`
    update visoes v set nome = 'Visão ' || id || case when exists (
        select from visoes o where o.usuario_id = v.usuario_id and o.cadastro = v.cadastro and o.nome_ord = dobra('Visão ' || v.id))
      then ' ' || left(gen_random_uuid()::text, 8) else '' end
    where empresa_id = ${empresaId} and cadastro = any(${[...cadastros]}::text[]) and nome_ord = any(${[...names]}::text[])`);
}
