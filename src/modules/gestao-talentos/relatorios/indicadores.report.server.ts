import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Period } from '#kit/report/period.ts';
import { absenteismoPorMes } from '../indicadores/faltas.server.ts';
import { mesesDoPeriodo } from '../indicadores/indicadores.rules.ts';
import { demissaoPorMes, turnoverPorMes } from '../indicadores/movimento.server.ts';
import { VER_SAUDE } from '../pessoa/sensiveis.ts';
import { noAlcance } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro, Period {
  meta: number | null;
  exibirMeses: boolean;
}

/**
 * The rate of several companies is computed over all their people, as in dashboards: it is no average of theirs, and has lines of
 * its own after them.
 */
const TODAS = 'Todas as empresas';

/**
 * Lines of company and month, or one line a company with sums and the average of the months. `contados` maps the report's counts
 * to those of `linhas`; only lines of single companies have them, so that they are summed once.
 */
function porMesOuEmpresa(
  filtro: Filtro,
  linhas: Sql,
  { contados, taxa, media }: { contados: Readonly<Record<string, string>>; taxa: string; media: string },
): Sql {
  const colunas = (como: (de: string) => string) =>
    raw(
      Object.entries(contados)
        .map(([para, de]) => `case when e.id is not null then ${como(`x."${de}"`)} end as "${para}"`)
        .join(', '),
    );
  const linhasComNome = sql`
    (select y.*, count(y."empresaId") over (partition by y.mes) as empresas from (${linhas}) y) x left join empresas e on e.id = x."empresaId"
    where e.id is not null or x.empresas > 1`;
  if (filtro.exibirMeses)
    return sql`
      select coalesce(e.nome, ${TODAS}) as "empresaNome", x.mes, x."ativosInicioMes", ${colunas((de) => de)},
        coalesce(x.taxa, 0) as ${raw(`"${taxa}"`)}, x.media, ${filtro.meta}::numeric as meta
      from ${linhasComNome} order by e.nome_ord nulls last, e.id, x.mes`;
  return sql`
    select coalesce(e.nome, ${TODAS}) as "empresaNome", ${colunas((de) => `sum(${de})::int`)}, max(x.media) as ${raw(`"${media}"`)}, ${filtro.meta}::numeric as meta
    from ${linhasComNome} group by e.id, e.nome, e.nome_ord order by e.nome_ord nulls last, e.id`;
}

const meses = ({ dataIni, dataFim }: Filtro) => mesesDoPeriodo(dataIni, dataFim);

export const indicadorTurnoverQuery = (filtro: Filtro, acting: Acting): Sql =>
  porMesOuEmpresa(filtro, turnoverPorMes(meses(filtro), noAlcance(acting, 'ROLE_REL_INDICADOR_TURNOVER', filtro)), {
    contados: { qtdAdmitidos: 'admitidos', qtdDesligados: 'desligados', qtdDemitidos: 'demitidos' },
    taxa: 'turnover',
    media: 'media',
  });

export const taxaDemissaoQuery = (filtro: Filtro, acting: Acting): Sql =>
  porMesOuEmpresa(filtro, demissaoPorMes(meses(filtro), noAlcance(acting, 'ROLE_REL_TAXA_DEMISSAO', filtro)), {
    contados: { qtdDesligados: 'desligados', qtdDemitidos: 'demitidos' },
    taxa: 'taxa',
    media: 'media',
  });

/** Whether a leave counts depends on its reason: other companies are told to whoever sees reasons there, too. */
const doAbsenteismo = ({ can }: Acting) => ['ROLE_REL_ABSENTEISMO', ...(can(VER_SAUDE) ? [VER_SAUDE] : [])];

export const absenteismoQuery = (filtro: Filtro, acting: Acting): Sql =>
  porMesOuEmpresa(filtro, absenteismoPorMes(meses(filtro), noAlcance(acting, doAbsenteismo(acting), filtro)), {
    contados: { qtdTotalFaltas: 'totalFaltas', qtdDiasTrabalhados: 'diasTrabalhados' },
    taxa: 'absenteismo',
    media: 'absenteismo',
  });
