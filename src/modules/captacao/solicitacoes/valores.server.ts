import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { isImporting } from '#kit/import/apply.server.ts';
import type { MessageType } from '#kit/message/message.ts';
import { Refusal, stillThere } from '#kit/refusal/refusal.ts';
import { queueMails } from '#platform/mail/mail.server.ts';
import { notifyOthers } from '#platform/mensagens/mensagens.server.ts';
import { countAt } from '#platform/session/throttle.server.ts';
import { quemVe } from './visiveis.server.ts';

/** What every message about a request says of it. */
export async function valoresDe(db: Queryable, id: number) {
  const { descricao, area, quantidade, solicitante } = stillThere(
    await db.one<{
      descricao: string;
      area: string | null;
      quantidade: number;
      solicitante: string | null;
    }>(sql`
    select s.descricao, a.nome as area, s.quantidade, u.nome as solicitante from solicitacoes_pessoal s
    left join areas_organizacionais a on a.id = s.area_organizacional_id left join usuarios u on u.id = s.solicitante_id
    where s.id = ${id}`),
  );
  return {
    id: String(id),
    descricao,
    area: area ?? 'sem área',
    vagas: counted(quantidade, 'vaga', 'vagas'),
    solicitante: solicitante ?? 'Alguém',
  };
}

/** Tells whoever asked and the recruiter, where they see the request, and the addresses that the request names. */
export async function avisaDaSolicitacao(
  tx: Tx,
  acting: Acting,
  id: number,
  type: MessageType,
  values: Readonly<Record<string, string>>,
  /** the actor has written the request, and is refused where it names too many addresses */
  escreveu = false,
): Promise<void> {
  const { pessoas, emails } = stillThere(
    await tx.one<{ pessoas: (number | null)[]; emails: string[] | null }>(
      sql`select array[solicitante_id, recrutador_responsavel_id] as pessoas, emails_check as emails from solicitacoes_pessoal where id = ${id}`,
    ),
  );
  const all = { ...(await valoresDe(tx, id)), ...values };
  await notifyOthers(tx, acting, type, { to: await quemVe(tx, acting, id, pessoas), values: all });
  // A sheet writes to nobody outside.
  if (!emails?.length || isImporting(acting)) return;
  const { empresaId, usuarioId } = acting;
  const para = [...new Set(emails)];
  try {
    await countAt(tx, [
      ['avisosDeSolicitacao', `${empresaId}/${id}/${usuarioId}`],
      ['enderecosDeSolicitacao', `${empresaId}/${usuarioId}`, para.length],
    ]);
  } catch (error) {
    // Whoever typed the addresses holds up nobody who decides.
    if (escreveu || !(error instanceof Refusal)) throw error;
    await acting.audit(tx, {
      table: 'solicitacoes_pessoal',
      id,
      action: 'A',
      changes: { aviso: [null, 'Os e-mails aos endereços avisados não foram enviados: já houve muitos nos últimos 15 minutos.'] },
    });
    return;
  }
  await queueMails(
    tx,
    type,
    empresaId,
    para.map((um) => ({ para: um, values: all })),
  );
}
