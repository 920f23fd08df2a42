import type { Tx } from '#kit/db/database.server.ts';
import type { Change } from '#kit/registry/acting.server.ts';
import { prepared } from '#kit/registry/list.server.ts';

interface Author {
  usuarioId: number | null;
  usuarioNome: string;
  empresaId: number;
  requestId: string;
}

const insert = `insert into auditoria (usuario_id, usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas) values ($1, $2, $3, $4, $5, $6, $7, $8)`;

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
      ]),
    );
  };
