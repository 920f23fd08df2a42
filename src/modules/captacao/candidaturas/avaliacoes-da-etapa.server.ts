import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { isImporting } from '#kit/import/apply.server.ts';
import { askOnce } from '#kit/jobs/schedule.server.ts';

/** Asks candidates of a company for the evaluations that the ads of their vacancies name for the stage they came to. */
export const PEDE_AVALIACOES = 'captacao.pede-avaliacoes';

export const MODELOS = 'captacao/modelos-avaliacao-candidato';

/** Whom the task is still to ask: derived, for it goes as soon as they are asked. */
export const A_PEDIR = 'avaliacoes_a_pedir';

/** Over an ad `n` and a row `v` of its evaluations: whether it is asked at a stage; null: when somebody applies. */
const daEtapa = (etapaId: number | null) =>
  sql`(case when n.utilizar_avaliacoes_etapa_seletiva then v.etapa_seletiva_id end) is not distinct from ${etapaId}::bigint`;

/** What the ads of these requests ask for at a stage (`solicitacao_id`, `avaliacao_id`, `manda`), as far as anybody can be asked. */
export const pedidasNaEtapa = (solicitacoes: Sql, etapaId: number | null): Sql => sql`
  select n.solicitacao_id, v.avaliacao_id, bool_or(v.responder_modulo_externo) as manda
  from anuncios_vagas n join anuncios_vagas_solicitacao_avaliacoes v on v.registro_id = n.id join modelos_avaliacao_candidato m on m.id = v.avaliacao_id and m.ativo
  where n.solicitacao_id in (${solicitacoes}) and ${daEtapa(etapaId)}
    and exists (select from questionario_versoes q where q.dono = ${MODELOS} and q.dono_id = m.id)
  group by 1, 2`;

/** One task a company: who waits stands in a table, so that nobody is twice in the line, however often they are moved. */
const pede = (tx: Queryable, empresaId: number): Promise<void> =>
  askOnce(tx, { tipo: PEDE_AVALIACOES, dados: { empresaId }, key: `${PEDE_AVALIACOES}:${empresaId}`, group: String(empresaId) });

/**
 * Puts those of them in line who lack an evaluation of the stage that they came to; in the caller's transaction, so that nobody is asked for a move
 * that failed. A sheet tells of what was, and writes to nobody.
 */
export async function pedeAsDaEtapa(
  tx: Tx,
  acting: Acting,
  candidaturas: readonly number[],
  etapaId: number | null,
): Promise<void> {
  if (isImporting(acting)) return;
  // What the ads ask for is found once, and not again for each candidate, whatever the planner knows of the tables.
  const entrou = await tx.query(sql`
    with postas as materialized (select c.id, c.solicitacao_id from candidaturas c where c.id = any(${[...candidaturas]}::bigint[])),
      pedidas as materialized (${pedidasNaEtapa(sql`select solicitacao_id from postas`, etapaId)}),
      novas as (
        insert into avaliacoes_a_pedir (empresa_id, candidatura_id, etapa_seletiva_id, usuario_id)
        select ${acting.empresaId}::bigint, c.id, ${etapaId}::bigint, ${acting.usuarioId}::bigint from postas c
        where exists (
          select from pedidas l where l.solicitacao_id = c.solicitacao_id
            and not exists (select from avaliacoes_candidatos a where a.candidatura_id = c.id and a.modelo_id = l.avaliacao_id))
        order by c.id
        on conflict (candidatura_id, etapa_seletiva_id) do update set id = default, usuario_id = excluded.usuario_id returning 1)
    select 1 from novas limit 1`);
  if (entrou.length > 0) await pede(tx, acting.empresaId);
}

/** Has the task run again if somebody of the company still waits. */
export async function pedeAindaA(tx: Tx, empresaId: number): Promise<void> {
  const espera = await tx.one(sql`select 1 from avaliacoes_a_pedir where empresa_id = ${empresaId} limit 1`);
  if (espera) await pede(tx, empresaId);
}
