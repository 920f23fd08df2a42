import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { ORDEM, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';

/** Lines that a request works on itself; more becomes a task. */
export const LINHAS_NA_HORA = 2_000;

/** The tables that so many lines write to. */
export const ESCRITAS = ['talentos', 'talentos_historicos'];

/** How many lines of each kind a plan has. */
export async function linhasDoPlano(db: Queryable, id: number): Promise<Record<TipoDeLinha, number>> {
  const contagens = { I: 0, F: 0, C: 0 };
  for (const tipo of ORDEM) {
    const row = await db.one<{ n: number }>(
      sql`select count(*)::int as n from ${raw(tiposDeLinha[tipo].tabela)} where tabela_reajuste_id = ${id}`,
    );
    contagens[tipo] = row?.n ?? 0;
  }
  return contagens;
}

/** Whether the plan's lines of these kinds are too many for a request. */
export async function saoMuitas(db: Queryable, id: number, tipos: readonly TipoDeLinha[] = ORDEM): Promise<boolean> {
  const linhas = await linhasDoPlano(db, id);
  return tipos.reduce((soma, tipo) => soma + linhas[tipo], 0) > LINHAS_NA_HORA;
}
