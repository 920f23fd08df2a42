import sql from 'sql-template-tag';
import { NOTHING, type Todo, waitingIn } from '#kit/module/todo.server.ts';
import { pessoasDoUsuario } from '#modules/gestao-talentos/public.server.ts';

/** Questionnaires and interviews that wait for whoever is logged in. */
export const pesquisasQueEsperam: Todo = {
  id: 'responder',
  title: 'Pesquisas que esperam por você',
  deed: 'Responder',
  authority: [],
  link: '/pesquisa/colaborador-questionario',
  async find(db, acting) {
    const pessoas = await pessoasDoUsuario(db, acting);
    if (pessoas.length === 0) return NOTHING;
    return waitingIn(
      db,
      sql`select r.titulo as nome, case p.estado when 'P' then 'Começada' end as nota, r.ate as prazo,
          case r.dono when 'pesquisa/questionarios' then '/pesquisa/colaborador-questionario/' || r.dono_id else '/pesquisa/responder/' || p.id end as link
        from participacoes p join rodadas r on r.id = p.rodada_id
        where p.empresa_id = ${acting.empresaId} and p.pessoa = any(${pessoas}::text[]) and p.estado <> 'R' and r.estado = 'A'
          and (r.ate is null or r.ate >= ${acting.today}::date) and r.dono in ('pesquisa/questionarios', 'pesquisa/entrevistas', 'gestao-talentos/desligamentos')`,
    );
  },
};
