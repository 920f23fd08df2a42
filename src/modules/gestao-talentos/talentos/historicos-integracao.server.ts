import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { columns } from '#kit/registry/names.server.ts';
import type { Record_ } from '#kit/registry/store.server.ts';
import { avisaPendencia, esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { motivos } from './codigos.ts';
import { talentos } from './talentos.registry.ts';

type Linha = Record<string, unknown> & { id?: number | null };

const origemDoHistorico = (id: number) => `cargo-salario/colaboradores/historicos/${id}`;
const campos = columns(talentos.fields.historicos.fields ?? {}).flatMap(([nome, { readOnly }]) => (readOnly ? [] : [nome]));

/** Ids of the entries that a save leaves as they were. */
function intactas(antes: readonly Linha[], depois: readonly Linha[]): number[] {
  const enviadas = new Map(depois.map((linha) => [linha.id, linha]));
  return antes.flatMap((linha) => {
    const enviada = enviadas.get(linha.id);
    const muda = campos.some((nome) => (bare(linha[nome]) ?? null) !== (bare(enviada?.[nome]) ?? null));
    return enviada === undefined || muda ? [] : [linha.id as number];
  });
}

interface Save {
  value: Record<string, unknown>;
  before?: Record_;
  acting: Acting;
}

/**
 * New and changed entries of a talent that was saved wait for an integrated personnel system, unless the talent came from it with them; where there is
 * none they are confirmed at once.
 */
export async function situaHistoricos(tx: Tx, id: number, { value, before, acting }: Save): Promise<void> {
  const linhas = value.historicos as Linha[] | undefined;
  const antes = (before?.historicos ?? []) as Linha[];
  if (linhas === undefined) return;
  const ficam = intactas(antes, linhas);
  if (ficam.length === linhas.length && ficam.length === antes.length) return;
  const integrada = acting.settings.acIntegra === true;
  const espera = integrada && (before !== undefined || value.statusAC === 'G');
  await tx.query(sql`
    update talentos_historicos set status = ${espera ? 'P' : 'C'} where registro_id = ${id} and id <> all(${ficam}::bigint[])`);
  if (!integrada) return;
  await esquecePendencias(
    tx,
    acting,
    antes.map((linha) => origemDoHistorico(linha.id as number)),
  );
  // The entry of an admission that waits is told with it.
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

/** The personnel system has answered for the pending entries (`quais`, over alias `h`): they stand so from now on. Answers how many they were. */
export async function respondeHistoricos(tx: Tx, acting: Acting, quais: Sql, status: 'C' | 'X'): Promise<number> {
  const respondidos = await tx.query<{ id: number; feitoAMao: boolean }>(sql`
    update talentos_historicos h set status = ${status} where h.status = 'P' and ${quais} returning h.id, h.tabela_reajuste_id is null as "feitoAMao"`);
  const avisados = respondidos.filter(({ feitoAMao }) => feitoAMao).map(({ id }) => origemDoHistorico(id));
  await esquecePendencias(tx, acting, avisados);
  return respondidos.length;
}

export interface HistoricoQueAguarda {
  talentoId: number;
  /** of an admission that was not answered yet */
  daAdmissao: boolean;
  primeiro: boolean;
  tabela: string | null;
}

/** An entry that waits for the personnel system; undefined for another. */
export const historicoQueAguarda = (db: Queryable, id: number): Promise<HistoricoQueAguarda | undefined> =>
  db.one<HistoricoQueAguarda>(sql`
    select h.registro_id as "talentoId", t.status_ac is not distinct from 'G' as "daAdmissao", r.nome as tabela,
      not exists (select from talentos_historicos x where x.registro_id = h.registro_id and x.data < h.data) as primeiro
    from talentos_historicos h join talentos t on t.id = h.registro_id left join tabelas_reajustes_colaboradores r on r.id = h.tabela_reajuste_id
    where h.id = ${id} and h.status = 'P'`);
