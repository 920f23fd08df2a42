import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { amend } from '#kit/store/amend.server.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { desligamentos } from './desligamentos.registry.ts';
import { deixaDeEntrevistar, entrevistaAoConfirmar } from './entrevista.server.ts';

/** Whether the actor may confirm dismissals, here or for the personnel system. */
export const resolveDesligamentos = (acting: Acting): boolean =>
  acting.can('ROLE_CONFIRMAR_DESLIGAMENTO') || acting.can('ROLE_INTEGRACAO_PESSOAL');

interface Save {
  value: Readonly<Record<string, unknown>>;
  before?: Record_;
  acting: Acting;
  byHand: boolean;
}

/**
 * A talent's last day is the dismissal itself: others ask for it in Desligamentos. They may only write down anew somebody who has left long ago,
 * as registrations from elsewhere bring them. While a request waits nobody writes another day beside it: the talent is locked, so that none begins meanwhile.
 */
export async function exigeQuemDesliga(tx: Tx, { value: { dataDesligamento }, before, acting, byHand }: Save): Promise<void> {
  const antes = before?.dataDesligamento ?? null;
  if (dataDesligamento === undefined || dataDesligamento === antes) return;
  const recusa = (message: string) => refuse.invalid([{ field: 'dataDesligamento', message }]);
  // It has a reason and a kind, so that it is a deed, not a field; imports and the personnel system bring the day alone.
  if (before && byHand && !acting.can('ROLE_INTEGRACAO_PESSOAL'))
    throw recusa('A data de desligamento não é digitada: use Desligar, ou mude ou cancele o desligamento em Desligamentos.');
  const passada = !before && typeof dataDesligamento === 'string' && dataDesligamento < acting.today;
  if (!passada && !resolveDesligamentos(acting))
    throw recusa(
      before
        ? 'Só quem confirma desligamentos informa, muda ou retira esta data. Peça o desligamento em Desligamentos.'
        : 'Só quem confirma desligamentos informa uma data que ainda não passou. Peça o desligamento em Desligamentos.',
    );
  if (before && dataDesligamento !== null && (await esperaPedido(tx, before.id)))
    throw recusa('Um desligamento deste talento aguarda confirmação: confirme-o, mude sua data ou cancele-o em Desligamentos.');
}

const esperaPedido = (tx: Tx, talentoId: number) =>
  tx.one(sql`select id from desligamentos where colaborador_id = ${talentoId} and status = 'U' limit 1`);

/**
 * Somebody changed or removed the last day in the talent's own record (the form, an import, the personnel system): the confirmed
 * dismissal gets the same day, so that the two never disagree.
 */
export async function acompanhaDataDeDesligamento(tx: Tx, acting: Acting, talentoId: number, data: string | null): Promise<void> {
  const feito = await tx.one<{ id: number; data: string }>(
    sql`select id, data::text as data from desligamentos where colaborador_id = ${talentoId} and status = 'D' for update`,
  );
  if (!feito) return data === null ? undefined : desfazCancelamento(tx, acting, talentoId, data);
  if (feito.data === data) return;
  if (data !== null) return void (await amend(tx, acting, desligamentos, feito, { data }));
  await amend(tx, acting, desligamentos, { ...feito, status: 'D' }, { status: 'C' }, 'cancelar');
  const entrevista = await deixaDeEntrevistar(tx, feito.id);
  if (entrevista)
    await acting.audit(tx, {
      table: desligamentos.table,
      id: feito.id,
      action: 'A',
      changes: { entrevista: [entrevista, null] },
    });
}

/**
 * An import, or an edit of several records, that is undone brings the day back, and with it the dismissal that it had cancelled: the trail has
 * both under its number. What the leaver was asked is asked anew, with another link.
 */
async function desfazCancelamento(tx: Tx, acting: Acting, colaboradorId: number, data: string): Promise<void> {
  const linhas = sql`from auditoria a where a.tabela = ${desligamentos.table} and a.registro_id = d.id and a.requisicao = ${acting.requestId}`;
  const cancelado = await tx.one<{ id: number; tipo: string; modelo: number | null; perguntado: number | null }>(sql`
    select d.id, d.tipo, d.modelo_entrevista_id as modelo,
      (select (a.mudancas #>> '{entrevista,0,id}')::bigint ${linhas} and a.mudancas ? 'entrevista' order by a.id desc limit 1) as perguntado
    from desligamentos d
    where d.colaborador_id = ${colaboradorId} and d.status = 'C' and d.data = ${data}::date
      and exists (select ${linhas} and a.transicao = 'cancelar')
    order by d.id desc limit 1 for update of d`);
  if (!cancelado) return;
  const { id, tipo, modelo, perguntado } = cancelado;
  await amend(tx, acting, desligamentos, { id, status: 'C' }, { status: 'D' });
  await entrevistaAoConfirmar(tx, acting, { id, colaboradorId, tipo, modeloId: perguntado }, perguntado === modelo);
}

/** A talent has a new name: records that begin with the name get the new one, in their text and their search. */
export async function renomeiaRegistros(tx: Tx, talentoId: number, antes: string, agora: string): Promise<void> {
  for (const tabela of [sql`desligamentos`, sql`colaboradores_ocorrencias`, sql`avaliacoes_experiencia`])
    await tx.query(sql`
      update ${tabela} set resumo = ${agora}::text || substr(resumo, length(${antes}::text) + 1)
      where colaborador_id = ${talentoId} and left(resumo, length(${antes}::text)) = ${antes}`);
}
