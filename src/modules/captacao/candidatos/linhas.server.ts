import sql, { raw } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { quote } from '#kit/registry/names.server.ts';
import { putBack } from '#kit/store/put-back.server.ts';

/** A row of a table as JSON. */
export type Linha = Record<string, unknown>;

/** Puts rows back as they stood, without what they refer to and is gone since. */
export async function insereDeVolta(tx: Tx, tabela: string, linhas: readonly Linha[]): Promise<void> {
  const vivas = linhas.length === 0 ? [] : await semReferenciasMortas(tx, tabela, linhas);
  if (vivas[0]) await putBack(tx, tabela, Object.keys(vivas[0]), sql`${JSON.stringify(vivas)}::jsonb`);
}

/** A tag or a city that was removed since is left out: of a column that may be empty it goes, and else its row. */
async function semReferenciasMortas(tx: Tx, tabela: string, linhas: readonly Linha[]): Promise<readonly Linha[]> {
  const chaves = await tx.query<{ coluna: string; alvo: string; demandada: boolean }>(sql`
    select a.attname as coluna, r.relname as alvo, a.attnotnull as demandada from pg_constraint c join pg_class r on r.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conrelid = ${tabela}::regclass and array_length(c.conkey, 1) = 1`);
  let vivas = linhas;
  for (const { coluna, alvo, demandada } of chaves) {
    const citados = [...new Set(vivas.map((linha) => linha[coluna]).filter((id) => typeof id === 'number'))];
    const achados = await tx.query<{ id: number }>(sql`select id from ${raw(quote(alvo))} where id = any(${citados}::bigint[])`);
    const ha = new Set<unknown>(achados.map(({ id }) => id));
    const morta = (linha: Linha) => typeof linha[coluna] === 'number' && !ha.has(linha[coluna]);
    vivas = demandada
      ? vivas.filter((linha) => !morta(linha))
      : vivas.map((linha) => (morta(linha) ? { ...linha, [coluna]: null } : linha));
  }
  return vivas;
}
