import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { type Arvore, chainOf, type Rodada, roundOf } from './asked-round.server.ts';
import { valuesIn } from './ledger.server.ts';
import type { Filtros } from './results.ts';

/** Whose answers an identified round tells a reader: rows `(chave, nome)`. Null: everybody's. */
export type PessoasVisiveis = (acting: Acting) => Sql | null;

/** The values of a dimension within which a reader sees results at all, such as the areas that they see. Null: everywhere. */
export type Dentro = (acting: Acting) => { campo: string; ids: Sql } | null;

export interface Fonte {
  db: Database;
  lookup: Lookup;
  /** the registry that asks */
  dono: string;
  pessoas?: PessoasVisiveis;
  dentro?: Dentro;
}

export interface Pedido {
  id: number;
  por: string | null;
  filtros: Filtros;
}

/** What stands below chosen values, and themselves. */
const wantedIn = (tree: Arvore | undefined, { ids, so }: Filtros[string]) => {
  const chosen = new Set(ids);
  return (value: number) => chosen.has(value) || (!so && chainOf(tree, value).some((above) => chosen.has(above)));
};

export async function theRound(db: Queryable, { dono }: Fonte, { empresaId }: Acting, id: number): Promise<Rodada> {
  const rodada = await roundOf(db, { empresaId, dono, donoId: id });
  if (!rodada) throw refuse.notFound();
  return rodada;
}

function dimensionOf(rodada: Rodada, dimensions: number, campo: string, field: string): number {
  const at = rodada.dimensoes.findIndex((dimensao) => dimensao.campo === campo);
  if (at === -1 || at >= dimensions) throw refuse.invalid([{ field, message: 'Não há resultados por este campo' }]);
  return at;
}

/** The condition on answers, over `d`, of an identified round: people whom the reader sees. */
export const seen = (people: Sql | null): Sql =>
  people === null
    ? sql`true`
    : sql`d.participacao_id in (select p.id from participacoes p join (${people}) v on v.chave = coalesce(p.sobre, p.pessoa) where p.rodada_id = d.rodada_id)`;

/** The values of people who were asked, for each dimension, and those of answers, which may tell less. */
async function valuesAsked(db: Queryable, { id, dimensoes }: Rodada): Promise<number[][]> {
  const rows = await db.query<{ atributos: (number | null)[] }>(sql`
    select distinct atributos from participacoes where rodada_id = ${id}
    union select distinct atributos from respostas_dadas where rodada_id = ${id}`);
  return dimensoes.map((_, at) => [...new Set(rows.map(({ atributos }) => atributos[at] ?? 0))]);
}

interface Test {
  /** place of the dimension */
  at: number;
  has(value: number): boolean;
}

/** What a reader asks of a round, as tests of values. */
export async function testing({ db, dentro }: Fonte, acting: Acting, rodada: Rodada, { por, filtros }: Omit<Pedido, 'id'>) {
  const limit = rodada.modo === 'I' ? null : (dentro?.(acting) ?? null);
  const inside = limit && {
    at: rodada.dimensoes.findIndex(({ campo }) => campo === limit.campo),
    ids: new Set((await db.query<{ id: number }>(sql`select w.id from (${limit.ids}) w`)).map(({ id }) => id)),
  };
  const asked = await valuesAsked(db, rodada);
  return (arvores: readonly Arvore[]) => {
    const tests = Object.entries(filtros).map(([campo, filtro]): Test => {
      const at = dimensionOf(rodada, arvores.length, campo, campo);
      return { at, has: wantedIn(arvores[at], filtro) };
    });
    // A round that is not told by what limits the reader tells them nothing.
    if (inside) tests.push({ at: inside.at, has: (value) => inside.at < arvores.length && inside.ids.has(value) });
    const valores = arvores.map((tree, at) =>
      valuesIn(tree, asked[at] ?? []).filter((value) => at !== inside?.at || inside.ids.has(value)),
    );
    const by = por === null ? null : dimensionOf(rodada, arvores.length, por, 'por');
    const passing = tests.map(({ at, has }) => ({ at, values: (asked[at] ?? []).filter(has) }));
    return { tests, valores, by, where: whereOf(passing) };
  };
}

const whereOf = (passing: readonly { at: number; values: readonly number[] }[]): Sql =>
  passing.reduce(
    (condition, { at, values }) =>
      sql`${condition} and coalesce(atributos[${Math.max(at, 0) + 1}::int], 0) = any(${[...values]}::int[])`,
    sql`true`,
  );
