import sql from 'sql-template-tag';
import { DEFAULT_TIME_ZONE, formatDate } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { locked } from '#kit/form/locked-rows.ts';

/**
 * Refuses to remove somebody whose admission is still to come, but who had begun to work by one that stood in the record before: the law has their
 * employment kept. One that was corrected within a day of being entered was a slip.
 */
export async function exigeQueNuncaAdmitido(tx: Tx, { id, situacao }: { id: number; situacao?: unknown }): Promise<void> {
  // The personnel system cancelled the admission, or has not confirmed it yet.
  if (situacao === 'C' || situacao === 'G') return;
  const antes = await tx.one<{ dia: string }>(sql`
    with datas as materialized (
      select id, acao, instante, coalesce(resumo, mudancas) -> 'dataAdmissao' as mudou from auditoria
      where tabela = 'talentos' and registro_id = ${id} and coalesce(resumo, mudancas) ? 'dataAdmissao')
    select s.mudou ->> 0 as dia from datas s
    where s.acao = 'A' and s.mudou ->> 0 <= (s.instante at time zone ${DEFAULT_TIME_ZONE})::date::text and not exists (
      select from datas e where e.mudou ->> 1 = s.mudou ->> 0 and e.id < s.id and e.instante > s.instante - interval '1 day')
    order by dia limit 1`);
  if (antes)
    throw locked(
      `Quem já foi admitido não é excluído: a admissão de ${formatDate(antes.dia)} já tinha começado quando a data mudou, e a lei manda guardar o registro.`,
    );
}
