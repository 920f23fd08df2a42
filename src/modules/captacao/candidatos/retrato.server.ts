import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { isList } from '#kit/fields/field.ts';
import { listTable, quote } from '#kit/registry/names.server.ts';
import { candidatos } from './candidatos.registry.ts';
import type { Linha } from './linhas.server.ts';

export const UNIFICACOES = 'candidatos_unificacoes';

/** A record and all that hangs from it, in short; by these columns alone, so that one which the program gets later changes nothing. */
export interface Marca {
  resumo: string;
  colunas: Record<string, string[]>;
}

/** All that is needed to take two records apart again. */
export interface Retrato {
  /** the record that went, and the rows of its lists */
  linhas: { tabela: string; linhas: Linha[] }[];
  /** references that led to it, by table and column: the keys of their rows; null where the column itself is the key */
  referencias: { tabela: string; coluna: string; ids: number[] | null }[];
  /** columns of the record that stayed which it filled, with what stood there */
  preenchidos: Linha;
  /** rows that the record that stayed got */
  acrescidos: { tabela: string; ids: number[] }[];
  /** links that the record that stayed got */
  ligados: { tabela: string; alvos: number[] }[];
  /** the account of the record that went, if it had one */
  contas: number[];
  /** the mark of the record that stayed, once it had it all */
  depois?: Marca;
}

export const listas = Object.entries(candidatos.fields).flatMap(([name, field]) =>
  isList(field) ? [{ name, field, tabela: listTable(candidatos, name), temId: field.kind === 'rows' }] : [],
);

export const t = (name: string): Sql => raw(quote(name));

/** Every column outside of the record's own lists that refers to a candidate; `unica`: a company has one such row of a candidate. */
export const chavesDoCandidato = (tx: Tx) =>
  tx.query<{ tabela: string; coluna: string; temId: boolean; unica: boolean }>(sql`
    select r.relname as tabela, a.attname as coluna,
      exists (select from pg_attribute i where i.attrelid = r.oid and i.attname = 'id' and not i.attisdropped) as "temId",
      exists (select from pg_index i, lateral (select (i.indkey::int2[])[0:i.indnkeyatts - 1] as colunas) k
        where i.indrelid = r.oid and i.indisunique and a.attnum = any(k.colunas)
          and k.colunas <@ (select array_agg(e.attnum) from pg_attribute e where e.attrelid = r.oid and (e.attnum = a.attnum or e.attname = 'empresa_id'))) as unica
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'candidatos'::regclass and a.attname <> 'registro_id'
      and r.relname not in ('candidatos_busca', 'buscas_candidatos_vistos')
    order by r.relname, a.attname`);

/** The record itself, by its columns. */
export const linhaDe = async (tx: Tx, id: number): Promise<Linha> =>
  (await tx.only<{ linha: Linha }>(sql`select to_jsonb(x) as linha from candidatos x where id = ${id}`)).linha;

export async function preenche(tx: Tx, id: number, valores: Linha): Promise<void> {
  const nomes = Object.keys(valores);
  if (nomes.length === 0) return;
  const colunasSql = nomes.map(quote).join(', ');
  await tx.query({
    text: `update candidatos set (${colunasSql}) = (select ${colunasSql} from jsonb_populate_record(null::candidatos, $2::jsonb)), versao = versao + 1 where id = $1`,
    values: [id, JSON.stringify(valores)],
  });
}
