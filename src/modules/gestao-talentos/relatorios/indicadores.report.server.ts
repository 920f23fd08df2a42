import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Period } from '#kit/report/period.ts';
import { absenteismoPorMes } from '../indicadores/faltas.server.ts';
import { mesesDoPeriodo } from '../indicadores/indicadores.rules.ts';
import { demissaoPorMes, turnoverPorMes } from '../indicadores/movimento.server.ts';
import { noAlcance } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro, Period {
  meta: number | null;
  exibirMeses: boolean;
}

/** Lines of company and month, or one line a company with sums and the average of the months. `contados` maps the report's counts to those of `linhas`. */
function porMesOuEmpresa(
  filtro: Filtro,
  linhas: Sql,
  { contados, taxa, media }: { contados: Readonly<Record<string, string>>; taxa: string; media: string },
): Sql {
  const colunas = (como: (de: string, para: string) => string) =>
    raw(
      Object.entries(contados)
        .map(([para, de]) => como(`x."${de}"`, `"${para}"`))
        .join(', '),
    );
  if (filtro.exibirMeses)
    return sql`
      select e.nome as "empresaNome", x.mes, x."ativosInicioMes", ${colunas((de, para) => `${de} as ${para}`)},
        coalesce(x.taxa, 0) as ${raw(`"${taxa}"`)}, ${filtro.meta}::numeric as meta
      from (${linhas}) x join empresas e on e.id = x."empresaId" order by e.nome_ord, e.id, x.mes`;
  return sql`
    select e.nome as "empresaNome", ${colunas((de, para) => `sum(${de})::int as ${para}`)}, max(x.media) as ${raw(`"${media}"`)}, ${filtro.meta}::numeric as meta
    from (${linhas}) x join empresas e on e.id = x."empresaId" group by e.id, e.nome, e.nome_ord order by e.nome_ord, e.id`;
}

const meses = ({ dataIni, dataFim }: Filtro) => mesesDoPeriodo(dataIni, dataFim);

export const indicadorTurnoverQuery = (filtro: Filtro, acting: Acting): Sql =>
  porMesOuEmpresa(filtro, turnoverPorMes(meses(filtro), noAlcance(acting, 'ROLE_REL_INDICADOR_TURNOVER', filtro)), {
    contados: { qtdAdmitidos: 'admitidos', qtdDemitidos: 'demitidos' },
    taxa: 'turnover',
    media: 'media',
  });

export const taxaDemissaoQuery = (filtro: Filtro, acting: Acting): Sql =>
  porMesOuEmpresa(filtro, demissaoPorMes(meses(filtro), noAlcance(acting, 'ROLE_REL_TAXA_DEMISSAO', filtro)), {
    contados: { qtdDemitidos: 'demitidos' },
    taxa: 'taxa',
    media: 'media',
  });

export const absenteismoQuery = (filtro: Filtro, acting: Acting): Sql =>
  porMesOuEmpresa(filtro, absenteismoPorMes(meses(filtro), noAlcance(acting, 'ROLE_REL_ABSENTEISMO', filtro)), {
    contados: { qtdTotalFaltas: 'totalFaltas', qtdDiasTrabalhados: 'diasTrabalhados' },
    taxa: 'absenteismo',
    media: 'absenteismo',
  });
