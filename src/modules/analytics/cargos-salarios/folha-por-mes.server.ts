import sql, { type Sql } from 'sql-template-tag';
import { addDays, addMonths, formatMonth } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import { valorDaFaixa, valorDoIndice } from '#modules/estrutura/public.server.ts';
import { confirmado } from '#modules/gestao-talentos/public.server.ts';
import type { Asked } from '#platform/analytics/asked.server.ts';
import { recorte } from '../recorte.server.ts';
import type { FiltroCargosSalarios } from './filtro.ts';

const MESES = 12;

/** The last days of the months up to the base date, the last of them the base date itself. */
export function diasDeFechamento(dataBase: string, meses = MESES): string[] {
  return Array.from({ length: meses }, (_, index) => {
    const atras = meses - 1 - index;
    return atras === 0 ? dataBase : addDays(addMonths(`${dataBase.slice(0, 7)}-01`, 1 - atras), -1);
  });
}

/**
 * Salaries on the closing days. Entries are counted by where they begin and end among the days, so that each history is read
 * once; salaries by band or index are counted for each of them and valued once a day.
 */
const folhas = (pedido: Asked<FiltroCargosSalarios>, dias: string[]): Sql => sql`
  with dias as (select dia::date as dia, n::int as n from unnest(${dias}::date[]) with ordinality x(dia, n)),
  entradas as (
    select h.tipo_salario as tipo, h.faixa_salarial_id as faixa, h.indice_id as indice, h.quantidade_indice as quantidade,
      -- the first closing day on or after the begin
      width_bucket(greatest(h.data, t.data_admissao) - 1, ${dias}::date[]) + 1 as de,
      -- the last closing day on or before the end
      width_bucket(least(h.ate - 1, t.data_desligamento, 'infinity'::date), ${dias}::date[]) as ate,
      count(*)::int as pessoas, sum(h.salario) as fixo
    from talentos_historicos h join talentos t on t.id = h.registro_id
    where ${recorte(pedido, { empresa: sql`t.empresa_id`, area: sql`h.area_organizacional_id`, estabelecimento: sql`h.estabelecimento_id` })}
      and ${confirmado} and h.data <= ${dias.at(-1)}::date and (h.ate is null or h.ate > ${dias[0]}::date) and (t.data_desligamento is null or t.data_desligamento >= ${dias[0]}::date)
    group by 1, 2, 3, 4, 5, 6
  ), valor_faixa as materialized (
    select f.id, d.n, ${valorDaFaixa(sql`f.id`, sql`d.dia`)} as valor
    from (select distinct faixa as id from entradas where tipo = '1') f cross join dias d
  ), valor_indice as materialized (
    select i.id, d.n, ${valorDoIndice(sql`i.id`, sql`d.dia`)} as valor
    from (select distinct indice as id from entradas where tipo = '2') i cross join dias d
  )
  select d.n, coalesce(sum(case e.tipo when '1' then e.pessoas * f.valor when '2' then e.pessoas * round(e.quantidade * i.valor, 2) else e.fixo end), 0) as folha,
    coalesce(sum(e.pessoas), 0)::int as pessoas
  from dias d
  left join entradas e on d.n between e.de and e.ate
  left join valor_faixa f on f.id = e.faixa and f.n = d.n and e.tipo = '1'
  left join valor_indice i on i.id = e.indice and i.n = d.n and e.tipo = '2'
  group by d.n order by d.n`;

/** `id` of the talents whose salary a closing day counts. */
export const pagosEm = (pedido: Asked<FiltroCargosSalarios>, dia: string): Sql => sql`
  select t.id from talentos_historicos h join talentos t on t.id = h.registro_id
  where ${recorte(pedido, { empresa: sql`t.empresa_id`, area: sql`h.area_organizacional_id`, estabelecimento: sql`h.estabelecimento_id` })}
    and ${confirmado} and greatest(h.data, t.data_admissao) <= ${dia}::date and (h.ate is null or h.ate > ${dia}::date)
    and (t.data_desligamento is null or t.data_desligamento >= ${dia}::date)`;

/** Revenue of the months, over the companies that entered theirs. */
const faturamentos = (companies: readonly number[], meses: string[]): Sql => sql`
  select mes_ano as mes, sum(valor) as valor from faturamentos_mensais
  where empresa_id = any(${[...companies]}::bigint[]) and mes_ano = any(${meses}::text[]) group by 1`;

/**
 * Payroll of twelve months beside the revenue. Areas narrow the payroll (by filter or by what the user may see) but not the
 * revenue, so the share is shown for whole companies only.
 */
export async function folhaPorMes(db: Queryable, pedido: Asked<FiltroCargosSalarios>): Promise<IndicatorData> {
  const dias = diasDeFechamento(pedido.filter.dataBase);
  const meses = dias.map((dia) => dia.slice(0, 7));
  const linhas = await db.query<{ n: number; folha: string; pessoas: number }>(folhas(pedido, dias));
  const faturado = new Map(
    (await db.query<{ mes: string; valor: string }>(faturamentos(pedido.companies, meses))).map(({ mes, valor }) => [
      mes,
      Number(valor),
    ]),
  );
  const inteira =
    pedido.acting.can('ROLE_VER_TODAS_AREAS') && !pedido.filter.areasIds?.length && !pedido.filter.estabelecimentosIds?.length;
  return {
    colunas: [
      { nome: 'Folha de salários', formato: 'money' },
      ...(faturado.size === 0 ? [] : [{ nome: 'Faturamento', formato: 'money' } as const]),
      ...(faturado.size === 0 || !inteira
        ? []
        : [{ nome: 'Folha ÷ faturamento', formato: 'percentage', desenha: false } as const]),
      { nome: 'Talentos', desenha: false },
    ],
    series: linhas.every(({ pessoas }) => pessoas === 0)
      ? []
      : linhas.map(({ n, folha, pessoas }) => {
          const mes = meses[n - 1] ?? '';
          const faturamento = faturado.get(mes) ?? null;
          return {
            label: formatMonth(mes),
            data: [
              Number(folha),
              ...(faturado.size === 0 ? [] : [faturamento]),
              ...(faturado.size === 0 || !inteira ? [] : [faturamento ? (Number(folha) / faturamento) * 100 : null]),
              pessoas,
            ],
          };
        }),
  };
}
