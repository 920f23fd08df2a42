import sql, { type Sql } from 'sql-template-tag';
import { salarioDe } from './salario.server.ts';

/**
 * The pay of an entry of a talent's history on its first day, and of the preceding one on its last day. `h` and `p` are adjacent:
 * `p.ate = h.data`.
 */
export const pagoDepois = salarioDe(sql`h`, sql`h.data`);
export const pagoAntes = salarioDe(sql`p`, sql`h.data - 1`);

/**
 * The definition of a promotion, for every report and dashboard: an entry `h` with that reason and with more pay than the
 * preceding one (`p`), or another band for no less. A transfer, a correction or a step down is none, whatever the band; a raise
 * within the band is one if its reason says so.
 */
export const ehPromocao: Sql = sql`h.motivo = 'P' and (case
  when ${pagoDepois} > ${pagoAntes} then true when ${pagoDepois} < ${pagoAntes} then false else h.faixa_salarial_id <> p.faixa_salarial_id end)`;

/** H within the position, V to another one; by the positions of the two bands. */
export const tipoDaPromocao = (cargo: Sql, cargoAnterior: Sql): Sql =>
  sql`case when ${cargo} = ${cargoAnterior} then 'H' else 'V' end`;
