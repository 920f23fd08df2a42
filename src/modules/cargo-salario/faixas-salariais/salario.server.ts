import sql, { type Sql } from 'sql-template-tag';

/** Value of an index on a day; null before its first entry. Both arguments are SQL expressions. */
export const valorDoIndice = (indice: Sql, dia: Sql): Sql =>
  sql`(select ih.valor from indices_historicos ih where ih.registro_id = ${indice} and ih.data <= ${dia} order by ih.data desc limit 1)`;

/**
 * Value of a salary band on a day, as decimal. The last entry of type 2 (index × quantity, at the index's value of that day) or 3 (amount) counts;
 * an entry of type 1 leaves the value to the position, which has none of its own, so the one before it stays in force.
 */
export const valorDaFaixa = (faixa: Sql, dia: Sql): Sql =>
  sql`(select case fh.tipo when '3' then fh.valor else round(fh.quantidade * ${valorDoIndice(sql`fh.indice_id`, dia)}, 2) end
    from faixas_salariais_historicos fh
    where fh.registro_id = ${faixa} and fh.data <= ${dia} and fh.tipo <> '1' and coalesce(fh.status, 'C') <> 'X'
    order by fh.data desc, fh.id desc limit 1)`;

/** What an entry says: 1 the band's value, 2 index × quantity, 3 the amount itself. Every argument is an SQL expression. */
export const salarioDe = (de: { tipo: Sql; faixa: Sql; indice: Sql; quantidade: Sql; salario: Sql }, dia: Sql): Sql =>
  sql`(case ${de.tipo}
    when '1' then ${valorDaFaixa(de.faixa, dia)}
    when '2' then round(${de.quantidade} * ${valorDoIndice(de.indice, dia)}, 2)
    else ${de.salario} end)`;
