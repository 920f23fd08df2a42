import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { tellAtEnd } from '#kit/history/reading.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';

/** The right to open plans. */
export const ABRE_PLANOS = 'ROLE_CAD_TABELA_REAJUSTE';

/** Whether somebody may see salaries. */
export const veSalario = (acting: Acting): boolean => acting.can('ROLE_VER_SALARIO');

/** Who is paid by their band or by an index, or how many are, is told to somebody who sees salaries: a reading. */
export function contaQueLeu(tx: Tx, acting: Acting): void {
  if (veSalario(acting)) tellAtEnd(tx, acting, { table: 'reajustes_colaboradores', columns: ['Salário'] });
}

/** Condition that lines by employee (over `alias`) are of visible talents; undefined: all are. */
export const linhasVisiveis = (acting: Acting, alias: Sql): Sql | undefined => {
  const areas = areasVisiveis(acting);
  return areas && sql`${alias}.colaborador_id in (select v.id from talentos v where v.area_atual_id in (${areas}))`;
};

/**
 * Whoever applies, cancels or removes a whole plan must see everybody in it; else answers with the sentence that says whom to ask
 * for `oQue` ('a aplicação').
 */
export async function talentosDeOutros(db: Queryable, acting: Acting, planoId: number, oQue: string): Promise<string | null> {
  const visiveis = linhasVisiveis(acting, sql`r`);
  if (!visiveis) return null;
  const outro = await db.one(
    sql`select 1 from reajustes_colaboradores r where r.tabela_reajuste_id = ${planoId} and not (${visiveis}) limit 1`,
  );
  return outro
    ? `O planejamento tem talentos de áreas pelas quais você não responde. Peça ${oQue} a quem vê todas as áreas.`
    : null;
}

export async function exigeTalentoVisivel(db: Queryable, acting: Acting, id: number): Promise<void> {
  const talento = await db.one(sql`
    select 1 from talentos t where t.id = ${id} and ${talentosVisiveis(acting)}`);
  if (!talento) throw refuse.invalid([{ field: 'colaborador', message: 'O registro selecionado não existe' }]);
}
