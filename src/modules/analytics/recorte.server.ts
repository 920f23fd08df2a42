import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import { among } from '#kit/query/among.server.ts';
import { areasVisiveis, nosRamos } from '#modules/estrutura/public.server.ts';
import { arvoreDe, naFatia, nomeDaFatia, quadroEm } from '#modules/gestao-talentos/public.server.ts';
import { nivelDe } from '#modules/gestao-talentos/public.ts';
import type { Asked } from '#platform/analytics/asked.server.ts';
import type { Behind } from '#platform/analytics/slices.server.ts';

/** The part of the filter that every dashboard of people has. */
interface FiltroDePessoas {
  areasIds: readonly number[] | null;
  soAreas: boolean;
  estabelecimentosIds: readonly number[] | null;
}

type Pedido = Asked<FiltroDePessoas>;

/**
 * The talents (alias `t`) who count: those of the chosen companies, those whom the user may see (by their area of today, as in
 * every list), and those in the areas (with everything below them) and establishments of the filter.
 */
export function recorte(pedido: Pedido, de: { empresa: Sql; area: Sql; estabelecimento: Sql }): Sql {
  const { filter, acting, companies } = pedido;
  const visiveis = areasVisiveis(acting);
  return join(
    [
      sql`${de.empresa} = any(${[...companies]}::bigint[])`,
      // Other companies are only offered to whoever sees all areas there.
      ...(visiveis ? [sql`(${de.empresa} <> ${acting.empresaId} or t.area_atual_id in (${visiveis}))`] : []),
      nosRamos(de.area, filter.areasIds, filter.soAreas),
      among(de.estabelecimento, filter.estabelecimentosIds),
    ],
    ' and ',
  );
}

/** Filters the talents themselves: by their area and establishment of today, or of their last day. */
export const recorteAtual = (pedido: Pedido): Sql =>
  recorte(pedido, { empresa: sql`t.empresa_id`, area: sql`t.area_atual_id`, estabelecimento: sql`t.estabelecimento_atual_id` });

/** Talents at work on a day within the filter, with their place and, if asked for, their salary on that day. */
export const quadroDoPedido = (dia: string, pedido: Pedido, salario = false): Sql =>
  quadroEm({ dia, hoje: pedido.acting.today, empresas: pedido.companies, salario, onde: (de) => recorte(pedido, de) });

/** Sums by area (`area`, then one column for each name) rolled up the tree to the requested level. */
export async function porArea(
  db: Queryable,
  { companies, parent }: Pick<Pedido, 'companies' | 'parent'>,
  somas: Sql,
  colunas: IndicatorData['colunas'],
  chaves: readonly string[],
): Promise<IndicatorData> {
  const areas = await arvoreDe(db, companies);
  const linhas = await db.query<Record<string, string | number | null>>(somas);
  const valores = new Map<number, number[]>();
  for (const linha of linhas)
    if (linha.area !== null)
      valores.set(
        Number(linha.area),
        chaves.map((chave) => Number(linha[chave] ?? 0)),
      );
  return {
    colunas,
    series: nivelDe(areas, valores, parent).map(({ id, fatia, nome, temFilhas, valores: data }) => ({
      id,
      fatia,
      temFilhas,
      label: nome,
      data: data.map(arredonda),
    })),
  };
}

/** Rounds to cents again, because the sums are binary. */
const arredonda = (value: number) => Math.round(value * 100) / 100;

/** Rows `label, v0, v1 …` as series. */
export const seriesDe = (
  linhas: readonly Readonly<Record<string, string | number | null>>[],
  chaves: readonly string[],
): { label: string; data: (number | null)[]; id: number | null; descricao: string | null }[] =>
  linhas.map((linha) => ({
    label: linha.label === null || linha.label === undefined ? 'Não informado' : String(linha.label),
    data: chaves.map((chave) => (linha[chave] === null || linha[chave] === undefined ? null : Number(linha[chave]))),
    id: typeof linha.id === 'number' ? linha.id : null,
    descricao: typeof linha.descricao === 'string' ? linha.descricao : null,
  }));

/** The records behind the slices of areas: `consulta` answers `id, area`. */
export const dasAreas = <F>(consulta: (pedido: Asked<F>) => Sql): Behind<F> => ({
  ids: (pedido, { key }) => sql`select x.id from (${consulta(pedido)}) x where ${naFatia(sql`x.area`, key)}`,
  label: (db, { acting }, key) => nomeDaFatia(db, acting.empresaId, key),
});
