import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { isOneOf } from '#kit/fields/by-name.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

interface Limite {
  quantidade: number;
  cargo: string;
  area: string | null;
}

/** Talents that occupy a place: dismissals and refused admissions have freed theirs. */
const OCUPAM = ['A', 'G', 'U'] as const;
export const ocupa = (situacao: unknown): boolean => isOneOf(OCUPAM, situacao);

/** The former place of a talent for the limit: none for somebody who is hired or returns. */
export const contavaEm = (talentoId: number, lugar?: { cargo: number | null; area: number | null }): Sql => sql`
  select ${talentoId}::bigint as talento_id, ${lugar?.cargo ?? null}::bigint as cargo_id, ${lugar?.area ?? null}::bigint as area_id`;

/**
 * Nobody enters a position beyond the limit of its area or of the company (`configuracoes-limite-colaborador`), by a hire, a
 * return, a move or a promotion. `antes` is a query of (talento_id, cargo_id, area_id) with the former places of the changed
 * talents; somebody who counted there already enters nothing. Checked after the change was written; two at once wait for each
 * other at the lock, so that the second one counts the first.
 */
export async function respeitaLimite(tx: Tx, empresaId: number, antes: Sql): Promise<void> {
  const existe = await tx.one<{ existe: boolean }>(
    prepared('select exists (select 1 from configuracoes_limite_colaborador where empresa_id = $1) as existe', [empresaId]),
  );
  if (!existe?.existe) return;
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('limite-colaborador'), ${empresaId}::int)`);
  const passado = await tx.one<Limite>(sql`
    with antes as materialized (${antes}),
    limites as (
      select g.area_organizacional_id as area_id, l.cargo_id, l.quantidade from configuracoes_limite_colaborador g
      join configuracoes_limite_colaborador_quantidades_por_cargo l on l.registro_id = g.id where g.empresa_id = ${empresaId}),
    entradas as (
      select distinct m.* from antes a join talentos t on t.id = a.talento_id and t.situacao = any(${OCUPAM})
      join limites m on m.cargo_id = t.cargo_atual_id and (m.area_id is null or m.area_id = t.area_atual_id)
      where (a.cargo_id = m.cargo_id and (m.area_id is null or a.area_id = m.area_id)) is not true)
    select e.quantidade, c.nome as cargo, r.nome as area from entradas e
    join cargos c on c.id = e.cargo_id left join areas_organizacionais r on r.id = e.area_id
    where e.quantidade < (
      select count(*) from talentos o where o.empresa_id = ${empresaId} and o.cargo_atual_id = e.cargo_id and o.situacao = any(${OCUPAM})
        and (e.area_id is null or o.area_atual_id = e.area_id))
    order by c.nome_ord limit 1`);
  if (passado)
    throw new Refusal(
      'LIMITE_COLABORADORES',
      `O limite de ${passado.quantidade} talento(s) no cargo ${passado.cargo} ${passado.area === null ? 'na empresa' : `na área ${passado.area}`} já foi atingido.`,
    );
}

export interface LimiteDoCargo {
  limite: number;
  ocupados: number;
  cargo: string;
  /** 'na empresa', or 'na área …' */
  onde: string;
  naArea: boolean;
}

/** The limit of a position for an area, or for the company, that leaves the fewest places; undefined: it has none. */
export const limiteDoCargo = (db: Queryable, empresaId: number, cargoId: number, areaId: number | null) =>
  db.one<LimiteDoCargo>(sql`
    select x.limite, x.ocupados, x.cargo, coalesce('na área ' || x.area, 'na empresa') as onde, x.area is not null as "naArea" from (
      select l.quantidade as limite, c.nome as cargo, r.nome as area,
        (select count(*)::int from talentos o where o.empresa_id = ${empresaId} and o.cargo_atual_id = l.cargo_id and o.situacao = any(${OCUPAM})
          and (g.area_organizacional_id is null or o.area_atual_id = g.area_organizacional_id)) as ocupados
      from configuracoes_limite_colaborador g join configuracoes_limite_colaborador_quantidades_por_cargo l on l.registro_id = g.id
      join cargos c on c.id = l.cargo_id left join areas_organizacionais r on r.id = g.area_organizacional_id
      where g.empresa_id = ${empresaId} and l.cargo_id = ${cargoId}
        and (g.area_organizacional_id is null or g.area_organizacional_id = ${areaId}::bigint)) x
    order by x.limite - x.ocupados, x.limite limit 1`);
