import sql, { type Sql } from 'sql-template-tag';
import { salarioDe } from './salario.server.ts';

/** What an entry of a talent's history paid on its first day, and the one before it on its last. `h` and `p` follow each other: `p.ate = h.data`. */
export const pagoDepois = salarioDe(sql`h`, sql`h.data`);
export const pagoAntes = salarioDe(sql`p`, sql`h.data - 1`);

/**
 * What a promotion is, for every report and dashboard: an entry `h` whose reason says so and that brings more pay than the one before it (`p`), or another
 * band for no less. A transfer, a correction or a step down is none, whatever band it leads to; a raise within the band is one when it is called so.
 */
export const ehPromocao: Sql = sql`h.motivo = 'P' and (case
  when ${pagoDepois} > ${pagoAntes} then true when ${pagoDepois} < ${pagoAntes} then false else h.faixa_salarial_id <> p.faixa_salarial_id end)`;

/** H within the position, V to another one; by the positions of the two bands. */
export const tipoDaPromocao = (cargo: Sql, cargoAnterior: Sql): Sql =>
  sql`case when ${cargo} = ${cargoAnterior} then 'H' else 'V' end`;
