import sql, { join, raw } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { columnOf, columns, quote } from '#kit/registry/names.server.ts';
import { captacao } from '../module.ts';
import { DITAS, IDS_DITOS } from './ditas.server.ts';

/** A foreign key: rows of `tabela` refer to rows of `alvo` by `coluna`. */
export interface Chave {
  tabela: string;
  coluna: string;
  alvo: string;
  comId: boolean;
}

/** The foreign keys of the day by which rows go with others, so that tables that come later are reached too, and those that lead to files. */
export const chavesDoDia = (tx: Tx) =>
  tx.query<Chave>(sql`
    select t.relname as tabela, a.attname as coluna, r.relname as alvo,
      exists (select from pg_attribute i where i.attrelid = t.oid and i.attname = 'id' and not i.attisdropped) as "comId"
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and array_length(c.conkey, 1) = 1 and t.relnamespace = 'public'::regnamespace
      and (c.confdeltype <> 'n' or r.relname = 'arquivos')`);

/** Ids of rows by their table. */
export class Linhas extends Map<string, Set<number>> {
  /** Whether the row is new here. */
  soma(tabela: string, id: number): boolean {
    const ids = this.get(tabela) ?? new Set();
    this.set(tabela, ids);
    return ids.size < ids.add(id).size;
  }
}

interface Achada {
  tabela: string;
  id: number;
}

export interface Removidos {
  /** entries of the bin that hold rows which hung from the gone ones */
  entradas: number[];
  /** rows that hung from the gone ones, however many rows between */
  removidos: Linhas;
  /** rows of others now, whose trail says that they hung from the gone ones once */
  citados: Linhas;
}

/** The field of a registry's table that has the column: the trail calls it by that. */
function campoDe({ tabela, coluna }: Chave): string | undefined {
  const registry = captacao.registries.find(({ table }) => table === tabela);
  return registry && columns(registry.fields).find(([name, field]) => columnOf(name, field) === coluna)?.[0];
}

/**
 * What hung from rows that are gone, and was removed before them: no foreign key of a row that stands leads there any more. The bin keeps rows with the
 * columns of their keys, those that went along with another one as well; where it was emptied, the trail says what each was of, when it was written and when
 * it was removed. Both are asked as the keys of the day lead, from what is found in turn, as long as anything is found.
 */
export async function achaRemovidos(tx: Tx, empresaId: number, chaves: readonly Chave[], acabados: Linhas): Promise<Removidos> {
  const entradas = new Set<number>();
  const [removidos, citados] = [new Linhas(), new Linhas()];
  for (let frente = acabados; frente.size > 0; ) {
    // Rows of lists stand in the entry, and in the lines, of their record.
    const abaixo = chaves.filter(
      ({ tabela, coluna, alvo, comId }) => comId && coluna !== 'registro_id' && tabela !== 'arquivos' && frente.has(alvo),
    );
    const novas = new Linhas();
    const acha = ({ tabela, id }: Achada) => {
      if (!acabados.get(tabela)?.has(id) && removidos.soma(tabela, id)) novas.soma(tabela, id);
    };
    for (const { entrada, ...linha } of await naLixeira(tx, empresaId, abaixo, frente)) {
      entradas.add(entrada);
      acha(linha);
    }
    for (const { deOutro, ...linha } of await naTrilha(tx, empresaId, abaixo, frente))
      if (!deOutro || removidos.get(linha.tabela)?.has(linha.id)) acha(linha);
      else citados.soma(linha.tabela, linha.id);
    frente = novas;
  }
  return { entradas: [...entradas], removidos, citados };
}

const idsDe = (linhas: Linhas): number[] => [...new Set([...linhas.values()].flatMap((ids) => [...ids]))];

/** The rows as `tabela:id`. */
const nomesDe = (linhas: Linhas): string[] => [...linhas].flatMap(([tabela, ids]) => [...ids].map((id) => `${tabela}:${id}`));

async function naLixeira(tx: Tx, empresaId: number, chaves: readonly Chave[], frente: Linhas) {
  if (chaves.length === 0) return [];
  return tx.query<Achada & { entrada: number }>(sql`
    select distinct i.id as entrada, k.tabela, (l ->> 'id')::bigint as id
    from lixeira i, jsonb_array_elements(i.resumo) p
      join unnest(${chaves.map((k) => k.tabela)}::text[], ${chaves.map((k) => k.coluna)}::text[], ${chaves.map((k) => k.alvo)}::text[]) k(tabela, coluna, alvo)
        on k.tabela = p ->> 'tabela',
      jsonb_array_elements(p -> 'linhas') l
    where i.ids && ${idsDe(frente)}::bigint[] and i.empresa_id = ${empresaId} and i.tabela in (select tabelas_do_candidato())
      and k.alvo || ':' || (l ->> k.coluna) = any(${nomesDe(frente)}::text[])`);
}

/** A row that is somebody else's now (`deOutro`) stands, or is in the bin. */
async function naTrilha(tx: Tx, empresaId: number, chaves: readonly Chave[], frente: Linhas) {
  const ditas = chaves.flatMap((chave) => {
    const campo = campoDe(chave);
    return campo === undefined ? [] : [{ ...chave, campo }];
  });
  if (ditas.length === 0) return [];
  const tabelas = [...new Set(ditas.map(({ tabela }) => tabela))];
  const estao = tabelas.map((tabela) => sql`select ${tabela}::text as tabela, id from ${raw(quote(tabela))}`);
  return tx.query<Achada & { deOutro: boolean }>(sql`
    with achadas as materialized (
      select a.tabela, a.registro_id, ${DITAS} as ditas from auditoria a
      where ${IDS_DITOS} && ${idsDe(frente)}::bigint[] and a.acao in ('I', 'E') and a.acao <> 'L'
        and a.empresa_id = ${empresaId} and a.tabela = any(${tabelas}::text[])),
    ditas as materialized (
      select distinct a.tabela, a.registro_id as id from achadas a
        join unnest(${ditas.map((k) => k.tabela)}::text[], ${ditas.map((k) => k.campo)}::text[], ${ditas.map((k) => k.alvo)}::text[]) k(tabela, campo, alvo)
          on k.tabela = a.tabela, lateral (select a.ditas -> k.campo as v) x
      where k.alvo || ':' || coalesce(v -> 1 ->> 'id', v -> 0 ->> 'id', v ->> 1, v ->> 0) = any(${nomesDe(frente)}::text[]))
    select d.tabela, d.id, exists (select from (${join(estao, ' union all ')}) e where e.tabela = d.tabela and e.id = d.id)
      or exists (select from lixeira i where i.tabela = d.tabela and i.registro_id = d.id) as "deOutro"
    from ditas d`);
}
