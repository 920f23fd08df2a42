import sql, { type Sql } from 'sql-template-tag';
import { formatMonth } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import {
  absenteismoPorMes,
  type Faltas,
  type Movimento,
  movimentoPorMes,
  type Taxa,
  turnoverPorMes,
} from '#modules/gestao-talentos/public.server.ts';
import { type MesDoPeriodo, mesesDoPeriodo } from '#modules/gestao-talentos/public.ts';
import type { Asked } from '#platform/analytics/asked.server.ts';
import { recorteAtual } from '../recorte.server.ts';
import type { FiltroTalento } from './filtro.ts';

type Pedido = Asked<FiltroTalento>;

/** The months of the filter by `contagem`: those of all companies together, and those of each by its name. */
async function porMes<L extends Movimento>(
  db: Queryable,
  pedido: Pedido,
  contagem: (meses: readonly MesDoPeriodo[], quem: Sql) => Sql,
) {
  const meses = mesesDoPeriodo(pedido.filter.dataInicio, pedido.filter.dataFim);
  const linhas = await db.query<L & { empresaNome: string | null }>(sql`
    select x.*, e.nome as "empresaNome" from (${contagem(meses, recorteAtual(pedido))}) x left join empresas e on e.id = x."empresaId"
    order by e.nome_ord, e.id, x.mes`);
  const empresas = Map.groupBy(
    linhas.filter(({ empresaId }) => empresaId !== null),
    ({ empresaId }) => empresaId,
  );
  return { total: linhas.filter(({ empresaId }) => empresaId === null), empresas: [...empresas.values()] };
}

const soma = <L, K extends keyof L>(linhas: readonly (L & Record<K, number>)[], coluna: K) =>
  linhas.reduce((total, linha) => total + linha[coluna], 0);

/** A monthly rate beside its goal, and the counts behind it, which are in the table and not drawn. */
const taxaPorMes = <L extends Movimento & Taxa>(
  nome: string,
  meta: number | null,
  total: readonly L[],
  contagens: readonly { nome: string; de: (linha: L) => number }[],
): Pick<IndicatorData, 'colunas' | 'series'> => ({
  colunas: [
    { nome, formato: 'percentage' },
    ...(meta === null ? [] : [{ nome: 'Meta', formato: 'percentage' } as const]),
    ...contagens.map((contagem) => ({ nome: contagem.nome, desenha: false })),
  ],
  series: total.map((linha) => ({
    label: formatMonth(linha.mes),
    data: [linha.taxa, ...(meta === null ? [] : [meta]), ...contagens.map(({ de }) => de(linha))],
  })),
});

/** Turnover of each month over the companies chosen, its average, and a row for each company. */
export async function turnover(db: Queryable, pedido: Pedido): Promise<IndicatorData> {
  const { total, empresas } = await porMes<Movimento & Taxa>(db, pedido, turnoverPorMes);
  const meta = pedido.filter.metaTurnover;
  return {
    ...taxaPorMes('Turnover', meta, total, [
      { nome: 'Ativos antes do mês', de: ({ ativosInicioMes }) => ativosInicioMes },
      { nome: 'Admitidos', de: ({ admitidos }) => admitidos },
      { nome: 'Desligados considerados', de: ({ demitidos }) => demitidos },
    ]),
    destaques: total.slice(0, 1).flatMap(({ media }) => [
      { rotulo: 'Turnover médio do período', valor: media, formato: 'percentage' as const },
      { rotulo: 'Admitidos', valor: soma(total, 'admitidos') },
      { rotulo: 'Desligados', valor: soma(total, 'desligados') },
      { rotulo: 'Desligados considerados', valor: soma(total, 'demitidos') },
    ]),
    linhas: empresas.map((dela) => ({
      empresaNome: dela[0]?.empresaNome ?? null,
      qtdAdmitidos: soma(dela, 'admitidos'),
      qtdDesligados: soma(dela, 'desligados'),
      qtdDemitidos: soma(dela, 'demitidos'),
      media: dela[0]?.media ?? null,
      meta,
    })),
  };
}

/** Admissions and dismissals by month; here every reason counts. */
export async function admissoesDesligamentos(db: Queryable, pedido: Pedido): Promise<IndicatorData> {
  const { total } = await porMes<Movimento>(db, pedido, movimentoPorMes);
  return {
    colunas: [{ nome: 'Admissões' }, { nome: 'Desligamentos' }],
    series: total.map(({ mes, admitidos, desligados }) => ({ label: formatMonth(mes), data: [admitidos, desligados] })),
  };
}

/** Absenteeism of each month over the companies chosen, its average, and a row for each company; without one absence there is nothing to draw. */
export async function absenteismo(db: Queryable, pedido: Pedido): Promise<IndicatorData> {
  const { total, empresas } = await porMes<Faltas & Taxa>(db, pedido, absenteismoPorMes);
  const meta = pedido.filter.metaAbsenteismo;
  const faltas = soma(total, 'totalFaltas');
  return {
    ...taxaPorMes('Absenteísmo', meta, faltas === 0 ? [] : total, [
      { nome: 'Faltas', de: ({ totalFaltas }) => totalFaltas },
      { nome: 'Ativos no início do mês', de: ({ ativosInicioMes }) => ativosInicioMes },
      { nome: 'Dias trabalhados', de: ({ diasTrabalhados }) => diasTrabalhados },
    ]),
    destaques:
      faltas === 0
        ? []
        : [
            { rotulo: 'Absenteísmo médio do período', valor: total[0]?.media ?? 0, formato: 'percentage' },
            { rotulo: 'Faltas, em dias', valor: faltas },
          ],
    linhas: empresas.map((dela) => ({
      empresaNome: dela[0]?.empresaNome ?? null,
      qtdTotalFaltas: soma(dela, 'totalFaltas'),
      qtdDiasTrabalhados: soma(dela, 'diasTrabalhados'),
      absenteismo: dela[0]?.media ?? null,
      meta,
    })),
  };
}
