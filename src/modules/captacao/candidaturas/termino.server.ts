import sql from 'sql-template-tag';
import { DEFAULT_TIME_ZONE } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';

/** Tells those who are still in the selection of a vacancy that ended. */
export const RESPONDE_TERMINO = 'captacao.responde-termino';

/** Over `s` and its company `e`: whether candidates of the vacancy are answered by the program; the last ad that says so decides. */
export const RESPONDE_SOZINHO = sql`coalesce((
  select n.resposta_automatica = 'S' from anuncios_vagas n where n.solicitacao_id = s.id and n.resposta_automatica is not null
  order by n.exibir_modulo_externo desc, n.id desc limit 1), e.responder_candidatos)`;

/** The next morning, so that a vacancy that was ended by mistake may be opened again before anybody is told. */
export const respondeAmanha = (tx: Tx, solicitacaoId: number): Promise<unknown> =>
  tx.query(sql`
    insert into tarefas (tipo, dados, executar_em)
    select ${RESPONDE_TERMINO}, jsonb_build_object('solicitacaoId', s.id), (hoje() + 1 + time '09:00') at time zone ${DEFAULT_TIME_ZONE}
    from solicitacoes_pessoal s join empresas e on e.id = s.empresa_id where s.id = ${solicitacaoId} and ${RESPONDE_SOZINHO}
      and exists (select from candidaturas c where c.solicitacao_id = s.id and c.situacao = 'A')`);
