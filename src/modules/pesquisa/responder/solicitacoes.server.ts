import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { DESTE, pessoasDoUsuario, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { type ColaboradorQuestionario, POR_VEZ } from './colaborador-questionario.ts';

const CONSULTAR = 'ROLE_CAD_QUESTIONARIO';

/** What surveys ask: questionnaires and interviews. */
const QUESTIONARIOS = 'pesquisa/questionarios';
const ENTREVISTAS = 'pesquisa/entrevistas';
const DONOS = [QUESTIONARIOS, ENTREVISTAS];
/** What other modules ask by the same page; only whoever is asked finds it here. */
const ALHEIOS = ['avaliacao/acompanhamentos-periodos-experiencia', 'gestao-talentos/desligamentos'];

/**
 * Who is asked what. Everybody reads what they are asked themselves; whoever reads questionnaires, also what the talents are asked
 * whom they see, and of interviews only whoever reads these too. Whether others have answered is told of answers by name alone: of the others only rates of groups are.
 */
export async function solicitacoes(
  db: Queryable,
  acting: Acting,
  quais: readonly Sql[],
  soMinhas = false,
  pagina = 0,
): Promise<ColaboradorQuestionario[]> {
  const minhas = await pessoasDoUsuario(db, acting);
  const minha = sql`p.pessoa = any(${minhas}::text[])`;
  const deOutros = acting.can('ROLE_CAD_ENTREVISTA') ? DONOS : [QUESTIONARIOS];
  const vejo =
    !soMinhas && acting.can(CONSULTAR) ? sql`(${minha} or (r.dono = any(${deOutros}) and ${talentosVisiveis(acting)}))` : minha;
  return db.query<ColaboradorQuestionario>(sql`
    select x.id, x.questionario, x.colaborador, x.titulo, x.ativa, x.sobre, x.pesquisa, x.modo, x.ate, x.aberta, x.minha, case when x.minha or x.modo = 'I' then x.estado = 'R' end as respondida, case when x.minha or x.modo = 'I' then x.estado = 'P' end as "respondidoParcialmente"
    from (
      select p.id, case when q.id is not null then json_build_object('id', q.id, 'nome', q.titulo) end as questionario,
        json_build_object('id', t.id, 'nome', t.nome) as colaborador, r.titulo, coalesce(f.ativa, e.ativa, true) as ativa, r.dono = any(${DONOS}) as pesquisa,
        (select s.nome from talentos s where p.sobre = 'talentos:' || s.id and s.id = split_part(p.sobre, ':', 2)::bigint) as sobre, r.modo, r.ate::text as ate, p.estado, ${minha} as minha,
        r.estado = 'A' and (r.ate is null or r.ate >= ${acting.today}::date) as aberta
      from participacoes p join rodadas r on r.id = p.rodada_id join talentos t on ${DESTE}
      left join questionarios q on r.dono = 'pesquisa/questionarios' and q.id = r.dono_id
      left join pesquisas f on f.id = q.pesquisa_id
      left join entrevistas e on r.dono = 'pesquisa/entrevistas' and e.id = r.dono_id
      where p.empresa_id = ${acting.empresaId} and r.dono = any(${[...DONOS, ...ALHEIOS]}) and ${join([vejo, ...quais], ' and ')}
      order by r.ate nulls last, r.id desc, t.nome_ord, p.id limit ${POR_VEZ} offset ${pagina * POR_VEZ}) x`);
}

/** One of them; a 404 to whoever may not see it. */
export async function solicitacao(db: Queryable, acting: Acting, id: number): Promise<ColaboradorQuestionario> {
  const [uma] = await solicitacoes(db, acting, [sql`p.id = ${id}`]);
  if (!uma) throw refuse.notFound();
  return uma;
}
