import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { guardedChanges, trailed } from '#kit/fields/sensitive.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { closeEntries } from '#kit/store/dated.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import { esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { atualizaAtuais } from './atuais.server.ts';
import { motivos } from './codigos.ts';
import { origemDoHistorico } from './historicos-integracao.server.ts';

/** An entry of somebody's history that is still to come, or comes after their last day. */
export interface Previsto {
  id: number;
  data: string;
  motivo: keyof typeof motivos;
  /** the realignment that wrote it */
  realinhamento: string | null;
}

const entradas = (talentoId: number, quais: Sql): Sql => sql`
  from talentos_historicos h left join tabelas_reajustes_colaboradores r on r.id = h.tabela_reajuste_id
  where h.registro_id = ${talentoId} and ${quais} and exists (select from talentos_historicos a where a.registro_id = h.registro_id and a.data < h.data)`;

/** The entries after a day, except the first of all. */
export const previstosDepoisDe = (db: Queryable, talentoId: number, dia: string): Promise<Previsto[]> =>
  db.query<Previsto>(
    sql`select h.id, h.data::text as data, h.motivo, r.nome as realinhamento ${entradas(talentoId, sql`h.data > ${dia}::date`)} order by h.data`,
  );

/** Whether somebody may take entries back: what a realignment wrote is cancelled, the rest is a change of the history. */
export const podeAnular = ({ can }: Acting, previstos: readonly Previsto[]): boolean =>
  previstos.every(({ realinhamento }) => can(realinhamento === null ? 'ROLE_CAD_TALENTO_EDITAR' : 'ROLE_CANCELAR_REAJUSTE'));

/** 'Reajuste salarial de 01/12/2026 (Dissídio 2026)'; a realignment is named to who may open it. */
export const nomeDoPrevisto = ({ data, motivo, realinhamento }: Previsto, { can }: Pick<Acting, 'can'>): string =>
  `${motivos[motivo]} de ${formatDate(data)}${realinhamento === null || !can('ROLE_CAD_TABELA_REAJUSTE') ? '' : ` (${realinhamento})`}`;

/**
 * Takes back entries of one talent that the caller has locked (`quais`, over alias `h`), whoever wrote them; a realignment keeps
 * its entries of all others. Answers what it took back. The personnel system's confirmed entries change only there.
 */
export async function anulaHistoricos(
  tx: Tx,
  acting: Acting,
  talentos: Pick<Store, 'readWhole' | 'registry'>,
  talentoId: number,
  quais: Sql,
): Promise<Previsto[]> {
  const anulados = await tx.query<Previsto & { status: string }>(
    sql`select h.id, h.data::text as data, h.motivo, h.status, r.nome as realinhamento ${entradas(talentoId, quais)} order by h.data`,
  );
  if (anulados.length === 0) return [];
  if (acting.settings.acIntegra === true && anulados.some(({ status }) => status === 'C'))
    throw new Refusal(
      'HISTORICO_CONFIRMADO',
      'O sistema de pessoal já confirmou este histórico, que só pode ser desfeito nele.',
      409,
    );
  const { fields } = talentos.registry;
  const historicos = async () => (await talentos.readWhole(tx, acting, talentoId)).historicos;
  const antes = await historicos();
  const ids = anulados.map(({ id }) => id);
  await tx.query(sql`delete from talentos_historicos where id = any(${ids}::bigint[])`);
  await tx.query(closeEntries('talentos_historicos', sql`${talentoId}::bigint`));
  await esquecePendencias(tx, acting, ids.map(origemDoHistorico));
  await atualizaAtuais(tx, acting.today, sql`x.id = ${talentoId}`, { novaVersao: true });
  const depois = await historicos();
  await acting.audit(tx, {
    table: 'talentos',
    id: talentoId,
    action: 'A',
    changes: {
      historicos: [trailed(fields.historicos, antes), trailed(fields.historicos, depois)],
      anulados: [anulados.map((um) => nomeDoPrevisto(um, acting)).join('; '), null],
    },
    guarded: guardedChanges(fields, { historicos: [antes, depois] }),
  });
  return anulados;
}
