import sql from 'sql-template-tag';
import { NOTHING, type Todo, waitingIn } from '#kit/module/todo.server.ts';
import { pessoasDoUsuario, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { LIBERAR } from './avaliacoes-desempenho.lifecycle.ts';
import { MINHAS, talentoDaChave } from './folha.server.ts';
import { AVALIACOES } from './resultado.server.ts';

/** Whom whoever is logged in is asked to evaluate. */
const avaliacoesQueEsperam: Todo = {
  id: 'avaliacoes',
  title: 'Avaliações que esperam por você',
  deed: 'Avaliar',
  authority: [],
  link: MINHAS,
  async find(db, acting) {
    const pessoas = await pessoasDoUsuario(db, acting);
    if (pessoas.length === 0) return NOTHING;
    return waitingIn(
      db,
      sql`select case when p.papel = 'U' then 'A sua autoavaliação' else t.nome end as nome,
          case p.estado when 'P' then 'Começada' else r.titulo end as nota, r.ate as prazo, ${MINHAS} || '/' || p.id as link
        from participacoes p join rodadas r on r.id = p.rodada_id and r.dono = ${AVALIACOES} and r.estado = 'A'
        join talentos t on t.id = split_part(p.sobre, ':', 2)::bigint
        where p.empresa_id = ${acting.empresaId} and p.pessoa = any(${pessoas}::text[]) and p.estado <> 'R'
          and (r.ate is null or r.ate >= ${acting.today}::date)`,
    );
  },
};

/** Results of whoever is logged in that they have not acknowledged yet. */
const resultadosPorLer: Todo = {
  id: 'resultados-por-ler',
  title: 'Resultados seus por ler',
  deed: 'Ler',
  authority: [],
  link: '/avaliacao/resultados',
  async find(db, acting) {
    const pessoas = await pessoasDoUsuario(db, acting);
    if (pessoas.length === 0) return NOTHING;
    return waitingIn(
      db,
      sql`select d.titulo as nome, null::text as nota, null::date as prazo, '/avaliacao/resultados/' || a.id as link
        from avaliados_desempenho a join avaliacoes_desempenho d on d.id = a.avaliacao_desempenho_id
        where a.empresa_id = ${acting.empresaId} and d.situacao = 'C' and a.ciente_em is null and a.resultado is not null
          and a.colaborador_id = any(${pessoas.map(talentoDaChave)}::bigint[])`,
    );
  },
};

/** Evaluations whose last day has passed: nobody sees a result before they are concluded. */
const concluir: Todo = {
  id: 'concluir-avaliacoes',
  title: 'Avaliações por concluir',
  deed: 'Concluir',
  authority: [LIBERAR, 'ROLE_CAD_AVALIACAO_DESEMPENHO'],
  link: `/${AVALIACOES}?situacao=L`,
  find: (db, acting) =>
    waitingIn(
      db,
      sql`
        select d.titulo as nome, 'terminou em ' || to_char(d.data_fim, 'DD/MM/YYYY') as nota, d.data_fim as prazo, ${`/${AVALIACOES}/`} || d.id as link
        from avaliacoes_desempenho d where d.empresa_id = ${acting.empresaId} and d.situacao in ('L', 'B') and d.data_fim < ${acting.today}::date
          and exists (select from avaliados_desempenho a join talentos t on t.id = a.colaborador_id
            where a.avaliacao_desempenho_id = d.id and ${talentosVisiveis(acting)})`,
    ),
};

export const paraFazer: readonly Todo[] = [avaliacoesQueEsperam, resultadosPorLer, concluir];
