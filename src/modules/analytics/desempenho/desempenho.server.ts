import sql, { type Sql } from 'sql-template-tag';
import { formatMonth } from '#kit/br/date.ts';
import { FEWEST, type IndicatorData, tooFew, unlessFew } from '#kit/indicator/indicator.ts';
import {
  AVALIACOES,
  CAIXAS,
  caixaEmSql,
  LIMITES,
  mostra,
  PADRAO,
  perguntadosContaveis,
  seMostra,
} from '#modules/avaliacao/public.server.ts';
import { temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import type { Asked } from '#platform/analytics/asked.server.ts';
import type { IndicatorQueries } from '#platform/analytics/dashboard.server.ts';
import type { BehindOf } from '#platform/analytics/slices.server.ts';
import { dasAreas, porArea, recorte, recorteAtual } from '../recorte.server.ts';
import { type painelDesempenho, RESULTADOS } from './desempenho.dashboard.ts';
import type { FiltroDesempenho } from './filtro.ts';

type Pedido = Asked<FiltroDesempenho>;

const PRIMEIROS = 10;
const AVISO = `Médias de menos de ${FEWEST} talentos não aparecem, nem a menor ao lado delas, de que se deduziriam.`;

const noPeriodo = ({ filter }: Pedido): Sql => sql`d.data_fim between ${filter.dataInicio}::date and ${filter.dataFim}::date`;

/** One of the percentages as it is shown; of the reader only where their own page shows it. */
const dito = ({ acting }: Pedido, valor: Sql): Sql => seMostra(acting, 'performance', sql`round(${valor}, 1)`);

/**
 * Results of evaluations that ended in the period, of the talents whom the reader sees: `id` of the talent, `area`, `cargo`, the percentages, and
 * `resultado`. Whatever is counted is counted of these, so that nobody subtracts the others from a figure and has what is kept from them (ADR 69).
 */
const resultados = (pedido: Pedido): Sql => sql`
  select a.colaborador_id as id, a.area_id as area, a.cargo_id as cargo, d.data_fim, d.id as avaliacao, a.config_nivel_faixa_id as config, a.resultado,
    ${dito(pedido, sql`a.desempenho`)} as desempenho, ${dito(pedido, sql`a.potencial`)} as potencial,
    ${dito(pedido, sql`a.performance`)} as performance, ${dito(pedido, sql`a.metas`)} as metas,
    ${mostra(pedido.acting, 'exigido')} as "mostraExigido", ${temMeuCpf(pedido.acting)} as proprio
  from avaliados_desempenho a
  join avaliacoes_desempenho d on d.id = a.avaliacao_desempenho_id and d.situacao = 'C' and ${noPeriodo(pedido)}
  join talentos t on t.id = a.colaborador_id
  where ${recorte(pedido, { empresa: sql`a.empresa_id`, area: sql`a.area_id`, estabelecimento: sql`a.estabelecimento_id` })}`;

/** The last result of each talent. */
const ultimos = (pedido: Pedido): Sql => sql`
  select distinct on (r.id) r.* from (${resultados(pedido)}) r where r.resultado is not null order by r.id, r.data_fim desc, r.avaliacao desc`;

const comPerformance = (pedido: Pedido): Sql => sql`select u.* from (${ultimos(pedido)}) u where u.performance is not null`;

const MEDIA = [
  { nome: 'Performance', formato: 'percentage1' },
  { nome: 'Avaliados', desenha: false },
] as const;

/** Averages beside the number of people they are of; those of too few are withheld. */
function medias(
  series: IndicatorData['series'],
  colunas: IndicatorData['colunas'],
): Pick<IndicatorData, 'series' | 'colunas' | 'aviso'> {
  const poucos = tooFew(series.map(({ data }) => data[1] ?? 0));
  return {
    colunas,
    series: series.map((serie, n) => ({ ...serie, data: [poucos.has(n) ? null : (serie.data[0] ?? null), serie.data[1] ?? 0] })),
    ...(poucos.size > 0 ? { aviso: AVISO } : {}),
  };
}

const arredonda = (valor: number) => Math.round(valor * 10) / 10;

/** The competencies `x` of the last results, with what was required and reached. */
const competencias = (pedido: Pedido): Sql => sql`
  select u.id, (x ->> 'id')::bigint as competencia, round((x ->> 'exigido')::numeric, 1) as exigido, round((x ->> 'obtido')::numeric, 1) as obtido
  from (${ultimos(pedido)}) u cross join lateral linhas_apuradas(u.avaliacao, u.config, 'competencias', u.resultado -> 'competencias') as e(x, n)
  where x ->> 'obtido' is not null and x ->> 'exigido' is not null and u."mostraExigido"`;

/** Where each talent with both percentages stands; nobody sees themselves on a grid (ADR 90). */
const quadrantes = (pedido: Pedido): Sql => sql`
  select u.id, ${caixaEmSql(sql`u.desempenho`, sql`u.potencial`, LIMITES)} as caixa from (${ultimos(pedido)}) u
  where u.desempenho is not null and u.potencial is not null and not u.proprio`;

export const consultasDesempenho: IndicatorQueries<typeof painelDesempenho> = {
  participacao: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ label: string; pedidas: number; respondidas: number; poucos: boolean }>(sql`
      select d.titulo as label, count(*)::int as pedidas, (count(*) filter (where p.estado = 'R'))::int as respondidas,
        d.anonima is true and (not ${pedido.acting.can(RESULTADOS)}::boolean or count(distinct p.pessoa) < ${FEWEST}) as poucos
      from avaliacoes_desempenho d
      join rodadas r on r.dono = ${AVALIACOES} and r.dono_id = d.id
      join ${perguntadosContaveis(pedido.acting, pedido.companies)} p on p.rodada_id = r.id
      join talentos t on t.id = split_part(p.pessoa, ':', 2)::bigint
      where ${noPeriodo(pedido)} and ${recorteAtual(pedido)}
      group by d.id order by d.data_fim desc, d.id desc limit ${PRIMEIROS}`);
    // Beside a total of all, what is withheld would follow.
    const ditas = linhas.filter(({ poucos }) => !poucos);
    const soma = (qual: 'pedidas' | 'respondidas') => ditas.reduce((total, linha) => total + linha[qual], 0);
    const pedidas = soma('pedidas');
    return {
      colunas: [
        { nome: 'Participação', formato: 'percentage1' },
        { nome: 'Respondidas', desenha: false },
        { nome: 'Pedidas', desenha: false },
      ],
      series: linhas.map(({ label, pedidas: de, respondidas, poucos }) => ({
        label,
        data: poucos ? [null, null, de] : [arredonda((100 * respondidas) / de), respondidas, de],
      })),
      destaques: [
        {
          rotulo: 'Participação',
          valor: pedidas === 0 ? null : arredonda((100 * soma('respondidas')) / pedidas),
          formato: 'percentage1',
        },
      ],
      ...(ditas.length < linhas.length
        ? {
            aviso: pedido.acting.can(RESULTADOS)
              ? `De uma avaliação anônima com menos de ${FEWEST} avaliadores não se diz quantos responderam.`
              : 'De uma avaliação anônima só se diz quantos responderam a quem abre as Avaliações de Desempenho.',
          }
        : {}),
    };
  },

  resultadoPorArea: async (db, pedido: Pedido) => {
    const dados = await porArea(
      db,
      pedido,
      sql`select u.area, sum(u.performance) as soma, count(*)::int as n from (${comPerformance(pedido)}) u group by 1`,
      MEDIA,
      ['soma', 'n'],
    );
    const somado = (coluna: number) => dados.series.reduce((total, { data }) => total + (data[coluna] ?? 0), 0);
    const pessoas = somado(1);
    return {
      ...medias(
        dados.series.map((serie) => {
          const [soma = 0, n = 0] = serie.data;
          return { ...serie, data: [n ? arredonda((soma ?? 0) / n) : null, n] };
        }),
        MEDIA,
      ),
      destaques: [
        { rotulo: 'Avaliados', valor: pessoas },
        {
          rotulo: 'Performance média',
          valor: unlessFew(pessoas, pessoas === 0 ? null : arredonda(somado(0) / pessoas)),
          formato: 'percentage1',
        },
      ],
    };
  },

  resultadoPorCargo: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ label: string; media: number; n: number }>(sql`
      select coalesce(c.nome, 'Sem cargo') as label, round(avg(u.performance), 1)::float8 as media, count(*)::int as n
      from (${comPerformance(pedido)}) u left join cargos c on c.id = u.cargo
      group by 1 order by 3 desc, 1 limit ${PRIMEIROS}`);
    return medias(
      linhas.map(({ label, media, n }) => ({ label, data: [media, n] })),
      MEDIA,
    );
  },

  distancias: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ label: string; distancia: number; abaixo: number; n: number }>(sql`
      select k.nome as label, (round(avg(x.exigido), 1) - round(avg(x.obtido), 1))::float8 as distancia, (count(*) filter (where x.obtido < x.exigido))::int as abaixo,
        count(*)::int as n
      from (${competencias(pedido)}) x join competencias k on k.id = x.competencia
      group by k.id, k.nome having count(*) >= ${FEWEST} and avg(x.exigido - x.obtido) > 0
      order by 2 desc, 1, k.id limit ${PRIMEIROS}`);
    return {
      colunas: [
        { nome: 'Distância', formato: 'percentage1' },
        { nome: 'Abaixo do exigido', desenha: false },
        { nome: 'Avaliados', desenha: false },
      ],
      series: linhas.map(({ label, distancia, abaixo, n }) => ({ label, data: [distancia, abaixo, n] })),
    };
  },

  nineBox: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ caixa: number; n: number }>(
      sql`select q.caixa, count(*)::int as n from (${quadrantes(pedido)}) q group by 1`,
    );
    const contados = new Map(linhas.map(({ caixa, n }) => [caixa, n]));
    return {
      colunas: [{ nome: 'Talentos' }],
      series:
        linhas.length === 0
          ? []
          : CAIXAS.map((caixa) => ({ label: PADRAO[caixa].nomeclatura, data: [contados.get(caixa) ?? 0] })),
    };
  },

  evolucao: async (db, pedido: Pedido) => {
    const linhas = await db.query<
      Record<'desempenho' | 'potencial' | 'performance' | 'metas', number | null> & { mes: string; n: number; quantos: number[] }
    >(sql`
      select to_char(r.data_fim, 'YYYY-MM') as mes, round(avg(r.desempenho), 1)::float8 as desempenho, round(avg(r.potencial), 1)::float8 as potencial,
        round(avg(r.performance), 1)::float8 as performance, round(avg(r.metas), 1)::float8 as metas, count(r.performance)::int as n,
        array[count(r.performance), count(r.desempenho), count(r.potencial), count(r.metas)]::int[] as quantos
      from (${resultados(pedido)}) r group by 1 order by 1`);
    const temMetas = linhas.some(({ quantos }) => quantos[3] !== 0);
    const poucos = [0, 1, 2, 3].map((place) => tooFew(linhas.map(({ quantos }) => quantos[place] ?? 0)));
    return {
      colunas: [
        { nome: 'Performance', formato: 'percentage1' },
        { nome: 'Desempenho', formato: 'percentage1' },
        { nome: 'Potencial', formato: 'percentage1' },
        ...(temMetas ? [{ nome: 'Metas', formato: 'percentage1' } as const] : []),
        { nome: 'Avaliados', desenha: false },
      ],
      series: linhas.map(({ mes, desempenho, potencial, performance, metas, n }, linha) => ({
        label: formatMonth(mes),
        data: [
          ...[performance, desempenho, potencial, ...(temMetas ? [metas] : [])].map((media, place) =>
            poucos[place]?.has(linha) ? null : media,
          ),
          n,
        ],
      })),
      ...(poucos.some(({ size }) => size > 0) ? { aviso: AVISO } : {}),
    };
  },
};

/** The talents whom each slice counts. */
export const portrasDesempenho: BehindOf<typeof painelDesempenho> = {
  resultadoPorArea: dasAreas<FiltroDesempenho>(comPerformance),
  resultadoPorCargo: {
    ids: (pedido: Pedido, { key }) => sql`
      select u.id from (${comPerformance(pedido)}) u left join cargos c on c.id = u.cargo where coalesce(c.nome, 'Sem cargo') = ${key}`,
  },
  distancias: {
    ids: (pedido: Pedido, { key }) => sql`
      select x.id from (${competencias(pedido)}) x join competencias k on k.id = x.competencia where k.nome = ${key} and x.obtido < x.exigido`,
  },
  nineBox: {
    ids: (pedido: Pedido, { key }) => sql`
      select q.id from (${quadrantes(pedido)}) q where q.caixa = ${CAIXAS.find((caixa) => PADRAO[caixa].nomeclatura === key) ?? null}`,
  },
};
