import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';

/**
 * What a line of the trail, over alias `a`, tells of names, ids and files. Of a long line its short form, which the database writes beside it, is read: a
 * line of a few stored kilobytes may be a hundred times as long, and ordinary rights write thousands of them.
 */
export const DITAS = sql`coalesce(a.resumo, a.mudancas)`;

/** The ids that it tells, as their index has them. */
export const IDS_DITOS = sql`ids_da_linha(${DITAS})`;

/** The ids of files, as `v`, that some lines name. Not joined to the lines: a plan that remembers what it found by a line would unpack all of it. */
export const arquivosDitos = (quais: Sql): Sql =>
  sql`select jsonb_path_query(${DITAS}, 'strict $.** ? (exists (@.tamanho) && exists (@.id)).id') as v from auditoria a where ${quais}`;

/** Lines that one statement empties. */
const DE_UMA_VEZ = 20_000;

/** Empties what the trail tells of records, however many lines they have. */
export async function apagaDaTrilha(tx: Tx, tabela: string, registros: readonly number[]): Promise<void> {
  const esvazia = () =>
    tx.only<{ n: number }>(sql`select apaga_da_trilha(${tabela}, ${[...registros]}::bigint[], ${DE_UMA_VEZ}::int) as n`);
  while ((await esvazia()).n === DE_UMA_VEZ);
}
