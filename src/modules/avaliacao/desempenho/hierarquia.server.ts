import { createHmac } from 'node:crypto';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { installationSecret } from '#kit/files/secrets.server.ts';
import { among } from '#kit/query/among.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { nosRamos, RESPONSAVEIS, TALENTO } from '#modules/estrutura/public.server.ts';
import { meusVinculos, TRABALHA, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import type { Avaliacao } from './avaliados.server.ts';
import { MAIS_PARES, MAXIMO_USUAL } from './montagem.ts';
import { type Papel, papeisDe } from './papeis.ts';
import { PARES } from './pares.server.ts';

/** A choice of participants, as the form judges it. */
export interface Montagem {
  alcance: 'L' | 'F' | 'J';
  talentos: readonly number[];
  areas: readonly number[];
  soAreas: boolean;
  estabelecimentos: readonly number[];
  cargos: readonly number[];
  autoavaliacao: boolean;
  lider: boolean;
  pares: boolean;
  subordinados: boolean;
  maximo: number | null;
  avaliadores: readonly number[];
  papel: Papel | null;
}

/** Talents (`t`) whom a choice evaluates: who works here, and is seen by whoever chooses; of them `so` these. */
export function escolhidos(acting: Acting, { id }: Pick<Avaliacao, 'id'>, montagem: Montagem, so?: readonly number[]): Sql {
  const { alcance, talentos, areas, soAreas, estabelecimentos, cargos } = montagem;
  const quais = {
    L: [sql`t.id = any(${[...talentos]}::bigint[])`],
    F: [
      nosRamos(sql`t.area_atual_id`, areas, soAreas),
      among(sql`t.estabelecimento_atual_id`, estabelecimentos),
      among(sql`t.cargo_atual_id`, cargos),
    ],
    J: [sql`t.id in (select colaborador_id from avaliados_desempenho where avaliacao_desempenho_id = ${id})`],
  }[alcance];
  const destes = so ? [sql`t.id = any(${[...so]}::bigint[])`] : [];
  return join([talentosVisiveis(acting), TRABALHA, ...quais, ...destes], ' and ');
}

/** An evaluation 1.0 has no role but evaluator, so its leaders are evaluators, too. */
const papelNa = (papel: Papel, avaliacao: Avaliacao): Papel | undefined => {
  const permitidos = papeisDe(avaliacao);
  if (permitidos.includes(papel)) return papel;
  return avaliacao.tipo === '1.0' && papel === 'L' ? 'R' : undefined;
};

const responsaveis = raw(RESPONSAVEIS.empresaEResponsaveis);
const corresponsaveis = raw(RESPONSAVEIS.empresaECoresponsaveis);
const talento = raw(TALENTO);

/** The sources of pairs, the nearest role first. */
const [PROPRIO, LIDER, SUBORDINADO, PAR, OUTRO] = [1, 2, 3, 4, 5];

interface Fontes {
  /** what the sources are read from */
  comuns: Sql;
  /** rows (avaliado_id, avaliador_id, tipo, ordem); a pair may come in several roles */
  linhas: Sql;
}

/** Of so many times as many as evaluate somebody these are drawn, so that a group of thousands is not sorted for each of them. */
const SORTEIO = 4;

/** What an evaluation is drawn by: nobody computes it from ids, and names that were looked at before it became anonymous tell nothing. */
export async function segredoDe({ id, anonima }: Avaliacao): Promise<string> {
  return createHmac('sha256', await installationSecret())
    .update(`pares ${id} ${anonima}`)
    .digest('hex');
}

/** Whether somebody is chosen: of a column, a set that is looked up; a join with so many would be quadratic where the planner expects one. */
const foiEscolhido = (id: Sql): Sql => sql`${id} in (select e.id from escolhidos e)`;

/** A place in a drawing. */
const sorte = (segredo: string | null, ...de: Sql[]): Sql =>
  sql`sha256(convert_to(concat_ws('-', ${segredo}::text, ${join(de)}), 'UTF8'))`;

/** Who stands so many places (from 0) into the group of `r`: an index, where a join would go through all groups for each pair. */
const noLugar = (quantos: Sql): Sql => sql`(select c.ids from circulos c)[r.inicio + (${quantos}) % r.de + 1]`;

/**
 * Peers that are drawn for each evaluated alone, as many as are missing: what is read about all others tells nothing of one's own
 * (ADR 69). The price is that some evaluate more than others. Those who stand already are grouped with the candidates and come first,
 * which takes one sorting whatever the planner thinks of them.
 */
const paresSorteados = (segredo: string, maximo: number, tipo: Sql): Sql => sql`
  select x.id, x.par, ${tipo}, ${PAR}::int from (
    select y.id, y.par, y.papel, row_number() over (partition by y.id order by y.papel is null, ${sorte(segredo, sql`y.id`, sql`y.par`)}) as n
    from (
      select c.id, c.par, max(c.papel) as papel from (
        select r.id, ${noLugar(sql`r.n + (r.sorte + passo) % (r.de - 1)`)} as par, null::text as papel
        from (
          select *, ('x' || encode(substr(${sorte(segredo, sql`id`)}, 1, 4), 'hex'))::bit(32)::bigint & 2147483647 as sorte
          from roda where escolhido and de > 1 offset 0) r
        cross join generate_series(1, least(r.de - 1, ${maximo * SORTEIO}::int)) passo
        union all select avaliado_id, avaliador_id, tipo from ja) c group by c.id, c.par) y
    where y.papel is null or y.papel = 'P') x
  where x.papel is null and x.n <= ${maximo}`;

/** Peers of whom each evaluates the next ones of a circle, so that all evaluate as many. */
const paresEmRoda = (maximo: number, tipo: Sql): Sql => sql`
  select r.id, ${noLugar(sql`r.n - 1 + passo`)}, ${tipo}, ${PAR}::int from roda r
  cross join generate_series(1, least(r.de - 1, ${maximo}::int)) passo where r.escolhido`;

/** The number of the same pairs, without their evaluators. */
const paresContados = (maximo: number, tipo: Sql): Sql => sql`
  select r.id, r.id, ${tipo}, ${PAR}::int from roda r cross join generate_series(1, least(r.de - 1, ${maximo}::int)) where r.escolhido`;

/**
 * The pairs that each wish of a choice makes.
 *
 * - Leader: who answers for the nearest area, from one's own upwards, for which one does not answer oneself; of a co-responsible
 *   also who is responsible beside them.
 * - Peers: of the same area; who answers for it among themselves, all others among themselves.
 * - Subordinates: those whose leader is the evaluated.
 *
 * Where they are counted alone there is no secret, and nobody is drawn.
 *
 * Nobody chooses who evaluates them (ADR 90). Somebody who includes people by name, and is one of them, gets no evaluator but the leader.
 * Where the choice is of areas, or of those who are evaluated already, the same person is treated as everybody is; only evaluators that were
 * chosen by name are left out. Whoever is evaluated in an anonymous evaluation already includes nobody about themselves, because who does not
 * come in evaluates them in another role (ADR 69); of whoever is not, no pair stands.
 */
function fontesDe(
  acting: Acting,
  avaliacao: Avaliacao,
  montagem: Montagem,
  segredo: string | null,
  so?: readonly number[],
): Fontes | undefined {
  const { empresaId } = acting;
  const { id, anonima, consideraRespCorespHierarquia } = avaliacao;
  const maximo = montagem.maximo ?? MAXIMO_USUAL;
  const fontes: Sql[] = [];
  const junta = (quer: boolean, papel: Papel, de: (tipo: Sql) => Sql) => {
    const tipo = quer ? papelNa(papel, avaliacao) : undefined;
    if (tipo !== undefined) fontes.push(de(sql`${tipo}::text as tipo`));
  };
  junta(
    montagem.autoavaliacao,
    'U',
    (tipo) => sql`select e.id as avaliado_id, e.id as avaliador_id, ${tipo}, ${PROPRIO}::int as ordem from escolhidos e`,
  );
  junta(
    montagem.lider,
    'L',
    (tipo) => sql`select l.avaliado_id, l.lider_id, ${tipo}, ${LIDER}::int from lideres l where l.avaliado_escolhido`,
  );
  junta(
    montagem.subordinados,
    'A',
    (tipo) => sql`select x.lider_id, x.avaliado_id, ${tipo}, ${SUBORDINADO}::int from (
      select l.*, row_number() over (partition by l.lider_id order by ${sorte(segredo, sql`l.lider_id`, sql`l.avaliado_id`)}) as n
      from lideres l where l.lider_escolhido) x where x.n <= ${maximo}`,
  );
  junta(montagem.pares, 'P', (tipo) => {
    if (segredo === null) return paresContados(maximo, tipo);
    return anonima ? paresSorteados(segredo, maximo, tipo) : paresEmRoda(maximo, tipo);
  });
  const papelDosOutros = montagem.papel === null ? undefined : papelNa(montagem.papel, avaliacao);
  if (montagem.avaliadores.length > 0 && papelDosOutros !== undefined)
    fontes.push(sql`select e.id, t.id, ${papelDosOutros}::text as tipo, ${OUTRO}::int from escolhidos e
      join talentos t on t.id = any(${[...montagem.avaliadores]}::bigint[]) and ${talentosVisiveis(acting)} and ${TRABALHA} and t.id <> e.id`);
  if (fontes.length === 0) return undefined;
  const deMim = montagem.alcance === 'L' ? [LIDER] : [PROPRIO, LIDER, SUBORDINADO, PAR];
  const semPares = anonima
    ? sql`u.avaliado_id not in (select a.colaborador_id from avaliados_desempenho a where a.avaliacao_desempenho_id = ${id})`
    : sql`true`;
  const linhas = sql`(
    select * from (${join(fontes, ' union all ')}) u (avaliado_id, avaliador_id, tipo, ordem)
    where (u.ordem = any(${deMim}::int[]) and ${semPares}) or u.avaliado_id not in (${meusVinculos(acting)})) f`;
  const comuns = sql`
    with recursive escolhidos as materialized (select t.id from talentos t where ${escolhidos(acting, avaliacao, montagem, so)}),
    acima as (
      select a.id as area, a.id as outra, 0 as nivel from areas_organizacionais a where a.empresa_id = ${empresaId}
      union all select c.area, a.area_mae_id, c.nivel + 1 from acima c join areas_organizacionais a on a.id = c.outra
        where a.area_mae_id is not null and c.nivel < 60),
    respondem as materialized (
      select r.area, r.pessoa, bool_or(r.principal) as principal from (
        select registro_id as area, ${talento} as pessoa, true as principal from ${responsaveis}
        ${consideraRespCorespHierarquia ? sql`union all select registro_id, ${talento}, false from ${corresponsaveis}` : sql``}) r
      join talentos t on t.id = r.pessoa and t.empresa_id = ${empresaId} and ${TRABALHA} group by r.area, r.pessoa),
    quadro as materialized (
      select t.id, t.area_atual_id as area, ${foiEscolhido(sql`t.id`)} as escolhido from talentos t where t.empresa_id = ${empresaId} and ${TRABALHA}
        and t.area_atual_id is not null),
    lideres as materialized (
      select x.avaliado_id, x.lider_id, x.escolhido as avaliado_escolhido, ${foiEscolhido(sql`x.lider_id`)} as lider_escolhido from (
        select q.id as avaliado_id, q.escolhido, r.pessoa as lider_id, rank() over (partition by q.id order by c.nivel) as perto
        from quadro q join acima c on c.area = q.area join respondem r on r.area = c.outra and r.pessoa <> q.id
        left join respondem eu on eu.area = c.outra and eu.pessoa = q.id
        where eu.pessoa is null or (r.principal and not eu.principal)) x where x.perto = 1),
    roda as materialized (
      select x.id, x.escolhido, x.n, x.de, x.lugar, x.lugar - x.n as inicio from (
        select y.*, row_number() over (partition by y.area, y.responde order by y.sorte)::int as n,
          count(*) over (partition by y.area, y.responde)::int as de,
          row_number() over (order by y.area, y.responde, y.sorte)::int as lugar
        from (
          select q.*, (q.area, q.id) in (select r.area, r.pessoa from respondem r) as responde, ${sorte(segredo, sql`q.id`)} as sorte
          from quadro q) y) x),
    circulos as materialized (select array_agg(r.id order by r.lugar) as ids from roda r),
    ja as materialized (select avaliado_id, avaliador_id, tipo from ${PARES} where avaliacao_desempenho_id = ${id})`;
  return { comuns, linhas };
}

/** The pairs of a choice, as rows (avaliado_id, avaliador_id, tipo), each pair once, in its nearest role, drawn by a secret; of `so`, if given. */
export function paresDe(acting: Acting, avaliacao: Avaliacao, montagem: Montagem, segredo: string, so?: readonly number[]): Sql {
  const fontes = fontesDe(acting, avaliacao, montagem, segredo, so);
  if (!fontes) return sql`select null::bigint as avaliado_id, null::bigint as avaliador_id, null::text as tipo where false`;
  return sql`${fontes.comuns}
    select distinct on (f.avaliado_id, f.avaliador_id) f.avaliado_id, f.avaliador_id, f.tipo from ${fontes.linhas}
    order by f.avaliado_id, f.avaliador_id, f.ordem`;
}

/** How many pairs a choice makes, without making them; more than are made at once are refused. */
export async function quantosPares(db: Queryable, acting: Acting, avaliacao: Avaliacao, montagem: Montagem): Promise<number> {
  const fontes = fontesDe(acting, avaliacao, montagem, null);
  if (!fontes) return 0;
  const { n } = await db.only<{ n: number }>(sql`${fontes.comuns}
    select count(*)::int as n from (select from ${fontes.linhas} limit ${MAIS_PARES + 1}) x`);
  const mais = MAIS_PARES.toLocaleString('pt-BR');
  if (n > MAIS_PARES)
    throw new Refusal(
      'PARTICIPANTES_DEMAIS',
      `São mais de ${mais} respostas. Inclua até ${mais} de cada vez: por exemplo, uma área ou um cargo por vez, ou menos pares de cada pessoa.`,
    );
  return n;
}
