import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { atualizaAtuais } from '#modules/gestao-talentos/public.server.ts';
import { type Tabela, tiposDeLinha } from './tabelas.server.ts';

/** The value columns of an entry of a band, or of an index, and the condition of the people whom it pays (over alias `x`). */
const entradas = {
  F: {
    colunas: sql`tipo, valor, status`,
    valores: (status: string): Sql => sql`'3', r.valor_proposto, ${status}`,
    talentos: (ids: Sql): Sql => sql`x.faixa_atual_id in (${ids})`,
  },
  I: {
    colunas: sql`valor`,
    valores: (_status: string): Sql => sql`r.valor_proposto`,
    talentos: (ids: Sql): Sql => sql`
      x.id in (select registro_id from talentos_historicos where indice_id in (${ids}))
      or x.faixa_atual_id in (select registro_id from faixas_salariais_historicos where indice_id in (${ids}))`,
  },
} as const;

const idsDe = (tipo: 'F' | 'I', id: number): Sql =>
  sql`select ${raw(tiposDeLinha[tipo].chave)} from ${raw(tiposDeLinha[tipo].tabela)} where tabela_reajuste_id = ${id}`;

async function atualiza(tx: Tx, tipo: 'F' | 'I', { id, empresaId }: Tabela, hoje: string) {
  const ids = idsDe(tipo, id);
  await tx.query(sql`update ${raw(tiposDeLinha[tipo].registro)} set versao = versao + 1 where id in (${ids})`);
  await atualizaAtuais(tx, hoje, sql`x.empresa_id = ${empresaId} and (${entradas[tipo].talentos(ids)})`);
}

/**
 * Adds an entry with the proposed value to each band (or index) of the table, and refreshes the salaries of the people paid by
 * it. The caller has locked bands and indices.
 */
export async function aplicaValores(tx: Tx, tipo: 'F' | 'I', tabela: Tabela, status: 'C' | 'P', hoje: string): Promise<number> {
  const { historicos, tabela: linhas, chave } = tiposDeLinha[tipo];
  const { colunas, valores } = entradas[tipo];
  const row = await tx.one<{ n: number }>(sql`
    with encerradas as (
      update ${raw(historicos)} h set ate = ${tabela.data}::date from ${raw(linhas)} r
      where r.tabela_reajuste_id = ${tabela.id} and h.registro_id = r.${raw(chave)} and h.ate is null returning h.registro_id, h.ordem),
    novas as (
      insert into ${raw(historicos)} (registro_id, ordem, data, tabela_reajuste_id, ${colunas})
      select r.${raw(chave)}, e.ordem + 1, ${tabela.data}::date, ${tabela.id}, ${valores(status)}
      from ${raw(linhas)} r join encerradas e on e.registro_id = r.${raw(chave)} where r.tabela_reajuste_id = ${tabela.id}
      returning 1)
    select count(*)::int as n from novas`);
  await atualiza(tx, tipo, tabela, hoje);
  return row?.n ?? 0;
}

/** Removes those entries again. */
export async function desfazValores(tx: Tx, tipo: 'F' | 'I', tabela: Tabela, hoje: string): Promise<number> {
  const { historicos } = tiposDeLinha[tipo];
  const row = await tx.one<{ n: number }>(sql`
    with apagadas as (delete from ${raw(historicos)} h where h.tabela_reajuste_id = ${tabela.id} returning h.registro_id, h.data, h.ate),
    reabertas as (
      update ${raw(historicos)} h set ate = a.ate from apagadas a where h.registro_id = a.registro_id and h.ate = a.data returning 1)
    select count(*)::int as n from apagadas`);
  await atualiza(tx, tipo, tabela, hoje);
  return row?.n ?? 0;
}
