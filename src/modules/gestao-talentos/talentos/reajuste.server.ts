import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { atualizaAtuais } from './atuais.server.ts';
import type { motivos } from './codigos.ts';

/** An applied realignment, as far as histories of talents need it. */
interface ReajusteDeTalentos {
  tabelaId: number;
  /** the day from which the new entries count */
  data: string;
  motivo: keyof typeof motivos;
  /** `P` while an integrated personnel system has not confirmed them */
  status: 'C' | 'P';
  hoje: string;
}

/**
 * Writes a realignment: one new entry for each talent of `linhas`, a query of (colaborador_id, estabelecimento_id, area_id,
 * faixa_id, ambiente_id, funcao_id, tipo, indice_id, quantidade, salario) with one row a talent; an absent environment or
 * function stays unchanged. In bulk, in the caller's transaction; the caller has locked the talents (`travaTalentos`) and checked
 * that none has an entry on that day or after it, which the database would refuse. Answers how many entries it wrote.
 */
export async function aplicaReajusteDeTalentos(tx: Tx, reajuste: ReajusteDeTalentos, linhas: Sql): Promise<number> {
  const { tabelaId, data, motivo, status, hoje } = reajuste;
  const quem = sql`select l.colaborador_id from (${linhas}) l`;
  const escritas = await tx.one<{ n: number }>(sql`
    with linhas as materialized (${linhas}),
    encerradas as (
      update talentos_historicos h set ate = ${data}::date from linhas l where h.registro_id = l.colaborador_id and h.ate is null
      returning h.registro_id, h.ordem, h.ambiente_id, h.funcao_id),
    novas as (
      insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, estabelecimento_id, ambiente_id, funcao_id,
        tipo_salario, indice_id, quantidade_indice, salario, status, tabela_reajuste_id)
      select l.colaborador_id, e.ordem + 1, ${data}::date, ${motivo}, l.area_id, l.faixa_id, l.estabelecimento_id, coalesce(l.ambiente_id, e.ambiente_id),
        coalesce(l.funcao_id, e.funcao_id), l.tipo, case when l.tipo = '2' then l.indice_id end, case when l.tipo = '2' then l.quantidade end,
        case when l.tipo = '3' then l.salario end, ${status}, ${tabelaId}
      from linhas l join encerradas e on e.registro_id = l.colaborador_id
      returning 1)
    select count(*)::int as n from novas`);
  await atualizaAtuais(tx, hoje, sql`x.id in (${quem})`, { novaVersao: true });
  return escritas?.n ?? 0;
}

/**
 * Undoes a realignment: removes the entries of a table and restores the end of those before them. The caller has locked the
 * talents and checked that no later entry depends on them.
 */
export async function desfazReajusteDeTalentos(tx: Tx, tabelaId: number, hoje: string): Promise<number> {
  const desfeitas = await tx.query<{ registro_id: number }>(sql`
    with apagadas as (delete from talentos_historicos h where h.tabela_reajuste_id = ${tabelaId} returning h.registro_id, h.data, h.ate),
    reabertas as (
      update talentos_historicos h set ate = a.ate from apagadas a where h.registro_id = a.registro_id and h.ate = a.data returning 1)
    select registro_id from apagadas`);
  const ids = desfeitas.map(({ registro_id }) => registro_id);
  await atualizaAtuais(tx, hoje, sql`x.id = any(${ids}::bigint[])`, { novaVersao: true });
  return ids.length;
}
