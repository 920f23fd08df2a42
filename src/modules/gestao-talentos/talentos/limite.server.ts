import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { beforeCommit } from '#kit/db/before-commit.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
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
 * the `lugares` that they had: somebody who counted there on that day already enters nothing. Checked after the change was written, and once
 * more at the end of the transaction behind a lock, so that of two at once the second one counts the first, and a long transaction holds nobody up. Who stays where they were waits for nobody.
 * People in areas that the actor does not see keep the place of today too: when they leave is not for the actor to learn, nor on which day the
 * limit is reached.
 */
export async function respeitaLimite(tx: Tx, quemSalva: Acting, quem: Sql, antes: Sql = NENHUM_LUGAR): Promise<void> {
  const { acting, saem } = olhosDe(quemSalva);
  const { mudados, eram } = await tx.only<Entrada>(sql`with ${comecosDe(acting, quem, antes)}
    select case when exists (select * from agora except select * from antes) then array_to_json(array(select * from mudados)) end as mudados,
      (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from antes a) as eram`);
  if (!mudados) return;
  await julgaLimite(tx, acting, saem, quem, antes);
  if (acting.trial) return;
  const entraram = porTransacao.get(tx) ?? { lugares: new Map<number, Lugar[]>(), saem: new Set<number>() };
  porTransacao.set(tx, entraram);
  for (const id of saem) entraram.saem.add(id);
  const novos = new Map(mudados.filter((id) => !entraram.lugares.has(id)).map((id) => [id, [] as Lugar[]]));
  for (const lugar of eram) novos.get(lugar.talento_id)?.push(lugar);
  for (const [id, tinha] of novos) entraram.lugares.set(id, tinha);
  await beforeCommit(tx, 'limite-colaborador', async () => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('limite-colaborador'), ${acting.empresaId}::int)`);
    const lidos = sql`select * from jsonb_to_recordset(${JSON.stringify([...entraram.lugares.values()].flat())}::jsonb)
      as x(talento_id bigint, cargo_id bigint, area_id bigint, de date, ate date)`;
    await julgaLimite(tx, acting, [...entraram.saem], sql`select unnest(${[...entraram.lugares.keys()]}::bigint[])`, lidos);
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
/** Who entered in a transaction, the places that they had, and who leaves. */
interface Entraram {
  lugares: Map<number, Lugar[]>;
  saem: Set<number>;
}
const porTransacao = new WeakMap<Tx, Entraram>();

const comecosDe = ({ empresaId, today }: Acting, quem: Sql, antes: Sql): Sql => sql`
    antes as materialized (${antes}),
    mudados as materialized (${quem}),
    agora as materialized (
      select * from (${lugares(sql`(select * from talentos where id in (select * from mudados))`, sql`talentos_historicos`)}) l
      where (ate is null or ate > ${today}::date) and (
        select true from configuracoes_limite_colaborador_quantidades_por_cargo q join configuracoes_limite_colaborador g on g.id = q.registro_id
        where q.cargo_id = l.cargo_id and g.empresa_id = ${empresaId} limit 1))`;

/** The places of a relation, with the `id` of each limit for which one counts: each half is joined by equality alone. */
const contadosEm = (lugares: 'agora' | 'antes' | 'todos'): Sql => sql`(
      select m.id, p.* from limites m join ${raw(lugares)} p on p.cargo_id = m.cargo_id and p.area_id = m.area_id
      union all select m.id, p.* from limites m join ${raw(lugares)} p on p.cargo_id = m.cargo_id where m.area_id is null)`;

async function julgaLimite(tx: Tx, acting: Acting, saem: readonly number[], quem: Sql, antes: Sql): Promise<void> {
  const { empresaId, today } = acting;
  const ocupantes = sql`(
    select * from talentos where empresa_id = ${empresaId} and id in (
      select h.registro_id from talentos_historicos h join faixas_salariais f on f.id = h.faixa_salarial_id
      where f.cargo_id in (select cargo_id from agora) and (h.ate is null or h.ate > ${today}::date)))`;
  const passado = await tx.one<Limite>(sql`
    with ${comecosDe(acting, quem, antes)},
    -- The limits for which a changed talent counts: no other can be passed, however many the company has.
    limites as materialized (
      select l.id, g.area_organizacional_id as area_id, l.cargo_id, l.quantidade from configuracoes_limite_colaborador g
      join configuracoes_limite_colaborador_quantidades_por_cargo l on l.registro_id = g.id
      where g.empresa_id = ${empresaId} and l.cargo_id = any(array(select distinct cargo_id from agora)) and (g.area_organizacional_id is null
        or (l.cargo_id, g.area_organizacional_id) in (select cargo_id, area_id from agora))),
    -- Everybody in the positions that the changed talents have from today on.
    todos as materialized (
      select * from (${lugares(ocupantes, sql`talentos_historicos`)}) l
      where cargo_id in (select cargo_id from agora) and (ate is null or ate > ${today}::date)
      union all
      select t.id, t.cargo_atual_id, t.area_atual_id, '-infinity', null from talentos t
      where t.empresa_id = ${empresaId} and t.situacao = any(${OCUPAM}) and t.cargo_atual_id in (select cargo_id from agora)
        and not ${daAreaVisivel(acting, sql`t.area_atual_id`)} and t.id not in (select * from mudados)
        and t.id <> all(${saem}::bigint[])),
    -- The days on which each talent counts for a limit.
    dias_de_todos as (
      select o.id, o.talento_id, range_agg(daterange(greatest(o.de, ${today}::date), o.ate)) as dias
      from ${contadosEm('todos')} o where o.ate is null or o.ate > greatest(o.de, ${today}::date) group by 1, 2),
    mudancas_de_quantos as (
      select t.id, lower(q) as dia, 1 as mais from dias_de_todos t, unnest(t.dias) q
      union all select t.id, upper(q), -1 from dias_de_todos t, unnest(t.dias) q where not upper_inf(q)),
    quantos as (
      select id, dia, lead(dia) over (partition by id order by dia) as ate, sum(sum(mais)) over (partition by id order by dia) as ocupados
      from mudancas_de_quantos group by id, dia),
    cheios as (
      select m.id, range_agg(daterange(q.dia, q.ate)) as dias from limites m join quantos q on q.id = m.id and q.ocupados > m.quantidade group by 1),
    -- The days on which a changed talent counts and did not before.
    contavam as (
      select p.id, p.talento_id, range_agg(daterange(p.de, p.ate)) as dias
      from ${contadosEm('antes')} p where p.ate is null or p.ate > p.de group by 1, 2),
    contam as (
      select a.id, a.talento_id, range_agg(daterange(a.de, a.ate)) as dias
      from ${contadosEm('agora')} a where a.ate is null or a.ate > a.de group by 1, 2),
    entradas as (
      select id, lower(c.dias * (n.dias - coalesce(v.dias, '{}'::datemultirange))) as dia
      from contam n join cheios c using (id) left join contavam v using (id, talento_id))
    select m.quantidade, c.nome as cargo, r.nome as area, e.dia::text as dia from entradas e join limites m using (id)
    join cargos c on c.id = m.cargo_id left join areas_organizacionais r on r.id = m.area_id
    where e.dia is not null order by e.dia, c.nome_ord limit 1`);
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
