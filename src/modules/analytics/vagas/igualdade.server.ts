import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { FEWEST, type IndicatorData } from '#kit/indicator/indicator.ts';
import { trabalhaEm } from '#modules/gestao-talentos/public.server.ts';
import { cotaPcd } from '#modules/gestao-talentos/public.ts';
import type { IndicatorQueries } from '#platform/analytics/dashboard.server.ts';
import type { BehindOf } from '#platform/analytics/slices.server.ts';
import type { painelIgualdade } from './igualdade.dashboard.ts';
import { alcancadas, candidaturas, noPeriodo, type Pedido, solicitacoes } from './recorte.server.ts';

const AVISO = `Onde um grupo tem menos de ${FEWEST} pessoas, os números da etapa não aparecem.`;

/** How many of each group came to each stage; `grupo` is a number over `k`, the candidate, null where they did not say. */
async function porEtapa(db: Queryable, pedido: Pedido, nomes: readonly string[], grupo: Sql): Promise<IndicatorData> {
  const linhas = await db.query<{ nome: string; grupos: number[] }>(sql`
    with a as (select a.*, ${grupo} as grupo from (${alcancadas(pedido)}) a join candidatos k on k.id = a.candidato),
    etapas as (
      select 0 as lugar, 'Inscritos' as nome, a.id, a.grupo from a
      union all select e.ordem, e.nome, a.id, a.grupo from etapas_seletivas e join a on a.empresa = e.empresa_id and a.ate >= e.ordem
      union all select 10000, 'Contratados', a.id, a.grupo from a where a.situacao = 'C')
    select x.nome, array(
      select (select count(*) from etapas y where y.nome = x.nome and y.grupo = g.n)::int from generate_series(0, ${nomes.length - 1}::int) g(n) order by g.n) as grupos
    from etapas x group by x.nome order by min(x.lugar), 1`);
  const mostra = linhas.map(({ grupos }) => grupos.every((n) => n === 0 || n >= FEWEST));
  return {
    colunas: [...nomes.map((nome) => ({ nome, formato: 'percentage' as const })), { nome: 'Candidaturas', desenha: false }],
    series: linhas.map(({ nome, grupos }, n) => {
      const total = grupos.reduce((soma, um) => soma + um, 0);
      const partes = grupos.map((um) => (mostra[n] && total > 0 ? Math.round((1_000 * um) / total) / 10 : null));
      return { label: nome, data: [...partes, total] };
    }),
    ...(mostra.every(Boolean) ? {} : { aviso: AVISO }),
  };
}

const EQUILIBRADA = 'Mulheres e homens';
const DE_UM = 'Só de um sexo';
const SEM_RESPOSTA = 'Sem resposta sobre o sexo';

/** `id, lista` of the open requests of the period with somebody in one of the last two stages. */
const listas = (pedido: Pedido): Sql => sql`
  select s.id, case when x.mulheres and x.homens then ${EQUILIBRADA} when x.mulheres or x.homens then ${DE_UM} else ${SEM_RESPOSTA} end as lista
  from (select s.id, s.empresa_id from ${solicitacoes(pedido)} and s.situacao = 'A' and ${noPeriodo(sql`s.data`, pedido)}) s
  join lateral (
    select bool_or(k.sexo = 'F') as mulheres, bool_or(k.sexo = 'M') as homens, count(*) as n
    from candidaturas c join candidatos k on k.id = c.candidato_id
    where c.solicitacao_id = s.id and c.situacao = 'A' and c.etapa_seletiva_id in (
      select e.id from etapas_seletivas e where e.empresa_id = s.empresa_id order by e.ordem desc, e.id desc limit 2)) x on x.n > 0`;

export const consultasIgualdade: IndicatorQueries<typeof painelIgualdade> = {
  sexo: (db, pedido: Pedido) =>
    porEtapa(db, pedido, ['Mulheres', 'Homens'], sql`case k.sexo when 'F' then 0 when 'M' then 1 end`),

  raca: (db, pedido: Pedido) =>
    porEtapa(
      db,
      pedido,
      ['Pretas e pardas', 'Brancas', 'Amarelas e indígenas'],
      sql`case when k.etnia_raca in ('4', '8') then 0 when k.etnia_raca = '2' then 1 when k.etnia_raca in ('6', '1') then 2 end`,
    ),

  listas: async (db, pedido: Pedido) => ({
    colunas: [{ nome: 'Vagas' }],
    series: (
      await db.query<{ lista: string; n: number }>(
        sql`select x.lista, count(*)::int as n from (${listas(pedido)}) x group by 1 order by array_position(${[EQUILIBRADA, DE_UM, SEM_RESPOSTA]}::text[], x.lista)`,
      )
    ).map(({ lista, n }) => ({ label: lista, data: [n] })),
  }),

  cota: async (db, pedido: Pedido) => {
    // A quota is of the whole company: a number for some areas would be wrong.
    const companies = pedido.acting.can('ROLE_VER_TODAS_AREAS')
      ? pedido.companies
      : pedido.companies.filter((id) => id !== pedido.acting.empresaId);
    const linhas = await db.query<{ nome: string; base: number; presentes: number; emSelecao: number }>(sql`
      select e.nome,
        (select count(*)::int from talentos t where t.empresa_id = e.id and t.vinculo = 'E' and ${trabalhaEm(pedido.acting.today)}) as base,
        (select count(*)::int from talentos t where t.empresa_id = e.id and t.vinculo = 'E' and t.cota_pcd and ${trabalhaEm(pedido.acting.today)}) as presentes,
        (select count(distinct k.id)::int from ${candidaturas(pedido)} and c.situacao = 'A' and k.cota_pcd and c.empresa_id = e.id) as "emSelecao"
      from empresas e where e.id = any(${[...companies]}::bigint[]) order by e.nome_ord, e.id`);
    return {
      colunas: [{ nome: 'A lei pede' }, { nome: 'Já contam' }, { nome: 'Em seleção' }],
      series: linhas.map(({ nome, base, presentes, emSelecao }) => ({
        label: nome,
        data: [cotaPcd(base, presentes).exigidos, presentes, emSelecao > 0 && emSelecao < FEWEST ? null : emSelecao],
      })),
      ...(linhas.length < pedido.companies.length
        ? { aviso: 'A cota é da empresa inteira: é preciso poder ver os talentos de todas as áreas.' }
        : {}),
    };
  },
};

/** The requests behind the slices of the final lists. */
export const portrasIgualdade: BehindOf<typeof painelIgualdade> = {
  listas: { ids: (pedido: Pedido, { key }) => sql`select x.id from (${listas(pedido)}) x where x.lista = ${key}` },
};
