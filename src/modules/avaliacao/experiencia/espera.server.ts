import sql from 'sql-template-tag';
import { NOTHING, type Todo, waitingIn } from '#kit/module/todo.server.ts';
import { pessoasDoUsuario } from '#modules/gestao-talentos/public.server.ts';
import { ACOMPANHAMENTOS } from './acompanhamentos.server.ts';

/** Trials about which whoever is logged in is asked. */
export const experienciasQueEsperam: Todo = {
  id: 'experiencias',
  title: 'Experiências que esperam a sua avaliação',
  deed: 'Responder',
  authority: [],
  link: '/pesquisa/colaborador-questionario',
  async find(db, acting) {
    const pessoas = await pessoasDoUsuario(db, acting);
    if (pessoas.length === 0) return NOTHING;
    return waitingIn(
      db,
      sql`select t.nome, e.nome as nota, t.data_admissao + e.dias - 1 as prazo, '/pesquisa/responder/' || p.id as link
        from participacoes p join rodadas r on r.id = p.rodada_id and r.dono = ${ACOMPANHAMENTOS} and r.estado = 'A'
        join acompanhamentos_experiencia a on a.id = r.dono_id and a.respondida_em is null
        join talentos t on t.id = a.colaborador_id join periodos_experiencia e on e.id = a.periodo_id
        where p.empresa_id = ${acting.empresaId} and p.pessoa = any(${pessoas}::text[]) and p.estado <> 'R'`,
    );
  },
};
