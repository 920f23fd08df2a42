import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { bare, namedId } from '#kit/fields/bare.ts';
import { columns } from '#kit/registry/names.server.ts';
import type { Row } from '#kit/registry/record.ts';
import { rowsIn } from '#kit/registry/record.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { avisaPendencia, esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { motivos } from './codigos.ts';
import { talentos } from './talentos.registry.ts';

/** Under which name an entry waits among the pending items. */
export const origemDoHistorico = (id: number) => `cargo-salario/colaboradores/historicos/${id}`;
const campos = columns(talentos.fields.historicos.fields ?? {}).flatMap(([nome, { readOnly }]) => (readOnly ? [] : [nome]));

/** Whether an entry is unchanged. */
export const intacta = (linha: Row, antes: Row | undefined): boolean =>
  antes !== undefined && campos.every((nome) => (bare(linha[nome]) ?? null) === (bare(antes[nome]) ?? null));

interface Save {
  value: Record<string, unknown>;
  before?: Record_;
  restored?: Record_;
  acting: Acting;
}

const linhasDe = (registro: Record<string, unknown> | undefined) => rowsIn(registro, 'historicos');
const antesDe = (before: Record_ | undefined) => new Map(linhasDe(before).map((linha) => [linha.id, linha]));

/**
 * New and changed entries of a talent wait for an integrated personnel system, unless they came from it together with the talent;
 * without one they are confirmed at once. The other entries keep their status, also when they come back from the bin.
 */
export function situaHistoricos({ value, before, restored, acting }: Save): void {
  const antes = antesDe(before ?? restored);
  const espera = acting.settings.acIntegra === true && (before !== undefined || value.statusAC === 'G');
  for (const linha of linhasDe(value)) {
    const antiga = antes.get(linha.id);
    linha.status = intacta(linha, antiga) ? (antiga?.status ?? null) : espera ? 'P' : 'C';
  }
}

/** Adds the waiting entries of a saved talent to the pending items, and removes those that no longer wait. */
export async function avisaDosHistoricos(tx: Tx, id: number, { value, before, acting }: Save): Promise<void> {
  const [antes, linhas] = [antesDe(before), linhasDe(value)];
  if (acting.settings.acIntegra !== true) return;
  if (linhas.length === antes.size && linhas.every((linha) => intacta(linha, antes.get(linha.id)))) return;
  await esquecePendencias(
    tx,
    acting,
    [...antes.keys()].map((antigo) => origemDoHistorico(namedId(antigo))),
  );
  // The entry of a waiting admission is reported with the admission.
  const esperam = await tx.query<{ id: number; data: string; motivo: keyof typeof motivos; nome: string }>(sql`
    select h.id, h.data::text as data, h.motivo, t.nome from talentos_historicos h join talentos t on t.id = h.registro_id
    where h.registro_id = ${id} and h.status = 'P' and h.tabela_reajuste_id is null and t.status_ac is distinct from 'G' order by h.data`);
  for (const { id: historico, data, motivo, nome } of esperam)
    await avisaPendencia(tx, acting, {
      origem: origemDoHistorico(historico),
      tipo: 'Histórico do colaborador',
      descricao: `${motivos[motivo]} de ${nome} a partir de ${formatDate(data)} aguarda confirmação no sistema de pessoal`,
      autoridade: 'ROLE_CAD_HISTORICO_COLABORADOR_EDITAR',
    });
}

/** Sets the status of pending entries (`quais`, over alias `h`) to the personnel system's answer. Answers how many they were. */
export async function respondeHistoricos(tx: Tx, acting: Acting, quais: Sql, status: 'C' | 'X'): Promise<number> {
  const respondidos = await tx.query<{ id: number; feitoAMao: boolean }>(sql`
    update talentos_historicos h set status = ${status} where h.status = 'P' and ${quais} returning h.id, h.tabela_reajuste_id is null as "feitoAMao"`);
  const avisados = respondidos.filter(({ feitoAMao }) => feitoAMao).map(({ id }) => origemDoHistorico(id));
  await esquecePendencias(tx, acting, avisados);
  return respondidos.length;
}

export interface HistoricoQueAguarda {
  talentoId: number;
  /** part of an admission without an answer yet */
  daAdmissao: boolean;
  primeiro: boolean;
  tabela: string | null;
}

/** An entry that waits for the personnel system; undefined when it does not. */
export const historicoQueAguarda = (db: Queryable, id: number): Promise<HistoricoQueAguarda | undefined> =>
  db.one<HistoricoQueAguarda>(sql`
    select h.registro_id as "talentoId", t.status_ac is not distinct from 'G' as "daAdmissao", r.nome as tabela,
      not exists (select from talentos_historicos x where x.registro_id = h.registro_id and x.data < h.data) as primeiro
    from talentos_historicos h join talentos t on t.id = h.registro_id left join tabelas_reajustes_colaboradores r on r.id = h.tabela_reajuste_id
    where h.id = ${id} and h.status = 'P'`);
