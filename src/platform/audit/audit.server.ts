import sql, { type Sql } from 'sql-template-tag';
import type { Change } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/registry/list.server.ts';

interface Author {
  usuarioId: number | null;
  usuarioNome: string;
  empresaId: number;
  requestId: string;
}

const insert = `insert into auditoria (usuario_id, usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas, transicao) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** Writes one change in the transaction that makes it. */
export const auditor =
  (author: Author) =>
  async (tx: Tx, change: Change): Promise<void> => {
    await tx.query(
      prepared(insert, [
        author.usuarioId,
        author.usuarioNome,
        author.empresaId || null,
        author.requestId,
        change.table,
        change.id,
        change.action,
        JSON.stringify(change.changes),
        change.transition ?? null,
      ]),
    );
  };

/**
 * Writes one change for each row of `linhas`, a query of (registro_id, mudancas): what a set-based write owes the trail, in one statement.
 * Sensitive values come masked from the query.
 */
export async function auditaConjunto(
  tx: Tx,
  author: Author,
  table: string,
  action: Change['action'],
  linhas: Sql,
): Promise<void> {
  await tx.query(sql`
    insert into auditoria (usuario_id, usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas)
    select ${author.usuarioId}::bigint, ${author.usuarioNome}::text, ${author.empresaId || null}::bigint, ${author.requestId}::text, ${table}::text, l.registro_id, ${action}::text, l.mudancas
    from (${linhas}) l`);
}
