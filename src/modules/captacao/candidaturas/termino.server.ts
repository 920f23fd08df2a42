import sql from 'sql-template-tag';
import { DEFAULT_TIME_ZONE } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { askOnce } from '#kit/jobs/schedule.server.ts';

/** Tells those who are still in the selection of a vacancy that ended. */
export const RESPONDE_TERMINO = 'captacao.responde-termino';

/** Over `s` and its company `e`: whether candidates of the vacancy are answered by the program; the last ad that says so decides. */
export const RESPONDE_SOZINHO = sql`coalesce((
  select n.resposta_automatica = 'S' from anuncios_vagas n where n.solicitacao_id = s.id and n.resposta_automatica is not null
  order by n.exibir_modulo_externo desc, n.id desc limit 1), e.responder_candidatos)`;

/**
 * The next morning, so that a vacancy that was ended by mistake may be opened again before anybody is told. One task a request and day: whoever ends
 * it after that of the day has begun has another one tomorrow.
 */
export async function respondeAmanha(tx: Tx, solicitacaoId: number): Promise<void> {
  const devida = await tx.one<{ empresa: number; dia: string; runAt: Date }>(sql`
    select s.empresa_id as empresa, hoje() + 1 as dia, (hoje() + 1 + time '09:00') at time zone ${DEFAULT_TIME_ZONE} as "runAt"
    from solicitacoes_pessoal s join empresas e on e.id = s.empresa_id where s.id = ${solicitacaoId} and ${RESPONDE_SOZINHO}
      and exists (select from candidaturas c where c.solicitacao_id = s.id and c.situacao = 'A')`);
  if (!devida) return;
  const { empresa, dia, runAt } = devida;
  const key = `${RESPONDE_TERMINO}:${solicitacaoId}:${dia}`;
  await askOnce(tx, { tipo: RESPONDE_TERMINO, dados: { solicitacaoId }, key, group: String(empresa), runAt });
}
