import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { VER_SAUDE } from '../pessoa/sensiveis.ts';

export const estabilidadeAnswer = z.object({
  /** last day of the protection that ends last; null without a protection, or for one without an end yet */
  dataEstabilidade: z.iso.date().nullable(),
  motivo: z.string().nullable(),
  indeterminada: z.boolean(),
});
type Estabilidade = z.infer<typeof estabilidadeAnswer>;

/** The protection from dismissal that holds on `dia` and ends last; `soDaComissao` restricts it to the CIPA. */
async function estabilidadeEm(db: Queryable, talentoId: number, dia: string, soDaComissao = false): Promise<Estabilidade> {
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

/** The protection for a reader: the reason only for readers of health data, with a line in the trail. */
export async function estabilidadeVista(
  db: Queryable,
  acting: Acting,
  talentoId: number,
  dia: string,
  soDaComissao = false,
): Promise<Estabilidade> {
  const estabilidade = await estabilidadeEm(db, talentoId, dia, soDaComissao);
  if (!acting.can(VER_SAUDE)) return { ...estabilidade, motivo: null };
  if (estabilidade.motivo !== null)
    await tellHourly(db, acting, { table: 'talentos', id: talentoId, columns: ['Motivo da estabilidade'] });
  return estabilidade;
}
