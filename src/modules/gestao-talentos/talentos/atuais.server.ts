import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { prepared } from '#kit/registry/list.server.ts';
import { salarioDe } from '#modules/cargo-salario/public.server.ts';

/**
 * Writes area, position, band, establishment, salary and situation in force on `hoje` beside the talents that `quais` selects (over alias `x`).
 * Run after a change of a history, of a band or of an index, and once a day for entries that begin on it. Unchanged records are not touched.
 */
export async function atualizaAtuais(db: Queryable, hoje: string, quais: Sql): Promise<void> {
  // The last entry that has begun; before the first, the first.
  const vigente = sql`order by (h.data <= x.dia) desc, abs(h.data - x.dia), h.id limit 1`;
  const salario = salarioDe(
    {
      tipo: sql`h.tipo_salario`,
      faixa: sql`h.faixa_salarial_id`,
      indice: sql`h.indice_id`,
      quantidade: sql`h.quantidade_indice`,
      salario: sql`h.salario`,
    },
    sql`x.dia`,
  );
  const update = sql`
    update talentos t set area_atual_id = a.area, cargo_atual_id = a.cargo, faixa_atual_id = a.faixa, estabelecimento_atual_id = a.estabelecimento,
      salario_atual = a.salario, situacao = a.situacao
    from (
      select x.id, h.area_organizacional_id as area, f.cargo_id as cargo, h.faixa_salarial_id as faixa, h.estabelecimento_id as estabelecimento,
        ${salario} as salario, case when x.data_desligamento < ${hoje}::date then 'D' else 'A' end as situacao
      from (select x.*, least(${hoje}::date, x.data_desligamento) as dia from talentos x where ${quais}) x
      left join lateral (select * from talentos_historicos h where h.registro_id = x.id ${vigente}) h on true
      left join faixas_salariais f on f.id = h.faixa_salarial_id
    ) a
    where t.id = a.id
      and (t.area_atual_id, t.cargo_atual_id, t.faixa_atual_id, t.estabelecimento_atual_id, t.salario_atual, t.situacao)
        is distinct from (a.area, a.cargo, a.faixa, a.estabelecimento, a.salario, a.situacao)`;
  await db.query(prepared(update.text, [...update.values]));
}

/** After the value of a band changed. */
export const atualizaPelaFaixa = (db: Queryable, hoje: string, faixa: number) =>
  atualizaAtuais(db, hoje, sql`x.faixa_atual_id = ${faixa}`);

/** After the value of an index changed: talents paid by it, and those whose band is. */
export const atualizaPeloIndice = (db: Queryable, hoje: string, indice: number) =>
  atualizaAtuais(
    db,
    hoje,
    sql`x.id in (select registro_id from talentos_historicos where indice_id = ${indice})
      or x.faixa_atual_id in (select registro_id from faixas_salariais_historicos where indice_id = ${indice})`,
  );
