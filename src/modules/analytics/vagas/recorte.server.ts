import sql, { join, raw, type Sql } from 'sql-template-tag';
import { DEFAULT_TIME_ZONE } from '#kit/br/date.ts';
import { among } from '#kit/query/among.server.ts';
import { solicitacoesVisiveis } from '#modules/captacao/public.server.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import type { Asked } from '#platform/analytics/asked.server.ts';
import type { FiltroVagas } from './filtro.ts';

export type Pedido = Asked<FiltroVagas>;

/** The civil day of an instant. */
export const diaDe = (instante: Sql): Sql => sql`(${instante} at time zone ${raw(`'${DEFAULT_TIME_ZONE}'`)})::date`;

export const noPeriodo = (dia: Sql, { filter }: Pedido): Sql =>
  sql`${dia} between ${filter.dataInicio}::date and ${filter.dataFim}::date`;

/** The requests (alias `s`, `f` their band) of the companies, areas, establishments and positions of the filter that the reader sees. */
export function solicitacoes(pedido: Pedido): Sql {
  const { filter, acting, companies } = pedido;
  const visiveis = solicitacoesVisiveis(acting);
  const onde = join(
    [
      sql`s.empresa_id = any(${[...companies]}::bigint[])`,
      // Other companies are only offered to whoever sees all areas there.
      ...(visiveis ? [sql`(s.empresa_id <> ${acting.empresaId} or (${visiveis}))`] : []),
      nosRamos(sql`s.area_organizacional_id`, filter.areasIds, filter.soAreas),
      among(sql`s.estabelecimento_id`, filter.estabelecimentosIds),
      among(sql`f.cargo_id`, filter.cargosIds),
    ],
    ' and ',
  );
  return sql`solicitacoes_pessoal s left join faixas_salariais f on f.id = s.faixa_salarial_id where ${onde}`;
}

/** The applications (alias `c`, `k` their candidate) of those requests. */
export const candidaturas = (pedido: Pedido): Sql =>
  sql`candidaturas c join candidatos k on k.id = c.candidato_id where c.solicitacao_id in (select s.id from ${solicitacoes(pedido)})`;

/** Those made in the period: `id, empresa, candidato, situacao` and `ate`, the place of the furthest stage; whoever was hired passed all. */
export const alcancadas = (pedido: Pedido): Sql => sql`
  select c.id, c.empresa_id as empresa, c.candidato_id as candidato, c.solicitacao_id as solicitacao, c.situacao,
    case when c.situacao = 'C' then 1000 else greatest(
      coalesce((select e.ordem from etapas_seletivas e where e.id = c.etapa_seletiva_id), 0),
      coalesce((select max(e.ordem) from candidatos_historicos h join etapas_seletivas e on e.id = h.etapa_seletiva_id where h.candidatura_id = c.id), 0)) end as ate
  from ${candidaturas(pedido)} and ${noPeriodo(diaDe(sql`c.inscrita_em`), pedido)}`;
