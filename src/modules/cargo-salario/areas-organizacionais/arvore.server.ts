import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { columnOf, listTable, quote } from '#kit/registry/names.server.ts';
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

/** Gives the area's responsibles to every area below it, in place of theirs. */
export async function replica(db: Queryable, area: number, lista: Lista): Promise<void> {
  const filhas = (await idsDoRamo(db, area)).filter((id) => id !== area);
  if (filhas.length === 0) return;
  const table = tabelaDe(lista);
  await db.query({ text: `delete from ${table} where registro_id = any($1::bigint[])`, values: [filhas] });
  await db.query({
    text: `insert into ${table} (registro_id, ordem, empresa_id, ${TALENTO}) select f.id, r.ordem, r.empresa_id, r.${TALENTO} from ${table} r cross join unnest($2::bigint[]) f(id) where r.registro_id = $1`,
    values: [area, filhas],
  });
}
