import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import type { Period } from '#kit/report/period.ts';
import { DESLIGAMENTOS } from '../desligamentos/entrevista.server.ts';
import { noAlcance } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro, Period {
  modelosIds: readonly number[] | null;
}

/** All that a row of `respostas` keeps of its question: one stands there for each ticked option, and is written to disk where there are many. */
const daPergunta = sql`p.id, p.modelo_id, p.ordem, p.texto`;

/**
 * The answers of those who left in the period: options and notes with how many chose them, of those who answered the question; texts
 * one by one. A question that several versions ask in the same words is one.
 */
export const resultadosEntrevistasDesligamentosQuery = (filtro: Filtro, acting: Acting): Sql => sql`
  with respondidas as (
    select d.id, d.notas, m.id as modelo_id, v.definicao
    from respostas_dadas d
    join rodadas r on r.id = d.rodada_id and r.dono = ${DESLIGAMENTOS}
    join desligamentos s on s.id = r.dono_id and s.status <> 'C'
    join talentos t on t.id = s.colaborador_id
    join questionario_versoes v on v.id = r.versao_id
    join modelos_entrevista_desligamento m on m.id = v.dono_id
    where ${noAlcance(acting, 'ROLE_REL_RESULTADOS_ENTREVISTAS_DESLIGAMENTOS', filtro)}
      and s.data between ${filtro.dataIni}::date and ${filtro.dataFim}::date and ${among(sql`m.id`, filtro.modelosIds)}
  ), perguntas as not materialized (
    select x.id, x.modelo_id, x.notas, p.n as ordem, (p.q ->> 'id')::int as pergunta_id, p.q ->> 'texto' as texto, p.q ->> 'tipo' as tipo, p.q -> 'respostas' as opcoes
    from respondidas x cross join lateral jsonb_array_elements(x.definicao -> 'perguntas') with ordinality p(q, n)
  ), respostas as (
    select ${daPergunta}, o.q ->> 'texto' as resposta, o.n as lugar from perguntas p
    cross join lateral jsonb_array_elements(p.opcoes) with ordinality o(q, n)
    where (p.tipo = '1' and p.notas[p.pergunta_id] = (o.q ->> 'id')::int) or (p.tipo = '5' and p.notas[(o.q ->> 'id')::int] = 1)
    union all
    select ${daPergunta}, p.notas[p.pergunta_id]::text, -p.notas[p.pergunta_id] from perguntas p where p.tipo = '4' and p.notas[p.pergunta_id] is not null
    union all
    select ${daPergunta}, e.texto, 10000 from perguntas p join respostas_escritas e on e.resposta_id = p.id and e.pergunta_id = p.pergunta_id
  ), quantos as (
    select modelo_id, texto, count(distinct id)::int as n from respostas group by modelo_id, texto
  )
  select m.titulo as modelo, r.texto as pergunta, r.resposta, count(distinct r.id)::int as quantidade,
    count(distinct r.id) * 100.0 / max(q.n) as percentual
  from respostas r join quantos q on q.modelo_id = r.modelo_id and q.texto = r.texto join modelos_entrevista_desligamento m on m.id = r.modelo_id
  group by r.modelo_id, m.id, r.texto, r.resposta
  order by m.titulo_ord, r.modelo_id, min(min(r.ordem)) over (partition by r.modelo_id, r.texto), r.texto, min(r.lugar), quantidade desc, r.resposta`;
