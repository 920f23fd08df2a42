import sql, { type Sql } from 'sql-template-tag';
import { formatMonth } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import { escolaridades } from '#modules/estrutura/public.ts';
import {
  confirmado,
  desligamentoDoTalento,
  geracaoDoTalento,
  nomeDaGeracao,
  trabalhaEm,
} from '#modules/gestao-talentos/public.server.ts';
import { mesesDoPeriodo, vinculos } from '#modules/gestao-talentos/public.ts';
import type { Asked } from '#platform/analytics/asked.server.ts';
import type { IndicatorQueries } from '#platform/analytics/dashboard.server.ts';
import type { Behind, BehindOf } from '#platform/analytics/slices.server.ts';
import { recorteAtual, seriesDe } from '../recorte.server.ts';
import type { FiltroTalento } from './filtro.ts';
import { absenteismo, admissoesDesligamentos, turnover } from './movimento.server.ts';
import type { painelTalento } from './talento.dashboard.ts';

type Pedido = Asked<FiltroTalento>;

/** Talents at work at the end of the period (alias `t`). */
const ativos = (pedido: Pedido): Sql => sql`talentos t where ${trabalhaEm(pedido.filter.dataFim)} and ${recorteAtual(pedido)}`;

/** How many were born in each year: the years are few, and all of a year are of one generation. */
const anosDeNascimento = (pedido: Pedido): Sql =>
  sql`(select min(t.data_nascimento) as data_nascimento, count(*) as n from ${ativos(pedido)} group by extract(year from t.data_nascimento))`;

/** Every year that a date may be of, and none. */
const anosPossiveis = sql`(select make_date(ano, 1, 1) as data_nascimento from generate_series(1900, 2199) ano union all select null)`;

const IDADES = ['Até 17', '18 a 24', '25 a 34', '35 a 44', '45 a 54', '55 a 64', '65 ou +'];
const TEMPOS = ['< 1', '1 a 2', '3 a 5', '6 a 10', '11 a 20', '> 20'];

/** The step that a date is on, in whole years until the end of the period. */
const degrauDe = (pedido: Pedido, desde: Sql, degraus: readonly number[]): Sql =>
  sql`width_bucket(extract(year from age(${pedido.filter.dataFim}::date, ${desde}))::int, ${[...degraus]}::int[])`;

const ANOS_DE_IDADE = [18, 25, 35, 45, 55, 65];
const ANOS_DE_EMPRESA = [1, 3, 6, 11, 21];
const SEM_DATA = 'Não informado';

/** Women and men in each of the steps, by whole years between a date and the end of the period. */
async function porAnos(
  db: Queryable,
  pedido: Pedido,
  desde: Sql,
  degraus: readonly number[],
  nomes: readonly string[],
): Promise<IndicatorData> {
  const linhas = await db.query<{ degrau: number | null; mulheres: number; homens: number }>(sql`
    select ${degrauDe(pedido, desde, degraus)} as degrau,
      count(*) filter (where t.sexo = 'F')::int as mulheres, count(*) filter (where t.sexo <> 'F')::int as homens
    from ${ativos(pedido)} group by 1`);
  const serie = (degrau: number | null, label: string) => {
    const linha = linhas.find((one) => one.degrau === degrau);
    return { label, data: [linha?.mulheres ?? 0, linha?.homens ?? 0] };
  };
  const semData = linhas.some(({ degrau }) => degrau === null) ? [serie(null, SEM_DATA)] : [];
  return {
    colunas: [{ nome: 'Mulheres' }, { nome: 'Homens' }],
    series: linhas.length === 0 ? [] : [...nomes.map((nome, degrau) => serie(degrau, nome)), ...semData],
  };
}

const contagem = async (db: Queryable, consulta: Sql): Promise<IndicatorData> => ({
  colunas: [{ nome: 'Talentos' }],
  series: seriesDe(await db.query<Record<string, string | number | null>>(consulta), ['n']),
});

/** Counted by a code of the record, in the order of its labels; people without one come last. */
async function porCodigo(
  db: Queryable,
  pedido: Pedido,
  codigo: Sql,
  nomes: Readonly<Record<string, string>>,
): Promise<IndicatorData> {
  const linhas = await db.query<{ codigo: string | null; n: number }>(
    sql`select ${codigo} as codigo, count(*)::int as n from ${ativos(pedido)} group by 1`,
  );
  const ordem = Object.keys(nomes).sort();
  const lugar = (linha: { codigo: string | null }) => (linha.codigo === null ? ordem.length : ordem.indexOf(linha.codigo));
  return {
    colunas: [{ nome: 'Talentos' }],
    series: linhas
      .sort((a, b) => lugar(a) - lugar(b))
      .map((linha) => ({ label: (linha.codigo !== null && nomes[linha.codigo]) || SEM_DATA, data: [linha.n] })),
  };
}

/** `id, motivo` of who left in the period. */
const motivos = (pedido: Pedido): Sql => sql`
  select t.id, coalesce(m.motivo, 'Sem motivo informado') as motivo from talentos t ${desligamentoDoTalento}
  where t.data_desligamento between ${pedido.filter.dataInicio}::date and ${pedido.filter.dataFim}::date
    and ${confirmado} and ${recorteAtual(pedido)}`;

const nomeDoSexo = sql`case t.sexo when 'F' then 'Feminino' else 'Masculino' end`;

export const consultasTalento: IndicatorQueries<typeof painelTalento> = {
  turnover,
  absenteismo,
  admissoesDesligamentos,

  motivosDesligamento: (db, pedido: Pedido) =>
    contagem(db, sql`select x.motivo as label, count(*)::int as n from (${motivos(pedido)}) x group by 1 order by 2 desc, 1`),

  geracoes: (db, pedido: Pedido) =>
    contagem(
      db,
      sql`select g.id, ${nomeDaGeracao} as label, g.descricao, sum(t.n)::int as n
        from ${anosDeNascimento(pedido)} t ${geracaoDoTalento}
        group by 1, 2, 3, g.ano_inicial order by g.ano_inicial nulls last, 2`,
    ),

  sexo: (db, pedido: Pedido) =>
    contagem(db, sql`select ${nomeDoSexo} as label, count(*)::int as n from ${ativos(pedido)} group by 1 order by 1`),

  faixaEtaria: (db, pedido: Pedido) => porAnos(db, pedido, sql`t.data_nascimento`, ANOS_DE_IDADE, IDADES),

  tempoDeServico: (db, pedido: Pedido) => porAnos(db, pedido, sql`t.data_admissao`, ANOS_DE_EMPRESA, TEMPOS),

  escolaridade: (db, pedido: Pedido) => porCodigo(db, pedido, sql`t.escolaridade`, escolaridades),

  vinculos: (db, pedido: Pedido) => porCodigo(db, pedido, sql`t.vinculo`, vinculos),
};

/** The women (0) or men (1) on one step. */
const noDegrau = (desde: Sql, degraus: readonly number[], nomes: readonly string[]): Behind<FiltroTalento> => ({
  ids: (pedido, { key, column }) => {
    const degrau = degrauDe(pedido, desde, degraus);
    const nele = key === SEM_DATA ? sql`${degrau} is null` : sql`${degrau} = ${nomes.indexOf(key)}`;
    return sql`select t.id from ${ativos(pedido)} and ${nele} and ${column === 0 ? sql`t.sexo = 'F'` : sql`t.sexo <> 'F'`}`;
  },
});

const comCodigo = (codigo: Sql, nomes: Readonly<Record<string, string>>): Behind<FiltroTalento> => ({
  ids: (pedido, { key }) => {
    const codigos = Object.keys(nomes).filter((nome) => nomes[nome] === key);
    const sem = key === SEM_DATA ? sql`or ${codigo} is null or ${codigo} <> all(${Object.keys(nomes)}::text[])` : sql``;
    return sql`select t.id from ${ativos(pedido)} and (${codigo} = any(${codigos}::text[]) ${sem})`;
  },
});

/** The talents that each slice counts. */
export const portrasTalento: BehindOf<typeof painelTalento> = {
  admissoesDesligamentos: {
    ids: (pedido: Pedido, { key, column }) => {
      const meses = mesesDoPeriodo(pedido.filter.dataInicio, pedido.filter.dataFim);
      const mes = meses.find((one) => formatMonth(one.mes) === key);
      if (!mes) return sql`select null::bigint`;
      const dia = column === 0 ? sql`t.data_admissao` : sql`t.data_desligamento`;
      return sql`select t.id from talentos t where ${confirmado} and ${recorteAtual(pedido)}
        and ${dia} between ${mes.inicio}::date and ${mes.fim}::date
        and t.data_admissao <= ${pedido.filter.dataFim}::date
        and (t.data_desligamento is null or t.data_desligamento >= ${pedido.filter.dataInicio}::date)`;
    },
  },
  motivosDesligamento: {
    ids: (pedido: Pedido, { key }) => sql`select x.id from (${motivos(pedido)}) x where x.motivo = ${key}`,
  },
  geracoes: {
    // The years as an array, so that a page is read in the order of the list: to a join PostgreSQL would give the whole slice first.
    ids: (pedido: Pedido, { key }) => sql`
      select t.id from ${ativos(pedido)} and coalesce(extract(year from t.data_nascimento), 0) = any(array(
        select coalesce(extract(year from t.data_nascimento), 0) from ${anosPossiveis} t ${geracaoDoTalento} where ${nomeDaGeracao} = ${key}))`,
  },
  sexo: { ids: (pedido: Pedido, { key }) => sql`select t.id from ${ativos(pedido)} and ${nomeDoSexo} = ${key}` },
  faixaEtaria: noDegrau(sql`t.data_nascimento`, ANOS_DE_IDADE, IDADES),
  tempoDeServico: noDegrau(sql`t.data_admissao`, ANOS_DE_EMPRESA, TEMPOS),
  escolaridade: comCodigo(sql`t.escolaridade`, escolaridades),
  vinculos: comCodigo(sql`t.vinculo`, vinculos),
};
