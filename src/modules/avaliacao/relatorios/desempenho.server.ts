import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { nomeComMatricula, talentosVisiveis, temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import { paresContaveis, perguntadosContaveis } from '../desempenho/pares.server.ts';
import { mostra, seMostra } from '../desempenho/proprio.server.ts';
import { AVALIACOES, linhasDe } from '../desempenho/resultado.server.ts';
import { MINIMO_DO_GRUPO } from '../desempenho/resultado.ts';
import { indices } from './desempenho.report.ts';

interface DasAreas {
  areasIds: readonly number[] | null;
  soAreas: boolean;
}

interface DoResultado extends DasAreas {
  avaliacoesIds: readonly number[];
  avaliadosIds: readonly number[] | null;
}

const lugar = sql`
  left join areas_organizacionais o on o.id = a.area_id
  left join cargos c on c.id = a.cargo_id`;

/** Results of concluded evaluations of the people whom the reader sees: `a`, of the evaluation `d`, about the talent `t`. */
const concluidos = sql`
  from avaliados_desempenho a
  join avaliacoes_desempenho d on d.id = a.avaliacao_desempenho_id and d.situacao = 'C'
  join talentos t on t.id = a.colaborador_id ${lugar}`;

const doFiltro = (acting: Acting, { avaliacoesIds, avaliadosIds, areasIds, soAreas }: DoResultado): Sql => sql`
  a.empresa_id = ${acting.empresaId} and ${talentosVisiveis(acting)} and ${among(sql`d.id`, avaliacoesIds)}
  and ${among(sql`t.id`, avaliadosIds)} and ${nosRamos(sql`a.area_id`, areasIds, soAreas)}`;

/** As it is shown, so that sheets, screen and dashboard agree. */
const dito = (valor: Sql): Sql => sql`round(${valor}, 1)`;
const numero = (item: string, name: string): Sql => dito(sql`(${raw(item)} ->> ${name})::numeric`);

export const resultadoAvaliacaoQuery = (filtro: DoResultado, acting: Acting): Sql => sql`
  select d.titulo as avaliacao, ${nomeComMatricula} as avaliado, o.descricao_hierarquia as area, c.nome as cargo,
    ${seMostra(acting, 'performance', sql`(select sum((p ->> 'avaliadores')::int)::int from jsonb_array_elements(a.resultado -> 'papeis') p)`)} as avaliadores,
    ${seMostra(acting, 'performance', dito(sql`a.desempenho`))} as desempenho, ${seMostra(acting, 'performance', dito(sql`a.potencial`))} as potencial,
    ${seMostra(acting, 'performance', dito(sql`a.metas`))} as metas,
    ${seMostra(acting, 'performance', dito(sql`a.performance`))} as performance
  ${concluidos} where ${doFiltro(acting, filtro)}
  order by d.data_fim desc, d.id, t.nome_ord, t.id`;

export const resultadoDetalhadoQuery = (filtro: DoResultado, acting: Acting): Sql => sql`
  select d.titulo as avaliacao, ${nomeComMatricula} as avaliado, i.grupo, i.item, ${seMostra(acting, 'exigido', sql`i.exigido`)} as exigido,
    ${seMostra(acting, 'auto', sql`i.auto`)} as auto, i.obtido
  ${concluidos}
  cross join lateral (
    select 1 as parte, 'C' as grupo, n, x ->> 'nome' as item, ${numero('x', 'exigido')} as exigido, ${numero('x', 'auto')} as auto, ${numero('x', 'obtido')} as obtido
    from ${linhasDe('competencias')} as e(x, n)
    union all select 2, 'S', n, x ->> 'nome', null, ${numero('x', 'auto')}, ${numero('x', 'obtido')}
    from ${linhasDe('aspectos')} as e(x, n)
    union all select 3, 'P', n, x ->> 'texto', null, ${numero('x', 'auto')}, ${numero('x', 'obtido')}
    from ${linhasDe('perguntas')} as e(x, n)
    union all select 4, 'M', n, x ->> 'titulo', null, null, ${numero('x', 'progresso')}
    from jsonb_array_elements(a.resultado -> 'metasDoPeriodo') with ordinality as e(x, n)) i
  where ${doFiltro(acting, filtro)}
  order by d.data_fim desc, d.id, t.nome_ord, t.id, i.parte, i.n`;

type Indice = keyof typeof indices;
const coluna = (indice: Indice): Sql => raw(`a.${indice in indices ? indice : 'performance'}`);

/** The highest band holds 100 % too. */
export const resultadoPorFaixaQuery = (
  filtro: DoResultado & { indice: Indice; tamanho: '10' | '20' | '25' },
  acting: Acting,
): Sql => {
  const tamanho = Number(filtro.tamanho);
  return sql`
    select case when x.faixa = ${100 - tamanho} then ${`De ${100 - tamanho}% a 100%`} else 'De ' || x.faixa || '% a menos de ' || (x.faixa + ${tamanho}) || '%' end as faixa,
      x.avaliado, x.avaliacao, x.area, x.cargo, x.valor
    from (
      select least(floor(${coluna(filtro.indice)} / ${tamanho}) * ${tamanho}, ${100 - tamanho})::int as faixa, ${nomeComMatricula} as avaliado,
        d.titulo as avaliacao, o.descricao_hierarquia as area, c.nome as cargo, ${dito(coluna(filtro.indice))} as valor, t.nome_ord, a.id
      ${concluidos} where ${doFiltro(acting, filtro)} and ${coluna(filtro.indice)} is not null and ${mostra(acting, 'performance')}) x
    order by x.faixa desc, x.valor desc, x.nome_ord, x.id`;
};

const competencias = sql`cross join lateral ${linhasDe('competencias')} as e(x, n)`;
const alcancado = (acting: Acting): Sql => sql`
  x ->> 'nome' as competencia, x ->> 'tipo' as tipo, ${seMostra(acting, 'exigido', numero('x', 'exigido'))} as exigido, ${numero('x', 'obtido')} as obtido,
  ${seMostra(acting, 'exigido', sql`${numero('x', 'exigido')} - ${numero('x', 'obtido')}`)} as distancia`;

export const competenciasDoTalentoQuery = (filtro: DoResultado, acting: Acting): Sql => sql`
  select ${nomeComMatricula} as avaliado, ${alcancado(acting)}, d.titulo as avaliacao
  ${concluidos} ${competencias} where ${doFiltro(acting, filtro)}
  order by t.nome_ord, t.id, d.data_fim desc, d.id, e.n`;

export const competenciasDetalhadasQuery = (
  filtro: DoResultado & { tipo: string; mediaGeralCompetencias: number | null },
  acting: Acting,
): Sql => {
  const dado = (qual: string) => dito(sql`(x -> 'porPapel' ->> ${qual})::numeric`);
  const papel = (qual: string) => seMostra(acting, 'performance', dado(qual));
  const media = sql`${filtro.mediaGeralCompetencias}::numeric`;
  return sql`
    select ${nomeComMatricula} as avaliado, ${alcancado(acting)}, ${seMostra(acting, 'auto', dado('U'))} as auto, ${papel('L')} as lider, ${papel('P')} as par,
      ${papel('A')} as subordinado, ${papel('R')} as avaliador, ${papel('G')} as demais,
      case sign(${numero('x', 'obtido')} - ${media}) when 1 then 'A' when 0 then 'I' when -1 then 'B' end as "naMedia"
    ${concluidos} ${competencias} where ${doFiltro(acting, filtro)} and d.tipo = ${filtro.tipo}
    order by t.nome_ord, t.id, d.data_fim desc, d.id, e.n`;
};

/** What each evaluator gave is told by name of concluded evaluations with names, and of nobody to themselves. */
const porNome = (acting: Acting): Sql => sql`d.situacao = 'C' and d.anonima is not true and not ${temMeuCpf(acting)}`;

/**
 * The chosen evaluators in one order, so that their numbers mean the same person in each line. Only who evaluates somebody whom the reader
 * sees is named, and by name.
 */
export const competenciasPorAvaliadorQuery = (
  filtro: DoResultado & { avaliadoresIds: readonly number[]; anonimo: boolean },
  acting: Acting,
): Sql => sql`
  with escolhidos as (
    select t.id, ${nomeComMatricula} as nome, row_number() over (order by t.id) as numero from talentos t
    where t.id = any(${[...filtro.avaliadoresIds]}::bigint[]) and t.empresa_id = ${acting.empresaId} and t.id in (
      select q.avaliador_id from ${paresContaveis(acting)} q join talentos t on t.id = q.avaliado_id
      join avaliacoes_desempenho d on d.id = q.avaliacao_desempenho_id
      where ${among(sql`d.id`, filtro.avaliacoesIds)} and ${talentosVisiveis(acting)} and ${porNome(acting)}))
  select a.id || '.' || e.n as chave, ${nomeComMatricula} as avaliado, x ->> 'nome' as competencia, ${numero('x', 'exigido')} as exigido,
    case when ${filtro.anonimo} then 'Avaliador ' || v.numero else v.nome end as avaliador,
    to_char(100.0 * l.ordem / nullif((select max(m.ordem) from niveis_competencia_historico_config_historicos_niveis m where m.registro_id = f.nivel_competencia_historico_id), 0),
      'FM999990D0') as valor
  ${concluidos}
  left join config_niveis_faixas f on f.id = a.config_nivel_faixa_id
  ${competencias}
  cross join escolhidos v
  left join rodadas r on r.dono = ${AVALIACOES} and r.dono_id = d.id
  left join participacoes p on p.rodada_id = r.id and p.pessoa = 'talentos:' || v.id and p.sobre = 'talentos:' || a.colaborador_id
  left join respostas_dadas g on g.participacao_id = p.id
  left join competencias_avaliadas k on k.resposta_id = g.id and k.competencia_id = (x ->> 'id')::bigint
  left join niveis_competencia_historico_config_historicos_niveis l
    on l.registro_id = f.nivel_competencia_historico_id and l.nivel_competencia_id = k.nivel_competencia_id
  where ${doFiltro(acting, filtro)} and ${porNome(acting)}
  order by t.nome_ord, t.id, d.data_fim desc, d.id, e.n, v.numero`;

/**
 * Pairs of an evaluation, whatever its state. That somebody has answered is no secret to whoever conducts it, unless it is about themselves;
 * what they answered is.
 */
export const avaliadoresAvaliadosQuery = (
  filtro: DasAreas & {
    avaliacaoDesempenhoId: number;
    avaliadosIds: readonly number[] | null;
    avaliadoresIds: readonly number[] | null;
    interacaoAnonima: boolean;
  },
  acting: Acting,
): Sql => {
  const pares = sql`
    select t.id, t.nome_ord, ${nomeComMatricula} as avaliado, o.descricao_hierarquia as area, q.tipo as papel, q.peso, v.nome as avaliador, v.nome_ord as avaliador_ord,
      coalesce(p.estado, 'N') as situacao, p.estado = 'R' as respondeu
    from ${paresContaveis(acting)} q
    join avaliacoes_desempenho d on d.id = q.avaliacao_desempenho_id
    join talentos t on t.id = q.avaliado_id
    join talentos v on v.id = q.avaliador_id
    left join avaliados_desempenho a on a.avaliacao_desempenho_id = d.id and a.colaborador_id = t.id
    left join areas_organizacionais o on o.id = coalesce(a.area_id, t.area_atual_id)
    left join rodadas r on r.dono = ${AVALIACOES} and r.dono_id = d.id
    left join participacoes p on p.rodada_id = r.id and p.pessoa = 'talentos:' || v.id and p.sobre = 'talentos:' || t.id
    where d.empresa_id = ${acting.empresaId} and d.id = ${filtro.avaliacaoDesempenhoId} and ${talentosVisiveis(acting)}
      and ${among(sql`t.id`, filtro.avaliadosIds)} and ${among(sql`v.id`, filtro.avaliadoresIds)}
      and ${nosRamos(sql`coalesce(a.area_id, t.area_atual_id)`, filtro.areasIds, filtro.soAreas)}`;
  const papel = sql`array_position(array['U', 'L', 'P', 'A', 'R'], x.papel)`;
  return filtro.interacaoAnonima
    ? sql`
      select x.avaliado, x.area, x.papel, count(*)::int as avaliadores, (count(*) filter (where x.respondeu))::int as responderam
      from (${pares}) x group by x.id, x.nome_ord, x.avaliado, x.area, x.papel order by x.nome_ord, x.id, ${papel}`
    : sql`select x.avaliado, x.area, x.avaliador, x.papel, x.peso, x.situacao from (${pares}) x order by x.nome_ord, x.id, ${papel}, x.avaliador_ord`;
};

/**
 * Of anonymous evaluations figures are told of at least three evaluated; of nobody but the reader, nothing; and the reader counts where their own page
 * tells what is required.
 */
export const competenciasDaOrganizacaoQuery = (filtro: Omit<DoResultado, 'avaliadosIds'>, acting: Acting): Sql => sql`
  select k.nome as competencia, k.tipo, y.avaliados, y.exigido, y.obtido, y.exigido - y.obtido as distancia, y.abaixo
  from (
    select (x ->> 'id')::bigint as id, count(*)::int as avaliados, ${dito(sql`avg(${numero('x', 'exigido')})`)} as exigido, ${dito(sql`avg(${numero('x', 'obtido')})`)} as obtido,
      (count(*) filter (where ${numero('x', 'obtido')} < ${numero('x', 'exigido')}))::int as abaixo
    ${concluidos} ${competencias}
    where ${doFiltro(acting, { ...filtro, avaliadosIds: null })} and x ->> 'obtido' is not null and ${mostra(acting, 'exigido')}
    group by 1
    having bool_or(not ${temMeuCpf(acting)}) and count(distinct a.colaborador_id) filter (where d.anonima) not between 1 and ${MINIMO_DO_GRUPO - 1}) y
  join competencias k on k.id = y.id
  order by y.exigido - y.obtido desc nulls last, k.nome_ord, k.id`;

export const comparativoDoTalentoQuery = (
  filtro: DasAreas & {
    anteriorId: number;
    avaliacaoDesempenhoId: number;
    avaliadosIds: readonly number[] | null;
    indice: Indice;
  },
  acting: Acting,
): Sql => {
  const depois = seMostra(acting, 'performance', dito(coluna(filtro.indice)));
  const antes = sql`(select ${dito(raw(`b.${filtro.indice in indices ? filtro.indice : 'performance'}`))} from avaliados_desempenho b
    join avaliacoes_desempenho e on e.id = b.avaliacao_desempenho_id and e.situacao = 'C'
    where b.avaliacao_desempenho_id = ${filtro.anteriorId} and b.colaborador_id = t.id
      and ${mostra(acting, 'performance', 'e')})`;
  return sql`
    select x.avaliado, x.area, x.cargo, x.antes, x.depois, x.depois - x.antes as mudanca from (
      select ${nomeComMatricula} as avaliado, o.descricao_hierarquia as area, c.nome as cargo, ${antes} as antes, ${depois} as depois, t.nome_ord, t.id
      ${concluidos} where ${doFiltro(acting, { ...filtro, avaliacoesIds: [filtro.avaliacaoDesempenhoId] })}
        and exists (select from avaliacoes_desempenho f where f.id = ${filtro.anteriorId} and f.empresa_id = d.empresa_id and f.situacao = 'C')) x
    order by x.depois - x.antes desc nulls last, x.nome_ord, x.id`;
};

export const resultadoPorPapelQuery = (filtro: DoResultado, acting: Acting): Sql => sql`
  select d.titulo as avaliacao, ${nomeComMatricula} as avaliado, x ->> 'papel' as papel, (x ->> 'avaliadores')::int as avaliadores,
    ${numero('x', 'desempenho')} as desempenho, ${numero('x', 'potencial')} as potencial, ${numero('x', 'performance')} as performance
  ${concluidos} cross join lateral jsonb_array_elements(a.resultado -> 'papeis') with ordinality as e(x, n)
  where ${doFiltro(acting, filtro)} and ${mostra(acting, 'performance')} and (x ->> 'papel' <> 'U' or ${mostra(acting, 'auto')})
  order by d.data_fim desc, d.id, t.nome_ord, t.id, e.n`;

/** Evaluators whom the reader sees, with all that is asked of them, but what a group says of the reader anonymously. */
export const avaliacoesRespondidasQuery = (filtro: DasAreas & { avaliacoesIds: readonly number[] }, acting: Acting): Sql => sql`
  select d.titulo as avaliacao, ${nomeComMatricula} as avaliador, o.descricao_hierarquia as area, count(*)::int as avaliados,
    (count(*) filter (where p.estado = 'R'))::int as responderam, (count(*) filter (where p.estado = 'P'))::int as comecadas,
    ${dito(sql`100.0 * count(*) filter (where p.estado = 'R') / count(*)`)} as participacao
  from ${perguntadosContaveis(acting)} p
  join rodadas r on r.id = p.rodada_id and r.dono = ${AVALIACOES}
  join avaliacoes_desempenho d on d.id = r.dono_id
  join talentos t on t.id = split_part(p.pessoa, ':', 2)::bigint
  left join areas_organizacionais o on o.id = t.area_atual_id
  where p.empresa_id = ${acting.empresaId} and ${talentosVisiveis(acting)} and ${among(sql`d.id`, filtro.avaliacoesIds)}
    and ${nosRamos(sql`t.area_atual_id`, filtro.areasIds, filtro.soAreas)}
  group by d.id, t.id, o.id
  order by d.data_fim desc, d.id, t.nome_ord, t.id`;

export const consultasDoDesempenho = {
  'resultado-avaliacao': resultadoAvaliacaoQuery,
  'resultado-avaliacao-detalhado': resultadoDetalhadoQuery,
  'resultado-avaliacao-agrupado-faixa': resultadoPorFaixaQuery,
  'analise-desempenho-competencia-talento': competenciasDoTalentoQuery,
  'analise-desempenho-competencia-talento-detalhado': competenciasDetalhadasQuery,
  'analise-desempenho-competencia-talento-avaliadores': competenciasPorAvaliadorQuery,
  'avaliacao-desempenho-avaliadores-avaliados': avaliadoresAvaliadosQuery,
  'analise-desempenho-competencia-organizacional': competenciasDaOrganizacaoQuery,
  'comparativo-performance-talento': comparativoDoTalentoQuery,
  'resultado-avaliacao-desempenho': resultadoPorPapelQuery,
  'avaliacao-desempenho-respondidas': avaliacoesRespondidasQuery,
};
