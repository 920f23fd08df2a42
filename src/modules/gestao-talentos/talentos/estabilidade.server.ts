import sql from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';

interface Estabilidade {
  /** last day of the protection that ends last; null without one, or with one that has no end yet */
  dataEstabilidade: string | null;
  motivo: string | null;
  indeterminada: boolean;
}

/** The protection from dismissal that holds on `dia` and ends last; `soDaComissao` asks for the CIPA's alone. */
export async function estabilidadeEm(db: Queryable, talentoId: number, dia: string, soDaComissao = false): Promise<Estabilidade> {
  const row = await db.one<{ motivo: string; fim: string | null }>(sql`
    select e.motivo, e.fim from talentos_estabilidades e
    where e.registro_id = ${talentoId} and e.inicio <= ${dia} and (e.fim is null or e.fim >= ${dia}) and (${!soDaComissao} or e.motivo = 'CIPA')
    order by e.fim desc nulls first limit 1`);
  return {
    dataEstabilidade: row?.fim ?? null,
    motivo: row?.motivo ?? null,
    indeterminada: row !== undefined && row.fim === null,
  };
}
