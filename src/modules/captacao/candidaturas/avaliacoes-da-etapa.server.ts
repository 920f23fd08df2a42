import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';

/** Asks candidates for the evaluations that the ads of their vacancies name for the stage they came to. */
export const PEDE_AVALIACOES = 'captacao.pede-avaliacoes';

/** Over an ad `n` and a row `v` of its evaluations: whether it is asked at a stage; null: when somebody applies. */
export const daEtapa = (etapaId: number | null) =>
  sql`(case when n.utilizar_avaliacoes_etapa_seletiva then v.etapa_seletiva_id end) is not distinct from ${etapaId}::bigint`;

/** Puts the task in where an ad asks for anything; in the caller's transaction, so that nobody is asked for a move that failed. */
export const pedeAsDaEtapa = (
  tx: Tx,
  acting: Acting,
  candidaturas: readonly number[],
  etapaId: number | null,
): Promise<unknown> =>
  tx.query(sql`
    insert into tarefas (tipo, dados)
    select ${PEDE_AVALIACOES}, jsonb_build_object('empresaId', ${acting.empresaId}::bigint, 'etapaId', ${etapaId}::bigint, 'candidaturas', to_jsonb(${[...candidaturas]}::bigint[]))
    where exists (
      select from anuncios_vagas n join anuncios_vagas_solicitacao_avaliacoes v on v.registro_id = n.id
      where n.solicitacao_id in (select distinct c.solicitacao_id from candidaturas c where c.id = any(${[...candidaturas]}::bigint[])) and ${daEtapa(etapaId)})`);
