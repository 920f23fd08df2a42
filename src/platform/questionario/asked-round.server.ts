import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { stillThere } from '#kit/refusal/refusal.ts';
import { columnIn, quote } from '#kit/registry/names.server.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import type { Definicao } from './definition.ts';
import type { Dimensao, EstadoDaRodada, Modo } from './round.ts';
import { versionOf } from './versions.server.ts';

/** A round with what it asks. */
export interface Rodada {
  id: number;
  empresaId: number;
  titulo: string;
  modo: Modo;
  minimo: number;
  estado: EstadoDaRodada;
  ate: string | null;
  dimensoes: readonly Dimensao[];
  /** whose questions it asks */
  versaoDe: { dono: string; donoId: number };
  /** which version of them */
  versao: number;
  definicao: Definicao;
}

/** A round with its definition, which is parsed once for all readings. */
async function found(db: Queryable, where: Sql): Promise<Rodada | undefined> {
  const row = await db.one<Omit<Rodada, 'versaoDe' | 'versao' | 'definicao'> & { versaoId: number }>(sql`
    select id, empresa_id as "empresaId", titulo, modo, minimo, estado, ate, dimensoes, versao_id as "versaoId" from rodadas where ${where}`);
  if (!row) return undefined;
  const { versaoId, ...round } = row;
  const { dono, donoId, numero, definicao } = await versionOf(db, versaoId);
  return { ...round, versaoDe: { dono, donoId }, versao: numero, definicao };
}

export const roundById = async (db: Queryable, id: number): Promise<Rodada> => stillThere(await found(db, sql`id = ${id}`));

/** The round of a record of a company. */
export const roundOf = (db: Queryable, of: { empresaId: number; dono: string; donoId: number }): Promise<Rodada | undefined> =>
  found(db, sql`dono = ${of.dono} and dono_id = ${of.donoId} and empresa_id = ${of.empresaId}`);

/** {id: id above} of the tree in which a dimension's values stand; null: they stand in none. */
export type Arvore = Readonly<Record<string, number>> | null;

/** The trees of dimensions, as they are now. */
export async function treesOf(
  db: Queryable,
  lookup: Lookup,
  { empresaId, dimensoes }: Pick<Rodada, 'empresaId' | 'dimensoes'>,
): Promise<Arvore[]> {
  const trees: Arvore[] = [];
  for (const { registro } of dimensoes) {
    const registry = registro === undefined ? undefined : lookup(registro);
    if (registry?.tree === undefined) {
      trees.push(null);
      continue;
    }
    const [table, above] = [raw(quote(registry.table)), raw(quote(columnIn(registry, registry.tree)))];
    const rows = await db.query<{ id: number; acima: number }>(
      sql`select id, ${above} as acima from ${table} where empresa_id = ${empresaId} and ${above} is not null`,
    );
    trees.push(Object.fromEntries(rows.map(({ id, acima }) => [id, acima])));
  }
  return trees;
}

/** What stands above a value, nearest first. */
export function chainOf(tree: Arvore | undefined, value: number): number[] {
  const chain: number[] = [];
  for (let above = tree?.[value]; above !== undefined && !chain.includes(above); above = tree?.[above]) chain.push(above);
  return chain;
}

/** A value and what stands above it. */
export const lineOf = (tree: Arvore | undefined, value: number): ReadonlySet<number> => new Set([value, ...chainOf(tree, value)]);

/** The names of a dimension's values; people without a value have 0, and so have those whose group was too small to be kept. */
export async function namesIn(
  db: Queryable,
  lookup: Lookup,
  empresaId: number,
  { registro, opcoes }: Dimensao,
  values: readonly number[],
): Promise<Map<number, string>> {
  const names = new Map(values.map((value) => [value, value === 0 ? 'Outros' : (opcoes?.[value] ?? `${value}`)]));
  if (registro === undefined) return names;
  const registry = lookup(registro);
  const [table, label] = [raw(quote(registry.table)), raw(quote(columnIn(registry, registry.label)))];
  const within = registry.scope === 'empresa' ? sql`and empresa_id = ${empresaId}` : sql``;
  const rows = await db.query<{ id: number; nome: string }>(
    sql`select id, ${label}::text as nome from ${table} where id = any(${[...values]}) ${within}`,
  );
  for (const { id, nome } of rows) names.set(id, nome);
  return names;
}
