import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { areasVisiveis, nosRamos, RESPONSAVEIS, TALENTO } from '#modules/estrutura/public.server.ts';
import { meusVinculos, naFatia, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { nomeadoNoQuadro } from '../desempenho/avaliados.server.ts';
import { paresContaveis } from '../desempenho/pares.server.ts';
import type { Limites } from './ninebox.rules.ts';

/** What decides where the people of a nine-box stand. */
export interface Quadro extends Limites {
  id: number;
  nome: string;
  data: string;
  situacao: 'E' | 'F';
  /** its evaluations that are concluded, and all of them */
  concluidas: number[];
  avaliacoes: number[];
}

/** A nine-box of the session's company; a 404 for another one. */
export async function quadroDe(db: Queryable, { empresaId }: Acting, id: number): Promise<Quadro> {
  const quadro = await db.one<Quadro>(sql`
    select n.id, n.nome, n.data, n.situacao,
      n.percentual_baixo_potencial as "percentualBaixoPotencial", n.percentual_alto_potencial as "percentualAltoPotencial",
      n.percentual_baixo_desempenho as "percentualBaixoDesempenho", n.percentual_alto_desempenho as "percentualAltoDesempenho",
      array(select x.alvo_id from ninebox_avaliacoes_desempenho x where x.registro_id = n.id order by x.ordem) as avaliacoes,
      array(select x.alvo_id from ninebox_avaliacoes_desempenho x join avaliacoes_desempenho e on e.id = x.alvo_id
        where x.registro_id = n.id and e.situacao = 'C' order by x.ordem) as concluidas
    from ninebox n where n.id = ${id} and n.empresa_id = ${empresaId}`);
  if (!quadro) throw refuse.notFound();
  return quadro;
}

/** The same, where a report's one statement reads it. */
type EmSql<T> = { [K in keyof T]: T[K] | Sql };
type Lugares = EmSql<Pick<Quadro, 'id' | 'concluidas' | keyof Limites>>;

/** The nine-box of `id` in SQL. */
export const quadroEmSql = (id: Sql): Lugares => {
  const doNineBox = (coluna: string) => sql`(select n.${raw(coluna)} from ninebox n where n.id = ${id})`;
  return {
    id,
    percentualBaixoPotencial: doNineBox('percentual_baixo_potencial'),
    percentualAltoPotencial: doNineBox('percentual_alto_potencial'),
    percentualBaixoDesempenho: doNineBox('percentual_baixo_desempenho'),
    percentualAltoDesempenho: doNineBox('percentual_alto_desempenho'),
    concluidas: sql`array(select x.alvo_id from ninebox_avaliacoes_desempenho x join avaliacoes_desempenho e on e.id = x.alvo_id
      where x.registro_id = ${id} and e.situacao = 'C')`,
  };
};

/** `caixaDe` of ninebox.rules.ts in SQL; a test compares them. */
export const caixaEmSql = (
  desempenho: Sql,
  potencial: Sql,
  { percentualBaixoPotencial, percentualAltoPotencial, percentualBaixoDesempenho, percentualAltoDesempenho }: EmSql<Limites>,
): Sql => sql`(
  3 * (case when ${potencial} <= ${percentualBaixoPotencial}::int then 2 when ${potencial} <= ${percentualAltoPotencial}::int then 1 else 0 end)
  + (case when ${desempenho} <= ${percentualBaixoDesempenho}::int then 1 when ${desempenho} <= ${percentualAltoDesempenho}::int then 2 else 3 end))`;

/**
 * Whom the actor sees: the people of their areas, without themselves. Where somebody stands is told to them by their manager, whatever
 * rights they have (ADR 90).
 */
const visiveis = (acting: Acting): Sql =>
  areasVisiveis(acting) ? sql`join talentos t on t.id = a.colaborador_id and ${talentosVisiveis(acting)}` : sql``;
const outros = (acting: Acting): Sql => sql`a.colaborador_id not in (${meusVinculos(acting)})`;

/** The number of the last move of somebody whom the actor sees; 0: none. */
export async function ultimoMovimento(db: Queryable, acting: Acting, id: number): Promise<number> {
  const { ultimo } = await db.only<{ ultimo: number }>(sql`
    select coalesce(max(a.id), 0) as ultimo from movimentos_nine_box a ${visiveis(acting)} where a.nine_box_id = ${id} and ${outros(acting)}`);
  return ultimo;
}

export interface Recorte {
  /** the key of a slice of areas (`nivelDe`) */
  fatia?: string | undefined;
  avaliadosIds?: readonly number[] | null | undefined;
  avaliadoresIds?: readonly number[] | null | undefined;
  areasIds?: readonly number[] | null | undefined;
  soAreas?: boolean | undefined;
}

const noRecorte = ({ fatia, avaliadosIds, avaliadoresIds, areasIds, soAreas }: Recorte, acting: Acting): Sql => sql`
  ${nosRamos(sql`a.area_id`, areasIds, soAreas)} and
  ${fatia === undefined ? sql`true` : naFatia(sql`a.area_id`, fatia)}
  and ${avaliadosIds?.length ? sql`a.colaborador_id = any(${[...avaliadosIds]}::bigint[])` : sql`true`}
  and ${
    avaliadoresIds?.length
      ? sql`exists (select 1 from ${paresContaveis(acting)} q join avaliacoes_desempenho d on d.id = q.avaliacao_desempenho_id
          where d.id = a.avaliacao_desempenho_id and ${nomeadoNoQuadro(acting, sql`q.tipo`)} and q.avaliado_id = a.colaborador_id and q.avaliador_id = any(${[...avaliadoresIds]}::bigint[]))`
      : sql`true`
  }`;

/**
 * Where everybody stands whom the actor may see: one row a person, with the box by the notes (`calculada`), the present one
 * (`caixa`) and the number of the last move (`passo`, 0: never moved). Notes have one decimal, as they are shown; `offset 0` lets
 * them be rounded once a person.
 */
export function posicoes(quadro: Lugares, acting: Acting, recorte: Recorte = {}): Sql {
  const { id, concluidas } = quadro;
  const umaSo = Array.isArray(concluidas) && concluidas.length < 2;
  const calculada = caixaEmSql(sql`p.desempenho`, sql`p.potencial`, quadro);
  return sql`
    select p.*, ${calculada} as calculada, coalesce(m.para, ${calculada}) as caixa, coalesce(m.passo, 0) as passo
    from (
      select ${umaSo ? sql`` : sql`distinct on (a.colaborador_id)`} a.id, a.colaborador_id, a.avaliacao_desempenho_id, a.area_id, a.cargo_id,
        round(a.desempenho, 1)::float8 as desempenho, round(a.potencial, 1)::float8 as potencial
      from avaliados_desempenho a ${umaSo ? sql`` : sql`join avaliacoes_desempenho e on e.id = a.avaliacao_desempenho_id`} ${visiveis(acting)}
      where a.empresa_id = ${acting.empresaId} and a.avaliacao_desempenho_id = any(${concluidas}::bigint[])
        and a.desempenho is not null and a.potencial is not null and ${outros(acting)} and ${noRecorte(recorte, acting)}
      ${umaSo ? sql`offset 0` : sql`order by a.colaborador_id, e.data_fim desc, e.id desc`}
    ) p
    left join (
      select distinct on (colaborador_id) colaborador_id, para, passo from movimentos_nine_box where nine_box_id = ${id}
      order by colaborador_id, passo desc
    ) m on m.colaborador_id = p.colaborador_id`;
}

/** How many people the evaluations have, with and without notes on both axes. */
export const quantosAvaliados = ({ concluidas }: Quadro, acting: Acting): Sql => sql`
  select count(${concluidas.length < 2 ? sql`*` : sql`distinct a.colaborador_id`})::int as n from avaliados_desempenho a ${visiveis(acting)}
  where a.avaliacao_desempenho_id = any(${concluidas}::bigint[]) and ${outros(acting)}`;

/**
 * The manager of each person `p` of `posicoes`, as `g.gestor`: the one who evaluated them as leader, or who answers for their
 * area.
 */
export const comGestor = ({ concluidas }: Pick<Quadro, 'concluidas'>, acting: Acting): Sql => sql`
  left join (
    select distinct on (avaliacao_desempenho_id, avaliado_id) avaliacao_desempenho_id, avaliado_id, avaliador_id
    from ${paresContaveis(acting)} x where tipo = 'L' and avaliacao_desempenho_id = any(${concluidas}::bigint[])
    order by avaliacao_desempenho_id, avaliado_id, peso desc, avaliador_id
  ) l on l.avaliacao_desempenho_id = p.avaliacao_desempenho_id and l.avaliado_id = p.colaborador_id
  left join (
    select distinct on (registro_id) registro_id, ${raw(TALENTO)} as talento from ${raw(RESPONSAVEIS.empresaEResponsaveis)}
    where registro_id in (select id from areas_organizacionais where empresa_id = ${acting.empresaId}) order by registro_id, ordem
  ) r on r.registro_id = p.area_id
  cross join lateral (select coalesce(l.avaliador_id, r.talento) as gestor) g`;
