import sql, { type Sql } from 'sql-template-tag';
import { formatMonth } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { FEWEST, type IndicatorData, tooFew, unlessFew } from '#kit/indicator/indicator.ts';
import { ehPromocao, faixasNoDia, tipoDaPromocao } from '#modules/estrutura/public.server.ts';
import { confirmado } from '#modules/gestao-talentos/public.server.ts';
import type { Asked } from '#platform/analytics/asked.server.ts';
import type { IndicatorQueries } from '#platform/analytics/dashboard.server.ts';
import type { BehindOf } from '#platform/analytics/slices.server.ts';
import { dasAreas, porArea, quadroDoPedido, recorte, seriesDe } from '../recorte.server.ts';
import type { painelCargosSalarios } from './cargos-salarios.dashboard.ts';
import type { FiltroCargosSalarios } from './filtro.ts';
import { diasDeFechamento, folhaPorMes, pagosEm } from './folha-por-mes.server.ts';

type Linha = Record<string, string | number | null>;

type Pedido = Asked<FiltroCargosSalarios>;

const quadro = (pedido: Pedido): Sql => quadroDoPedido(pedido.filter.dataBase, pedido);
const quadroPago = (pedido: Pedido): Sql => quadroDoPedido(pedido.filter.dataBase, pedido, true);

/** `cargo, n`: counted before the names are looked up, because many people share one. */
const porCargo = (pedido: Pedido): Sql => sql`select q.cargo, count(*) as n from (${quadro(pedido)}) q group by 1`;

const AVISO_POUCOS = `Grupos com menos de ${FEWEST} talentos não mostram salário médio, nem o menor ao lado deles, de que ele se deduziria.`;

const MAIS_OCUPADOS = 10;

/**
 * The promotions of the period, as their report defines them. Both days are restricted to the period, so that neither entry is
 * searched in all histories.
 */
const promocoes = (pedido: Pedido, tipo: 'H' | 'V'): Sql => sql`
  select h.id, h.area_organizacional_id as area
  from talentos_historicos h
  join talentos_historicos p on p.registro_id = h.registro_id and p.ate = h.data
  join faixas_salariais para on para.id = h.faixa_salarial_id
  join faixas_salariais de on de.id = p.faixa_salarial_id
  join talentos t on t.id = h.registro_id
  where h.data between ${pedido.filter.dataInicio}::date and ${pedido.filter.dataFim}::date
    and p.ate between ${pedido.filter.dataInicio}::date and ${pedido.filter.dataFim}::date
    and ${tipoDaPromocao(sql`para.cargo_id`, sql`de.cargo_id`)} = ${tipo} and ${ehPromocao(pedido.acting)}
    and ${confirmado} and (t.data_desligamento is null or h.data <= t.data_desligamento)
    and ${recorte(pedido, { empresa: sql`t.empresa_id`, area: sql`h.area_organizacional_id`, estabelecimento: sql`h.estabelecimento_id` })}`;

/** The place in the band of each talent, counted from its left; somebody without a salary, or whose band has no value, has none. */
const posicoes = (pedido: Pedido): Sql => sql`
  select q.id, width_bucket(q.salario / case when v.valor > 0 then v.valor end, array[0.80, 0.95, 1.05, 1.20]::numeric[]) as posicao
  from (${quadroPago(pedido)}) q left join ${faixasNoDia(sql`f.empresa_id = any(${[...pedido.companies]}::bigint[])`, sql`${pedido.filter.dataBase}::date`)} v on v.id = q.faixa`;

const POSICOES = ['< 80%', '80 a 95%', '95 a 105%', '105 a 120%', '> 120%'];

export const consultasCargosSalarios: IndicatorQueries<typeof painelCargosSalarios> = {
  quadroPorArea: async (db, pedido: Pedido) => {
    const dados = await porArea(
      db,
      pedido,
      sql`select q.area, count(*)::int as n from (${quadro(pedido)}) q group by 1`,
      [{ nome: 'Talentos' }],
      ['n'],
    );
    return { ...dados, destaques: [{ rotulo: 'Talentos ativos', valor: somaDe(dados, 0) }] };
  },

  salariosPorArea: async (db, pedido: Pedido) => {
    const dados = await porArea(
      db,
      pedido,
      sql`select q.area, sum(q.salario) as total, count(q.salario)::int as n from (${quadroPago(pedido)}) q group by 1`,
      [
        { nome: 'Salários', formato: 'money' },
        { nome: 'Talentos', desenha: false },
      ],
      ['total', 'n'],
    );
    const total = somaDe(dados, 0);
    const pessoas = somaDe(dados, 1);
    return {
      ...dados,
      destaques: [
        { rotulo: 'Folha de salários', valor: total, formato: 'money' },
        { rotulo: 'Salário médio', valor: unlessFew(pessoas, pessoas === 0 ? null : total / pessoas), formato: 'money' },
      ],
    };
  },

  folhaPorMes,

  quadroPorGrupo: async (db, pedido: Pedido) => {
    const linhas = await db.query<Linha>(sql`
      select coalesce(g.nome, 'Sem grupo') as label, sum(q.n)::int as n
      from (${porCargo(pedido)}) q left join cargos c on c.id = q.cargo left join grupos_ocupacionais g on g.id = c.grupo_ocupacional_id
      group by 1 order by 2 desc, 1`);
    return { colunas: [{ nome: 'Talentos' }], series: seriesDe(linhas, ['n']) };
  },

  salarioMedioPorGrupo: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ label: string; n: number; media: string | null; mediana: number | null }>(sql`
      select coalesce(g.nome, 'Sem grupo') as label, count(q.salario)::int as n, round(avg(q.salario), 2) as media,
        percentile_cont(0.5) within group (order by q.salario) as mediana
      from (${quadroPago(pedido)}) q left join cargos c on c.id = q.cargo left join grupos_ocupacionais g on g.id = c.grupo_ocupacional_id
      group by 1 order by 3 desc nulls last, 1`);
    return semPoucos(linhas);
  },

  promocoesHorizontais: (db, pedido: Pedido) => contaPromocoes(db, pedido, 'H'),

  promocoesVerticais: (db, pedido: Pedido) => contaPromocoes(db, pedido, 'V'),

  salarioNaFaixa: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ posicao: number | null; n: number }>(
      sql`select p.posicao, count(*)::int as n from (${posicoes(pedido)}) p group by 1`,
    );
    const contados = new Map(linhas.filter(({ posicao }) => posicao !== null).map(({ posicao, n }) => [posicao, n]));
    const total = [...contados.values()].reduce((soma, n) => soma + n, 0);
    return {
      colunas: [{ nome: 'Talentos' }],
      series: total === 0 ? [] : POSICOES.map((label, posicao) => ({ label, data: [contados.get(posicao) ?? 0] })),
    };
  },

  cargosMaisOcupados: async (db, pedido: Pedido) => {
    const linhas = await db.query<Linha>(sql`
      select c.nome as label, sum(q.n)::int as n from (${porCargo(pedido)}) q join cargos c on c.id = q.cargo
      group by c.nome order by n desc, c.nome limit ${MAIS_OCUPADOS}`);
    return { colunas: [{ nome: 'Talentos' }], series: seriesDe(linhas, ['n']) };
  },
};

const noGrupo = (consulta: Sql, grupo: string): Sql => sql`
  select q.id from (${consulta}) q left join cargos c on c.id = q.cargo left join grupos_ocupacionais g on g.id = c.grupo_ocupacional_id
  where coalesce(g.nome, 'Sem grupo') = ${grupo}`;

/** The talents, or promotions, that each slice counts. */
export const portrasCargosSalarios: BehindOf<typeof painelCargosSalarios> = {
  quadroPorArea: dasAreas<FiltroCargosSalarios>(quadro),
  salariosPorArea: dasAreas<FiltroCargosSalarios>(
    (pedido) => sql`select p.id, p.area from (${quadroPago(pedido)}) p where p.salario is not null`,
  ),
  folhaPorMes: {
    ids: (pedido: Pedido, { key }) => {
      const dia = diasDeFechamento(pedido.filter.dataBase).find((fechamento) => formatMonth(fechamento.slice(0, 7)) === key);
      return dia === undefined ? sql`select null::bigint` : pagosEm(pedido, dia);
    },
  },
  quadroPorGrupo: { ids: (pedido: Pedido, { key }) => noGrupo(quadro(pedido), key) },
  salarioMedioPorGrupo: {
    ids: (pedido: Pedido, { key }) => noGrupo(sql`select p.* from (${quadroPago(pedido)}) p where p.salario is not null`, key),
  },
  promocoesHorizontais: dasAreas<FiltroCargosSalarios>((pedido) => promocoes(pedido, 'H')),
  promocoesVerticais: dasAreas<FiltroCargosSalarios>((pedido) => promocoes(pedido, 'V')),
  salarioNaFaixa: {
    ids: (pedido: Pedido, { key }) => sql`select p.id from (${posicoes(pedido)}) p where p.posicao = ${POSICOES.indexOf(key)}`,
  },
  cargosMaisOcupados: {
    ids: (pedido: Pedido, { key }) =>
      sql`select q.id from (${quadro(pedido)}) q join cargos c on c.id = q.cargo where c.nome = ${key}`,
  },
};

const somaDe = ({ series }: IndicatorData, coluna: number) => series.reduce((soma, { data }) => soma + (data[coluna] ?? 0), 0);

async function contaPromocoes(db: Queryable, pedido: Pedido, tipo: 'H' | 'V'): Promise<IndicatorData> {
  const porCadaArea = sql`select p.area, count(*)::int as n from (${promocoes(pedido, tipo)}) p group by 1`;
  const dados = await porArea(db, pedido, porCadaArea, [{ nome: 'Promoções' }], ['n']);
  return { ...dados, destaques: [{ rotulo: 'Promoções no período', valor: somaDe(dados, 0) }] };
}

function semPoucos(linhas: readonly { label: string; n: number; media: string | null; mediana: number | null }[]): IndicatorData {
  const poucos = tooFew(linhas.map(({ n }) => n));
  const dito = (linha: number, valor: string | number | null) => (valor === null || poucos.has(linha) ? null : Number(valor));
  return {
    colunas: [
      { nome: 'Salário médio', formato: 'money' },
      { nome: 'Mediana', formato: 'money' },
      { nome: 'Talentos', desenha: false },
    ],
    series: linhas.map(({ label, n, media, mediana }, linha) => ({
      label,
      data: [dito(linha, media), dito(linha, mediana), n],
    })),
    ...(poucos.size > 0 ? { aviso: AVISO_POUCOS } : {}),
  };
}
