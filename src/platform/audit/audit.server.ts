import sql, { type Sql } from 'sql-template-tag';
import type { Change } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

export interface Author {
  usuarioId: number | null;
  usuarioNome: string;
  externo?: string | null | undefined;
  empresaId: number;
  requestId: string;
  /** somebody else writes what the author did: it is none of what they may add */
  byOthers?: true;
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

/** Bytes, as they are stored, that somebody from outside may add to the trail in 24 hours: they stay there for good. */
const MOST_OF_OUTSIDER = 2 * 1024 * 1024;
/** Characters of a line that is written in any case, as of a withdrawal or an erasure; how many there are, the doors limit. */
const SHORT = 2_000;

async function refuseTooMuch(db: Queryable, externo: string): Promise<void> {
  const { bytes } = await db.only<{ bytes: number }>({
    name: 'trilha-de-fora',
    text: `select coalesce(sum(pg_column_size(a.mudancas) + coalesce(pg_column_size(g.valores), 0)), 0)::float8 as bytes
      from auditoria a left join auditoria_guardados g on g.auditoria_id = a.id where a.externo = $1 and a.instante > now() - interval '24 hours'`,
    values: [externo],
  });
  if (bytes > MOST_OF_OUTSIDER)
    throw new Refusal(
      'MUITAS_ALTERACOES',
      'Você já salvou muitas alterações nas últimas 24 horas. O que foi salvo está guardado; tente de novo mais tarde.',
      429,
      { retryAfter: 3_600 },
    );
}

/** Writes one change in the transaction that makes it. */
export const auditor =
  (author: Author) =>
  async (
    db: Queryable,
    { table, id, action, changes, guarded = {}, transition, once, requestId = author.requestId }: Change,
  ): Promise<void> => {
    const json = JSON.stringify(changes);
    if (author.externo && !author.byOthers && json.length > SHORT) await refuseTooMuch(db, author.externo);
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
    const hasGuarded = Object.keys(guarded).length > 0;
    await db.query(
      once === undefined
        ? hasGuarded
          ? prepared(insertGuarded, [...values, JSON.stringify(guarded)])
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
  await tx.query(sql`
    insert into auditoria (usuario_id, usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas, externo)
    select ${author.usuarioId}::bigint, ${author.usuarioNome}::text, ${author.empresaId || null}::bigint, ${author.requestId}::text, ${table}::text, l.registro_id, ${action}::text, l.mudancas, ${author.externo ?? null}::text
    from (${linhas}) l`);
}
