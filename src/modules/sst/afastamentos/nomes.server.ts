import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';

/** A talent has a new name: the leaves get it, in their text and their search. */
export const renomeiaAfastamentos = (tx: Tx, talentoId: number, antes: string, agora: string) =>
  tx.query(sql`
    update colaboradores_afastamentos set resumo = ${agora}::text || substr(resumo, length(${antes}::text) + 1)
    where colaborador_id = ${talentoId} and left(resumo, length(${antes}::text)) = ${antes}`);
