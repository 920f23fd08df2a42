import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { RESPONSAVEIS, ramo, TALENTO } from '#modules/estrutura/public.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';

type Lista = keyof typeof RESPONSAVEIS;

/** The responsibles of an area, as the trail keeps them; the rows' ids distinguish old rows from their replacements. */
const quemResponde = (area: Sql, lista: Lista, linha: Sql): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('empresa', jsonb_build_object('id', e.id, 'nome', e.nome), 'colaboradorDTO', jsonb_build_object('id', p.id, 'nome', p.nome)) || ${linha} order by r.ordem), '[]')
  from ${raw(RESPONSAVEIS[lista])} r join empresas e on e.id = r.empresa_id join talentos p on p.id = r.${raw(TALENTO)} where r.registro_id = ${area})`;

/** Responsibles that one save passes on, those of all areas together: the trail of each area names them all. */
const MAIS_LINHAS = 20_000;

async function recusaLinhasDemais(tx: Tx, area: number, table: Sql, filhas: number): Promise<void> {
  const { n } = await tx.only<{ n: number }>(sql`select count(*)::int as n from ${table} where registro_id = ${area}`);
  if (n * filhas > MAIS_LINHAS)
    throw new Refusal(
      'AREAS_DEMAIS',
      `São ${n} pessoas em ${filhas.toLocaleString('pt-BR')} áreas abaixo desta, e de uma vez passam no máximo ${MAIS_LINHAS.toLocaleString('pt-BR')} ao todo. Passe-as por partes, a partir das áreas filhas.`,
      409,
    );
}

/**
 * Replaces the responsibles of every area below with those of the area. Responsibles see the area's people, so each changed area
 * gets a line in its trail, and somebody who has one of them open cannot save the former responsibles back.
 */
export async function replica(tx: Tx, acting: Acting, area: number, lista: Lista): Promise<void> {
  const table = raw(RESPONSAVEIS[lista]);
  const semId = (de: Sql) => quemResponde(de, lista, sql`'{}'::jsonb`);
  const mudam = await tx.query<{ id: number }>(sql`
    ${ramo(area)} select a.id from areas_organizacionais a
    where a.id in (select id from ramo where id <> ${area}) and ${semId(sql`a.id`)} <> ${semId(sql`${area}`)} order by a.id for no key update`);
  if (mudam.length === 0) return;
  await recusaLinhasDemais(tx, area, table, mudam.length);
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
