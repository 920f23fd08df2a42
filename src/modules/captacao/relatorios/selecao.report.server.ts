import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { historico } from '../candidaturas/historico.registry.ts';
import { diaDe, lugarDaVaga, nomeDaVaga, nomeDoCandidato, noPeriodo, ordemDaVaga, vagas } from './alcance.server.ts';
import type { FiltroDasEtapas, FiltroDaVaga } from './filtros.ts';

interface Ordenado extends FiltroDasEtapas {
  ordenarPor: 'A' | 'E' | 'D';
}

const imprimeObservacao = ({ imprimirObservacao }: FiltroDasEtapas, { can }: Acting) =>
  imprimirObservacao && can(historico.authority);

const desde = diaDe(sql`c.etapa_desde`);
const inscricao = diaDe(sql`c.inscrita_em`);

const porNome = sql`k.nome_ord, c.id`;
const ordemNaSelecao: Readonly<Record<Ordenado['ordenarPor'], Sql>> = {
  A: porNome,
  E: sql`e.ordem, e.id, ${porNome}`,
  D: sql`c.etapa_desde, ${porNome}`,
};

/** Of an open request, those in process; of an ended one, everybody. */
export const candidatoSelecaoQuery = (filtro: Ordenado, acting: Acting): Sql => sql`
  select ${nomeDaVaga} as vaga, e.nome as etapa, ${nomeDoCandidato} as candidato, ${desde} as desde,
    greatest(0, coalesce(${diaDe(sql`c.encerrada_em`)}, ${acting.today}::date) - ${desde}) as dias, h.apto as parecer, c.situacao as resultado, h.responsavel,
    ${imprimeObservacao(filtro, acting) ? sql`h.observacao` : sql`null::text`} as observacao
  from candidaturas c
  join solicitacoes_pessoal s on s.id = c.solicitacao_id ${lugarDaVaga}
  join candidatos k on k.id = c.candidato_id
  join etapas_seletivas e on e.id = c.etapa_seletiva_id
  left join lateral (
    select h.apto, h.responsavel, h.observacao from candidatos_historicos h
    where h.candidatura_id = c.id and h.etapa_seletiva_id = c.etapa_seletiva_id order by h.data desc, h.id desc limit 1) h on true
  where ${vagas(acting, filtro)} and e.id = any(${[...filtro.etapasIds]}::bigint[]) and ${noPeriodo(desde, filtro)}
    and (c.situacao = 'A' or s.situacao in ('E', 'C'))
    and (${filtro.situacaoCandidato}::text = 'I' or coalesce(h.apto, 'I') = ${filtro.situacaoCandidato}::text)
  order by ${ordemDaVaga}, ${ordemNaSelecao[filtro.ordenarPor]}`;

const ordemDaAnalise: Readonly<Record<Ordenado['ordenarPor'], Sql>> = {
  A: sql`min(s.descricao_ord), s.data, s.id`,
  E: sql`count(*) desc, min(s.descricao_ord), s.data, s.id`,
  D: sql`avg(p.dias) desc nulls last, min(s.descricao_ord), s.data, s.id`,
};

/** Characters of the notes that one line tells; how many more there are is said. */
const MAIS_OBSERVADO = 19_900;
const observacao = sql`p.candidato || ': ' || p.observacao`;
const cabe = sql`filter (where p.letras <= ${MAIS_OBSERVADO})`;

/** What was noted of each, in the order of their names, as far as it fits; the rest is never put together. */
const observacoes = sql`string_agg(${observacao}, chr(10) order by p.candidato, p.id) ${cabe}
      || case when count(p.observacao) > count(p.observacao) ${cabe} then chr(10) || 'e mais ' || (count(p.observacao) - count(p.observacao) ${cabe}) else '' end`;

/** A candidate is counted once in each stage, with the last word that was said of them there; it lasted until the next stage, or the end. */
export const analiseEtapasSeletivasQuery = (filtro: Ordenado, acting: Acting): Sql => sql`
  select e.nome as etapa, ${nomeDaVaga} as vaga, count(*)::int as candidatos,
    (count(*) filter (where p.apto = 'S'))::int as aptos, (count(*) filter (where p.apto = 'N'))::int as "naoAptos",
    (count(*) filter (where p.apto = 'I'))::int as "semParecer",
    round(100.0 * count(*) filter (where p.apto = 'S') / nullif(count(*) filter (where p.apto <> 'I'), 0), 2) as aprovacao,
    round(avg(p.dias), 1) as dias,
    ${imprimeObservacao(filtro, acting) ? observacoes : sql`null::text`} as observacoes
  from (
    select p.*, sum(length(${observacao}) + 1) over (partition by p.etapa_seletiva_id, p.solicitacao_id order by p.candidato, p.id) as letras from (
      select distinct on (h.candidatura_id, h.etapa_seletiva_id) h.id, h.etapa_seletiva_id, c.solicitacao_id, h.apto, h.observacao, ${nomeDoCandidato} as candidato,
        coalesce((select min(n.data) from candidatos_historicos n where n.candidatura_id = h.candidatura_id and (n.data, n.id) > (h.data, h.id)
          and n.etapa_seletiva_id is distinct from h.etapa_seletiva_id), ${diaDe(sql`c.encerrada_em`)}, ${acting.today}::date)
          - min(h.data) over (partition by h.candidatura_id, h.etapa_seletiva_id) as dias
      from candidatos_historicos h join candidaturas c on c.id = h.candidatura_id join candidatos k on k.id = c.candidato_id
      where h.empresa_id = ${acting.empresaId} and h.etapa_seletiva_id = any(${[...filtro.etapasIds]}::bigint[]) and ${noPeriodo(sql`h.data`, filtro)}
      order by h.candidatura_id, h.etapa_seletiva_id, h.data desc, h.id desc
    ) p where ${filtro.situacaoCandidato}::text = 'I' or p.apto = ${filtro.situacaoCandidato}::text
  ) p
  join etapas_seletivas e on e.id = p.etapa_seletiva_id
  join solicitacoes_pessoal s on s.id = p.solicitacao_id ${lugarDaVaga}
  where ${vagas(acting, filtro)}
  group by e.id, s.id order by e.ordem, e.nome_ord, e.id, ${ordemDaAnalise[filtro.ordenarPor]}`;

/** The period is that of the asking. */
export const avaliacaoCandidatoQuery = (filtro: FiltroDaVaga, acting: Acting): Sql => sql`
  select ${nomeDaVaga} as vaga, m.titulo as modelo, ${nomeDoCandidato} as candidato, x.pedida_em as "pedidaEm", x.respondida_em as "respondidaEm",
    x.percentual as resultado, m.percentual_minimo_aprovacao as minimo,
    case when x.percentual >= m.percentual_minimo_aprovacao then 'S' when x.percentual < m.percentual_minimo_aprovacao then 'N' end as aprovado
  from avaliacoes_candidatos x
  join modelos_avaliacao_candidato m on m.id = x.modelo_id
  join candidaturas c on c.id = x.candidatura_id
  join candidatos k on k.id = c.candidato_id
  join solicitacoes_pessoal s on s.id = c.solicitacao_id ${lugarDaVaga}
  where ${vagas(acting, filtro)} and ${noPeriodo(sql`x.pedida_em`, filtro)}
  order by ${ordemDaVaga}, m.titulo_ord, m.id, k.nome_ord, x.id`;

/** The applications of the period, with `k` the candidate. */
const inscritas = (filtro: FiltroDaVaga, acting: Acting): Sql => sql`
  from candidaturas c
  join solicitacoes_pessoal s on s.id = c.solicitacao_id ${lugarDaVaga}
  join candidatos k on k.id = c.candidato_id
  left join como_ficou_sabendo_vaga v on v.id = k.como_ficou_sabendo_vaga_id
  left join etapas_seletivas e on e.id = c.etapa_seletiva_id
  where ${vagas(acting, filtro)} and ${noPeriodo(inscricao, filtro)}`;

export const divulgacaoVagaQuery = (filtro: FiltroDaVaga, acting: Acting): Sql => sql`
  select coalesce(v.nome, 'Não informado') as divulgacao, count(distinct k.id)::int as qtd,
    round(100.0 * count(distinct k.id) / sum(count(distinct k.id)) over (), 2) as percentual,
    count(*)::int as candidaturas, (count(*) filter (where c.situacao = 'C'))::int as contratados
  ${inscritas(filtro, acting)} group by v.id order by 2 desc, 1, v.id`;

export const indicacaoCandidatoQuery = (filtro: FiltroDaVaga, acting: Acting): Sql => sql`
  select coalesce(k.indicado_por, 'Não informado') as "indicadoPor", ${nomeDoCandidato} as candidato, ${nomeDaVaga} as vaga, ${inscricao} as "inscritaEm",
    e.nome as etapa, c.situacao as resultado
  ${inscritas(filtro, acting)} and (k.indicado_por is not null or c.origem = 'I')
  order by 1, k.nome_ord, ${inscricao}, c.id`;
