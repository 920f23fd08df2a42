import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { columnOf, listTable, quote } from '#kit/registry/names.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { areasOrganizacionais } from './areas-organizacionais.registry.ts';

/** How levels are joined in the text of the hierarchy. */
const SEPARADOR = ' > ';

/** The area and all that stands below it, over a company's own areas. */
const ramo = (area: number): Sql => sql`
  with recursive ramo as (
    select id, 0 as nivel from areas_organizacionais where id = ${area}
    union
    select filha.id, ramo.nivel + 1 from ramo join areas_organizacionais filha on filha.area_mae_id = ramo.id
  )`;

/** What a filter by areas means, in reports and dashboards alike: they and all that stands below them; none chosen lets every one through. */
export const nosRamos = (area: Sql, ids: readonly number[] | null | undefined): Sql =>
  ids?.length
    ? sql`${area} = any(array(
        with recursive ramo as (
          select id from areas_organizacionais where id = any(${[...ids]}::bigint[])
          union select filha.id from ramo join areas_organizacionais filha on filha.area_mae_id = ramo.id
        ) select id from ramo))`
    : sql`true`;

/** Ids of the area and of all that stands below it. */
export async function idsDoRamo(db: Queryable, area: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`${ramo(area)} select id from ramo`);
  return rows.map(({ id }) => id);
}

/** Writes the text of the hierarchy of the area and of all that stands below it. */
export async function descreveRamo(db: Queryable, area: number): Promise<void> {
  await db.query(sql`
    with recursive ramo as (
      select a.id, coalesce(mae.descricao_hierarquia || ${SEPARADOR}, '') || a.nome as texto
      from areas_organizacionais a left join areas_organizacionais mae on mae.id = a.area_mae_id where a.id = ${area}
      union all
      select filha.id, ramo.texto || ${SEPARADOR} || filha.nome from ramo join areas_organizacionais filha on filha.area_mae_id = ramo.id
    )
    update areas_organizacionais a set descricao_hierarquia = ramo.texto from ramo
    where a.id = ramo.id and a.descricao_hierarquia is distinct from ramo.texto`);
}

type Lista = 'empresaEResponsaveis' | 'empresaECoresponsaveis';

/** Name of the table that holds who answers for areas, and of its column for the person. */
export const tabelaDe = (lista: Lista) => quote(listTable(areasOrganizacionais, lista));
export const TALENTO = quote(
  columnOf('colaboradorDTO', areasOrganizacionais.fields.empresaEResponsaveis.fields?.colaboradorDTO as never),
);

/** Who answers for an area, as the trail keeps it; the rows' own ids tell what was there from what came instead. */
const quemResponde = (area: Sql, lista: Lista, linha: Sql): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('empresa', jsonb_build_object('id', e.id, 'nome', e.nome), 'colaboradorDTO', jsonb_build_object('id', p.id, 'nome', p.nome)) || ${linha} order by r.ordem), '[]')
  from ${raw(tabelaDe(lista))} r join empresas e on e.id = r.empresa_id join talentos p on p.id = r.${raw(TALENTO)} where r.registro_id = ${area})`;

/**
 * Gives the area's responsibles to every area below it, in place of theirs. Whoever answers for an area sees its people: each area that changes says so in
 * its trail, and whoever has it open does not save the former ones back.
 */
export async function replica(tx: Tx, acting: Acting, area: number, lista: Lista): Promise<void> {
  const table = raw(tabelaDe(lista));
  const semId = (de: Sql) => quemResponde(de, lista, sql`'{}'::jsonb`);
  const mudam = await tx.query<{ id: number }>(sql`
    ${ramo(area)} select a.id from areas_organizacionais a
    where a.id in (select id from ramo where id <> ${area}) and ${semId(sql`a.id`)} <> ${semId(sql`${area}`)} order by a.id for update`);
  if (mudam.length === 0) return;
  const filhas = mudam.map(({ id }) => id);
  await auditaConjunto(
    tx,
    acting,
    'areas_organizacionais',
    'A',
    sql`
    select f.id as registro_id, jsonb_build_object(${lista}::text,
      jsonb_build_array(${quemResponde(sql`f.id`, lista, sql`jsonb_build_object('id', r.id)`)}, ${semId(sql`${area}`)})) as mudancas
    from unnest(${filhas}::bigint[]) f(id)`,
  );
  await tx.query(sql`delete from ${table} where registro_id = any(${filhas}::bigint[])`);
  await tx.query(sql`
    insert into ${table} (registro_id, ordem, empresa_id, ${raw(TALENTO)}) select f.id, r.ordem, r.empresa_id, r.${raw(TALENTO)}
    from ${table} r cross join unnest(${filhas}::bigint[]) f(id) where r.registro_id = ${area}`);
  await tx.query(sql`update areas_organizacionais set versao = versao + 1 where id = any(${filhas}::bigint[])`);
}
