import sql, { type Sql } from 'sql-template-tag';
import type { Change } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { demandShareOfOutsider, takeShare } from './share.server.ts';

export interface Author {
  usuarioId: number | null;
  usuarioNome: string;
  externo?: string | null | undefined;
  empresaId: number;
  requestId: string;
  /** everything is rolled back: it is none of what they may add */
  trial?: true;
}

const into =
  'insert into auditoria (usuario_id, usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas, transicao, externo)';
const insert = `${into} values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const insertGuarded = `
  with linha as (${into} values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id)
  insert into auditoria_guardados (auditoria_id, valores) select id, $11::jsonb from linha`;
const insertOnce = `
  with primeira as (insert into leituras (usuario_id, empresa_id, chave) values (coalesce($1, 0), coalesce($3, 0), $11) on conflict do nothing returning 1)
  ${into} select $1::bigint, $2::text, $3::bigint, $4::text, $5::text, $6::bigint, $7::text, $8::jsonb, $9::text, $10::text from primeira`;

/** Characters of a line that is written in any case, as of a withdrawal or an erasure; how many there are, the doors limit. */
const SHORT = 2_000;

/** Writes one change in the transaction that makes it. */
export const auditor =
  (author: Author) =>
  async (
    db: Queryable,
    { table, id, action, changes, guarded = {}, transition, once, unbounded, requestId = author.requestId }: Change,
  ): Promise<void> => {
    const json = JSON.stringify(changes);
    const hasGuarded = Object.keys(guarded).length > 0;
    const inClear = hasGuarded ? JSON.stringify(guarded) : '';
    if (author.externo && json.length > SHORT) await demandShareOfOutsider(db, author.externo);
    if (author.usuarioId !== null && !unbounded)
      await takeShare(db, author.usuarioId, action, { bytes: json.length + inClear.length });
    const values = [
      author.usuarioId,
      author.usuarioNome,
      author.empresaId || null,
      requestId,
      table,
      id,
      action,
      json,
      transition ?? null,
      author.externo ?? null,
    ];
    await db.query(
      once === undefined
        ? hasGuarded
          ? prepared(insertGuarded, [...values, inClear])
          : prepared(insert, values)
        : prepared(insertOnce, [...values, author.externo ? `${author.externo} ${once}` : once]),
    );
  };

/**
 * Writes one change for each row of `linhas`, a query of (registro_id, mudancas): the trail of a bulk write, in one statement.
 * The query masks sensitive values.
 */
export async function auditaConjunto(
  tx: Tx,
  author: Author,
  table: string,
  action: Change['action'],
  linhas: Sql,
): Promise<void> {
  const added = await tx.only<{ lines: number; bytes: number }>(sql`
    with novas as (
    insert into auditoria (usuario_id, usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas, externo)
    select ${author.usuarioId}::bigint, ${author.usuarioNome}::text, ${author.empresaId || null}::bigint, ${author.requestId}::text, ${table}::text, l.registro_id, ${action}::text, l.mudancas, ${author.externo ?? null}::text
    from (${linhas}) l returning pg_column_size(mudancas) as bytes)
    select count(*)::int as lines, coalesce(sum(bytes), 0)::float8 as bytes from novas`);
  if (author.usuarioId !== null && !author.trial) await takeShare(tx, author.usuarioId, action, added);
}
