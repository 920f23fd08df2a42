import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { beforeCommit } from '#kit/db/before-commit.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { isImporting } from '#kit/import/apply.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { areasVisiveis, daAreaVisivel } from '#modules/estrutura/public.server.ts';

interface Limite {
  quantidade: number;
  cargo: string;
  area: string | null;
  dia: string;
}

/** Talents that occupy a place: dismissals and refused admissions have freed theirs. */
const OCUPAM = ['A', 'G', 'U'] as const;

const NENHUM_LUGAR = sql`
  select 0::bigint as talento_id, 0::bigint as cargo_id, 0::bigint as area_id, null::date as de, null::date as ate where false`;

interface Antes {
  id: number;
  situacao: string | null;
  dataDesligamento: string | null;
}

/** A talent's own columns for `lugares`, as they were. */
export const comoEra = ({ id, situacao, dataDesligamento }: Antes): Sql => sql`
  (select ${id}::bigint as id, ${situacao}::text as situacao, ${dataDesligamento}::date as data_desligamento)`;

/**
 * The places that talents occupy over time, those dated ahead too: `talento_id, cargo_id, area_id, de`, and `ate`, the first day on
 * which they no longer do. `quem` is a relation (id, situacao, data_desligamento), `historicos` one with the columns of
 * `talentos_historicos` whose `registro_id` is the talent.
 */
export const lugares = (quem: Sql, historicos: Sql): Sql => sql`
  select q.id as talento_id, f.cargo_id, h.area_organizacional_id as area_id, h.data as de, least(h.proxima, q.data_desligamento + 1) as ate
  from ${quem} q
  cross join lateral (select h.*, lead(h.data) over (order by h.data, h.id) as proxima from ${historicos} h where h.registro_id = q.id) h
  join faixas_salariais f on f.id = h.faixa_salarial_id
  where q.situacao = any(${OCUPAM})`;

const AOS_OLHOS = Symbol('aos olhos');

/** By whose sight the limit is asked, and who leaves as they know. */
interface Olhos {
  acting: Acting;
  saem: readonly number[];
}

/**
 * Somebody who saves a talent with lent rights, and asks the limit by their own sight. They know that these talents leave: their places are free
 * as of the day after.
 */
export const aosOlhosDe = (acting: Acting, emprestado: Acting, saem: readonly number[]): Acting & { [AOS_OLHOS]: Olhos } => ({
  ...emprestado,
  [AOS_OLHOS]: { acting, saem },
});

const olhosDe = (acting: Acting & { [AOS_OLHOS]?: Olhos }): Olhos => acting[AOS_OLHOS] ?? { acting, saem: [] };

/**
 * Nobody enters a position beyond the limit of its area or of the company (`configuracoes-limite-colaborador`), by a hire, a
 * return, a move or a promotion, today or on a day ahead. `quem` is a query of the ids of the changed talents, and `antes` one of
 * the `lugares` that they had: somebody who counted there on that day already enters nothing. Checked after the change was written;
 * two at once wait for each other at the lock, so that the second one counts the first. Who stays where they were waits for nobody.
 * People in areas that the actor does not see keep the place of today too: when they leave is not for the actor to learn, nor on which day the
 * limit is reached. An import judges each row as it finds the others, and takes the lock at its end, where all that it changed are judged again.
 */
export async function respeitaLimite(tx: Tx, quemSalva: Acting, quem: Sql, antes: Sql = NENHUM_LUGAR): Promise<void> {
  const { acting } = olhosDe(quemSalva);
  const { mudados, eram } = await tx.only<Entrada>(sql`with ${comecosDe(acting, quem, antes)}
    select case when exists (select * from agora except select * from antes) then array_to_json(array(select * from mudados)) end as mudados,
      (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from antes a) as eram`);
  if (!mudados) return;
  const espera = () => tx.query(sql`select pg_advisory_xact_lock(hashtext('limite-colaborador'), ${acting.empresaId}::int)`);
  const depois = isImporting(quemSalva) && !acting.trial;
  if (!depois && !acting.trial) await espera();
  await julgaLimite(tx, quemSalva, quem, antes);
  if (!depois) return;
  const importados = porTransacao.get(tx) ?? new Map<number, Lugar[]>();
  porTransacao.set(tx, importados);
  for (const id of mudados)
    if (!importados.has(id))
      importados.set(
        id,
        eram.filter((lugar) => lugar.talento_id === id),
      );
  await beforeCommit(tx, 'limite-colaborador', async () => {
    await espera();
    const lidos = sql`select * from jsonb_to_recordset(${JSON.stringify([...importados.values()].flat())}::jsonb)
      as x(talento_id bigint, cargo_id bigint, area_id bigint, de date, ate date)`;
    await julgaLimite(tx, quemSalva, sql`select unnest(${[...importados.keys()]}::bigint[])`, lidos);
  });
}

interface Lugar {
  talento_id: number;
}
interface Entrada {
  /** the changed talents, if one of them enters a position that has a limit */
  mudados: number[] | null;
  eram: Lugar[];
}
/** Who entered in an import, and the places that they had. */
const porTransacao = new WeakMap<Tx, Map<number, Lugar[]>>();

const comecosDe = ({ empresaId, today }: Acting, quem: Sql, antes: Sql): Sql => sql`
    limites as (
      select g.area_organizacional_id as area_id, l.cargo_id, l.quantidade from configuracoes_limite_colaborador g
      join configuracoes_limite_colaborador_quantidades_por_cargo l on l.registro_id = g.id where g.empresa_id = ${empresaId}),
    antes as materialized (${antes}),
    mudados as materialized (${quem}),
    agora as materialized (
      select * from (${lugares(sql`(select * from talentos where id in (select * from mudados))`, sql`talentos_historicos`)}) l
      where cargo_id in (select cargo_id from limites) and (ate is null or ate > ${today}::date))`;

async function julgaLimite(tx: Tx, quemSalva: Acting, quem: Sql, antes: Sql): Promise<void> {
  const { acting, saem } = olhosDe(quemSalva);
  const { empresaId, today } = acting;
  const ocupantes = sql`(
    select * from talentos where empresa_id = ${empresaId} and id in (
      select h.registro_id from talentos_historicos h join faixas_salariais f on f.id = h.faixa_salarial_id
      where f.cargo_id in (select cargo_id from agora) and (h.ate is null or h.ate > ${today}::date)))`;
  const passado = await tx.one<Limite>(sql`
    with ${comecosDe(acting, quem, antes)},
    -- Everybody in the positions that the changed talents have from today on.
    todos as materialized (
      select * from (${lugares(ocupantes, sql`talentos_historicos`)}) l
      where cargo_id in (select cargo_id from agora) and (ate is null or ate > ${today}::date)
      union all
      select t.id, t.cargo_atual_id, t.area_atual_id, '-infinity', null from talentos t
      where t.empresa_id = ${empresaId} and t.situacao = any(${OCUPAM}) and t.cargo_atual_id in (select cargo_id from agora)
        and not ${daAreaVisivel(acting, sql`t.area_atual_id`)} and t.id not in (select * from mudados)
        and t.id <> all(${[...saem]}::bigint[])),
    -- Somebody enters, or is joined by another, on these days alone.
    dias as (select greatest(de, ${today}::date) as dia from todos union select ate from antes where ate > ${today}::date),
    entradas as (
      select distinct m.*, d.dia from agora a join limites m on m.cargo_id = a.cargo_id and (m.area_id is null or m.area_id = a.area_id)
      join dias d on d.dia >= a.de and (a.ate is null or d.dia < a.ate)
      where not exists (select from antes p where p.talento_id = a.talento_id and p.cargo_id = m.cargo_id
        and (m.area_id is null or p.area_id = m.area_id) and d.dia >= p.de and (p.ate is null or d.dia < p.ate)))
    select e.quantidade, c.nome as cargo, r.nome as area, e.dia::text as dia from entradas e
    join cargos c on c.id = e.cargo_id left join areas_organizacionais r on r.id = e.area_id
    where e.quantidade < (
      select count(distinct o.talento_id) from todos o where o.cargo_id = e.cargo_id and (e.area_id is null or o.area_id = e.area_id)
        and e.dia >= o.de and (o.ate is null or e.dia < o.ate))
    order by e.dia, c.nome_ord limit 1`);
  if (!passado) return;
  const { quantidade, cargo, area, dia } = passado;
  const atingido =
    dia === today
      ? 'já foi atingido'
      : areasVisiveis(acting)
        ? 'não deixa este lugar'
        : `já estará atingido em ${formatDate(dia)}`;
  throw new Refusal(
    'LIMITE_COLABORADORES',
    `O limite de ${quantidade} talento(s) no cargo ${cargo} ${area === null ? 'na empresa' : `na área ${area}`} ${atingido}.`,
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
