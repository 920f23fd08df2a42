import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { DESTE, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';

interface Filtro {
  questionarioId?: number | null;
  entrevistaId?: number | null;
  colaboradorId?: number | null;
}

/** Conditions of the filter over the round `r` and the talent `t`. */
const filtrado = (acting: Acting, dono: string, alvo: number | null | undefined, colaboradorId: number | null | undefined): Sql =>
  join(
    [
      sql`r.empresa_id = ${acting.empresaId} and r.dono = ${dono} and (${talentosVisiveis(acting)})`,
      ...(alvo ? [sql`r.dono_id = ${alvo}`] : []),
      ...(colaboradorId ? [sql`t.id = ${colaboradorId}`] : []),
    ],
    ' and ',
  );

export const questionariosDoTalentoQuery = ({ questionarioId, colaboradorId }: Filtro, acting: Acting): Sql => sql`
  select r.titulo, t.nome as colaborador, r.modo, r.ate::text as ate, case when r.modo <> 'I' then 'Perguntado'
    when p.estado = 'R' then 'Respondida' when p.estado = 'P' then 'Parcialmente respondida' else 'Não respondida' end as situacao
  from participacoes p join rodadas r on r.id = p.rodada_id join talentos t on ${DESTE}
  where ${filtrado(acting, 'pesquisa/questionarios', questionarioId, colaboradorId)} order by r.titulo, r.id, t.nome_ord, t.id`;

/** Answers by name, a row for each question, in the words that were chosen. */
const respostas = (onde: Sql): Sql => sql`
  select r.titulo, t.nome as colaborador, q.texto as pergunta, concat_ws(E'\n',
    case q.tipo
      when '1' then (select o ->> 'texto' from jsonb_array_elements(q.respostas) o where (o ->> 'id')::int = d.notas[q.id])
      when '5' then (select string_agg(o ->> 'texto', '; ' order by n) from jsonb_array_elements(q.respostas) with ordinality x(o, n) where d.notas[(o ->> 'id')::int] = 1)
      when '4' then d.notas[q.id]::text end,
    (select e.texto from respostas_escritas e where e.resposta_id = d.id and e.pergunta_id = q.id)) as resposta
  from respostas_dadas d join participacoes p on p.id = d.participacao_id join rodadas r on r.id = d.rodada_id and r.modo = 'I'
  join talentos t on ${DESTE} join questionario_versoes v on v.id = r.versao_id
  cross join lateral (select (x.q ->> 'id')::int as id, x.q ->> 'texto' as texto, x.q ->> 'tipo' as tipo, x.q -> 'respostas' as respostas, x.n
    from jsonb_array_elements(v.definicao -> 'perguntas') with ordinality x(q, n)) q
  where ${onde} order by r.titulo, r.id, t.nome_ord, t.id, q.n`;

export const entrevistasRespondidasQuery = ({ entrevistaId, colaboradorId }: Filtro, acting: Acting): Sql =>
  respostas(filtrado(acting, 'pesquisa/entrevistas', entrevistaId, colaboradorId));

export const respostasIdentificadasQuery = ({ questionarioId, colaboradorId }: Filtro, acting: Acting): Sql =>
  respostas(filtrado(acting, 'pesquisa/questionarios', questionarioId, colaboradorId));
