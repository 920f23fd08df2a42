import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
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
 * within the band is one if its reason says so. Whoever sees no salaries is told of those to another band, whatever is paid: that an
 * entry is a promotion, or is none, would tell how two amounts compare.
 */
export const ehPromocao = (acting: Acting): Sql => {
  const outraFaixa = sql`h.faixa_salarial_id <> p.faixa_salarial_id`;
  return acting.can('ROLE_VER_SALARIO')
    ? sql`h.motivo = 'P' and (case
        when ${pagoDepois} > ${pagoAntes} then true when ${pagoDepois} < ${pagoAntes} then false else ${outraFaixa} end)`
    : sql`h.motivo = 'P' and ${outraFaixa}`;
};

/** H within the position, V to another one; by the positions of the two bands. */
export const tipoDaPromocao = (cargo: Sql, cargoAnterior: Sql): Sql =>
  sql`case when ${cargo} = ${cargoAnterior} then 'H' else 'V' end`;
