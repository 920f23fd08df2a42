import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';

/** Views of some lists of a company that are called by somebody's whole name, folded, and by nothing else, get another one. */
export const forgetNamesInViews = (tx: Tx, empresaId: number, cadastros: readonly string[], names: readonly string[]) =>
  tx.query(sql`
    update visoes set nome = 'Visão ' || id
    where empresa_id = ${empresaId} and cadastro = any(${[...cadastros]}::text[]) and nome_ord = any(${[...names]}::text[])`);
