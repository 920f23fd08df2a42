import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { pessoasDoUsuario, talentosVisiveis, talentoVisivel, trabalha } from '#modules/gestao-talentos/public.server.ts';
import { EXPERIENCIA } from '#modules/gestao-talentos/public.ts';
import { latestVersion } from '#platform/questionario/versions.server.ts';
import { MODELOS } from '../avaliacoes/clone.server.ts';
import type { QuestionarioRespondido, TalentoEmExperiencia } from './acompanhamento.ts';
import { ACOMPANHAMENTOS, acompanhamentoQue, dadasEm, liderDe } from './acompanhamentos.server.ts';

const MAIS = 5_000;

/** Who is asked and works here, or who has answered, of the round `r`: a talent, or a user in their place. */
const quemResponde = sql`(
  select coalesce(l.nome, u.nome) from participacoes p
  left join talentos l on p.pessoa = 'talentos:' || l.id and l.id = split_part(p.pessoa, ':', 2)::bigint
    and (p.estado = 'R' or ${trabalha('l')})
  left join usuarios u on p.pessoa = 'usuarios:' || u.id and u.id = split_part(p.pessoa, ':', 2)::bigint
  where p.rodada_id = r.id order by p.estado = 'R' desc, p.papel = 'L' desc limit 1)`;

/** Talents on trial that the actor sees, each with their questionnaires. */
export async function talentosEmExperiencia(db: Queryable, acting: Acting, onde: readonly Sql[], { page = 0, size = MAIS } = {}) {
  const minhas = await pessoasDoUsuario(db, acting);
  return db.query<TalentoEmExperiencia & { total: number }>(sql`
    select json_build_object('id', t.id, 'nome', t.nome) as colaborador, o.nome as area, c.nome as cargo, t.data_admissao::text as "dataAdmissao",
      (select json_build_object('id', l.id, 'nome', l.nome) from talentos l where l.id = ${liderDe}) as lider,
      json_agg(json_build_object('id', (select p.id from participacoes p where p.rodada_id = r.id order by p.estado = 'R' desc, p.papel = 'L' desc limit 1),
        'questionarioId', m.id, 'titulo', m.titulo,
        'periodo', json_build_object('id', e.id, 'nome', e.nome), 'dias', v.dias, 'termino', v.termino, 'situacao', v.situacao, 'resposta', v.resposta,
        'avaliador', ${quemResponde}, 'minha', exists (select from participacoes p where p.rodada_id = r.id and p.pessoa = any(${minhas}::text[])),
        'respondidaEm', a.respondida_em, 'percentual', v.percentual::float8, 'minimo', coalesce(x.minimo, m.percentual_minimo_aprovacao)::float8,
        'resultado', v.resultado, 'parecer', v.parecer, 'contratoAte', x.contrato_ate, 'avaliacaoId', v.avaliacao_id) order by v.dias, v.periodo_id) as questionarios,
      count(*) over ()::int as total
    from acompanhamentos_dos_talentos v
    join talentos t on t.id = v.colaborador_id
    join periodos_experiencia e on e.id = v.periodo_id
    left join modelos_avaliacao m on m.id = v.modelo_id
    left join areas_organizacionais o on o.id = t.area_atual_id
    left join cargos c on c.id = t.cargo_atual_id
    left join acompanhamentos_experiencia a on a.colaborador_id = v.colaborador_id and a.periodo_id = v.periodo_id
    left join rodadas r on r.dono = ${ACOMPANHAMENTOS} and r.dono_id = a.id
    left join avaliacoes_experiencia x on x.id = v.avaliacao_id
    where ${join([talentosVisiveis(acting), ...onde], ' and ')}
    group by t.id, o.nome, c.nome order by t.nome_ord, t.id limit ${size} offset ${page * size}`);
}

/** A talent's questions by the model that they are asked by; 404 for a talent or a model that the actor may not see. */
async function doTalento(db: Queryable, acting: Acting, colaboradorId: number, modeloId: number) {
  const talento = await talentoVisivel(db, acting, colaboradorId);
  const pedido = await acompanhamentoQue(
    db,
    sql`a.colaborador_id = ${talento.id} and a.modelo_id = ${modeloId} and a.empresa_id = ${acting.empresaId}`,
  );
  return { talento, pedido };
}

/** What is asked about a talent by a model, and what was answered. */
export async function perguntado(
  db: Queryable,
  acting: Acting,
  colaboradorId: number,
  modeloId: number,
): Promise<QuestionarioRespondido> {
  const { talento, pedido } = await doTalento(db, acting, colaboradorId, modeloId);
  const modelo = await db.one<{
    titulo: string;
    minimo: number | null;
    periodo: { id: number; nome: string };
  }>(sql`
    select m.titulo, m.percentual_minimo_aprovacao::float8 as minimo, json_build_object('id', p.id, 'nome', p.nome) as periodo
    from modelos_avaliacao m join periodos_experiencia p on p.id = m.periodo_acompanhamento_experiencia_id
    where m.id = ${modeloId} and m.empresa_id = ${acting.empresaId} and m.tipo = ${EXPERIENCIA}`);
  if (!modelo) throw refuse.notFound();
  const dadas = pedido && (await dadasEm(db, pedido.rodadaId));
  const quem =
    pedido &&
    (await db.one<{ id: number | null; nome: string | null; versao: number }>(sql`
      select (select p.id from participacoes p where p.rodada_id = r.id order by p.estado = 'R' desc, p.papel = 'L' desc limit 1) as id,
        ${quemResponde} as nome from rodadas r where r.id = ${pedido.rodadaId}`));
  const { definicao } = dadas ?? (await latestVersion(db, { empresaId: acting.empresaId, dono: MODELOS, donoId: modeloId }));
  return {
    id: quem?.id ?? null,
    questionarioId: modeloId,
    titulo: modelo.titulo,
    colaborador: { id: talento.id, nome: talento.nome },
    periodo: modelo.periodo,
    avaliador: quem?.nome ?? null,
    respondidaEm: pedido?.respondidaEm ?? null,
    percentual: pedido?.percentual ?? null,
    minimo: modelo.minimo,
    aspectos: definicao.aspectos.flatMap(({ id, nome }) => {
      const percentual = dadas?.pontos.aspectos.get(id);
      return percentual === undefined ? [] : [{ nome, percentual: Math.round(percentual * 100) / 100 }];
    }),
    definicao,
    respostas: dadas?.respostas ?? null,
  };
}
