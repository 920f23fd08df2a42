import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';

/** Value of an index on a day; null before its first entry. Both arguments are SQL expressions. */
export const valorDoIndice = (indice: Sql, dia: Sql): Sql =>
  sql`(select ih.valor from indices_historicos ih where ih.registro_id = ${indice} and ih.data <= ${dia} order by ih.data desc limit 1)`;

/**
 * Value of a salary band on a day, as decimal. The last entry of type 2 (index × quantity, at the index's value of that day) or 3
 * (amount) counts; an entry of type 1 takes the value of the position, which has none, so the preceding entry stays in force.
 */
export const valorDaFaixa = (faixa: Sql, dia: Sql): Sql =>
  emVigor(
    sql`case fh.tipo when '3' then fh.valor else round(fh.quantidade * ${valorDoIndice(sql`fh.indice_id`, dia)}, 2) end`,
    faixa,
    dia,
  );

/** The index that a salary band follows on a day; null where it has an amount of its own. */
export const indiceDaFaixa = (faixa: Sql, dia: Sql): Sql => emVigor(sql`fh.indice_id`, faixa, dia);

/** What the entry `fh` says by which a band is paid on a day. */
const emVigor = (diz: Sql, faixa: Sql, dia: Sql): Sql =>
  sql`(select ${diz}
    from faixas_salariais_historicos fh
    where fh.registro_id = ${faixa} and fh.data <= ${dia} and fh.tipo <> '1' and coalesce(fh.status, 'C') <> 'X'
    order by fh.data desc, fh.id desc limit 1)`;

/**
 * What an entry pays on a day: 1 the band's value, 2 index × quantity, 3 the amount itself. The entry is a row (`alias`) of a talent's history, or anything
 * with its columns; the day is an SQL expression.
 */
export const salarioDe = (alias: Sql, dia: Sql): Sql =>
  sql`(case ${alias}.tipo_salario
    when '1' then ${valorDaFaixa(sql`${alias}.faixa_salarial_id`, dia)}
    when '2' then round(${alias}.quantidade_indice * ${valorDoIndice(sql`${alias}.indice_id`, dia)}, 2)
    else ${alias}.salario end)`;

/**
 * Locks the values of bands (`faixas`, with the indices that they follow) and of indices until the end of the transaction,
 * because a save is about to make somebody paid by them. Indices come before bands, in the order in which applying a realignment
 * locks them. Others may still refer to them meanwhile.
 */
export async function seguraValores(tx: Tx, faixas: readonly number[], indices: readonly number[]): Promise<void> {
  await tx.query(sql`
    with seguros as materialized (
      select i.id from indices i where i.id = any(${indices}::bigint[])
        or i.id in (select h.indice_id from faixas_salariais_historicos h where h.registro_id = any(${faixas}::bigint[])) order by i.id for share of i)
    select f.id from faixas_salariais f where (select count(*) from seguros) >= 0 and f.id = any(${faixas}::bigint[]) order by f.id for share of f`);
}

/** A way of paying that no entry has yet. */
interface FormaDePagar {
  tipo: '1' | '2' | '3';
  faixaSalarialId?: number | undefined;
  indiceId?: number | undefined;
  quantidade?: number | undefined;
  salario?: number | undefined;
  data?: string | undefined;
}

/** The answer of `salarioCalculado`. */
export const salarioAnswer = z.object({ salario: z.number().nullable() });

/** The salary of a way of paying, today or on its day; a band or an index of another company counts as none. */
export async function salarioCalculado(db: Queryable, acting: Acting, forma: FormaDePagar): Promise<{ salario: number | null }> {
  const daEmpresa = (tabela: Sql, id: number | undefined) =>
    sql`(select id from ${tabela} where id = ${id ?? null}::bigint and empresa_id = ${acting.empresaId})`;
  const row = await db.one<{ salario: number | null }>(sql`
    select ${salarioDe(sql`x`, sql`${forma.data ?? acting.today}::date`)}::float8 as salario from (
      select ${forma.tipo}::text as tipo_salario, ${daEmpresa(sql`faixas_salariais`, forma.faixaSalarialId)} as faixa_salarial_id,
        ${daEmpresa(sql`indices`, forma.indiceId)} as indice_id, ${forma.quantidade ?? null}::numeric as quantidade_indice,
        round(${forma.salario ?? null}::numeric, 2) as salario) x`);
  return { salario: row?.salario ?? null };
}

/**
 * Every band and index of some companies with its value on a day, each computed once: relations to join, with (id, cargo_id,
 * valor) and (id, valor). The grouping keeps PostgreSQL from computing a band's value for every person that it pays, and lets it
 * drop an unused left join. `quais` restricts either table.
 */
export const faixasNoDia = (quais: Sql, dia: Sql): Sql =>
  sql`(select f.id, f.cargo_id, ${valorDaFaixa(sql`f.id`, dia)} as valor from faixas_salariais f where ${quais} group by f.id)`;
export const indicesNoDia = (quais: Sql, dia: Sql): Sql =>
  sql`(select i.id, ${valorDoIndice(sql`i.id`, dia)} as valor from indices i where ${quais} group by i.id)`;
