import sql, { type Sql } from 'sql-template-tag';
import { addMonths, formatMonth } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import { mesesDoPeriodo } from '#modules/gestao-talentos/public.ts';
import type { IndicatorQueries } from '#platform/analytics/dashboard.server.ts';
import type { BehindOf } from '#platform/analytics/slices.server.ts';
import { recorteAtual } from '../recorte.server.ts';
import { alcancadas, candidaturas, diaDe, noPeriodo, type Pedido, solicitacoes } from './recorte.server.ts';
import type { painelVagas } from './vagas.dashboard.ts';

const PARADO_HA = 7;
const INSCRITOS = 'inscritos';
const CONTRATADOS = 'contratados';
const DA_ETAPA = 'etapa: ';
const SEM_FONTE = 'Não informado';
const SEM_RECRUTADOR = 'Sem recrutador responsável';

const contagem = async (db: Queryable, nome: string, consulta: Sql): Promise<IndicatorData> => ({
  colunas: [{ nome }],
  series: (await db.query<{ label: string; n: number }>(consulta)).map(({ label, n }) => ({ label, data: [n] })),
});

/** `id, fonte` of who applied in the period. */
const porFonte = (pedido: Pedido): Sql => sql`
  select distinct k.id, coalesce((select v.nome from como_ficou_sabendo_vaga v where v.id = k.como_ficou_sabendo_vaga_id), ${SEM_FONTE}) as fonte
  from ${candidaturas(pedido)} and ${noPeriodo(diaDe(sql`c.inscrita_em`), pedido)}`;

/** STA-006 and STA-007 as one state. */
const SITUACOES = ['Em análise', 'Aberta', 'Suspensa', 'Encerrada', 'Reprovada', 'Cancelada'];
const porSituacao = (pedido: Pedido): Sql => sql`
  select s.id, case s.situacao when 'S' then 'Suspensa' when 'E' then 'Encerrada' when 'C' then 'Cancelada'
    else case s.status when 'A' then 'Aberta' when 'R' then 'Reprovada' else 'Em análise' end end as situacao
  from ${solicitacoes(pedido)} and ${noPeriodo(sql`s.data`, pedido)}`;

/** `id, recrutador, dias` of the applications that wait. */
const paradas = (pedido: Pedido): Sql => sql`
  select c.id, coalesce(u.nome, ${SEM_RECRUTADOR}) as recrutador, d.dias
  from (select c.* from ${candidaturas(pedido)} and c.situacao = 'A') c
  join solicitacoes_pessoal s on s.id = c.solicitacao_id and s.situacao = 'A'
  left join usuarios u on u.id = s.recrutador_responsavel_id
  cross join lateral (select least(${pedido.filter.dataFim}::date, ${pedido.acting.today}::date) - ${diaDe(sql`c.etapa_desde`)} as dias) d
  where d.dias > ${PARADO_HA}`;

const encerradas = (pedido: Pedido): Sql => sql`
  select s.id, s.data_encerramento as em, greatest(0, s.data_encerramento - s.data) as dias
  from ${solicitacoes(pedido)} and s.situacao = 'E' and ${noPeriodo(sql`s.data_encerramento`, pedido)}`;

/** `id, data, dias` (null: not closed) of the approved requests of the period. */
const coorte = (pedido: Pedido): Sql => sql`
  select s.id, s.data, case when s.situacao = 'E' then greatest(0, s.data_encerramento - s.data) end as dias
  from ${solicitacoes(pedido)} and s.status = 'A' and s.situacao <> 'C' and ${noPeriodo(sql`s.data`, pedido)}`;

/** `id, prevista, ritmo` of the open requests: the day that was promised, and the day that the pace of the last year gives. */
const previsoes = (pedido: Pedido): Sql => sql`
  select s.id, s.data_previsao_encerramento as prevista,
    greatest(${pedido.acting.today}::date, s.data + (
      select round(percentile_cont(0.5) within group (order by p.data_encerramento - p.data))::int from solicitacoes_pessoal p
      where p.empresa_id = s.empresa_id and p.situacao = 'E' and p.data_encerramento > ${addMonths(pedido.acting.today, -12)}::date)) as ritmo
  from ${solicitacoes(pedido)} and s.situacao = 'A' and s.status = 'A'`;

/** The talents (alias `t`) who were candidates before. */
const quemVeio = (pedido: Pedido, dia: Sql): Sql => sql`
  talentos t where exists (select 1 from candidatos k where k.talento_id = t.id) and ${recorteAtual(pedido)} and ${noPeriodo(dia, pedido)}`;

const mesDe = (dia: Sql): Sql => sql`to_char(${dia}, 'YYYY-MM')`;
/** The same as the slices say it. */
const mesDito = (dia: Sql): Sql => sql`to_char(${dia}, 'MM/YYYY')`;

export const consultasVagas: IndicatorQueries<typeof painelVagas> = {
  funil: async (db, pedido: Pedido) => {
    const [todas, etapas] = [
      await db.only<{ n: number; contratados: number }>(
        sql`select count(*)::int as n, (count(*) filter (where a.situacao = 'C'))::int as contratados from (${alcancadas(pedido)}) a`,
      ),
      await db.query<{ nome: string; n: number }>(sql`
        select e.nome, count(a.id)::int as n from etapas_seletivas e left join (${alcancadas(pedido)}) a on a.empresa = e.empresa_id and a.ate >= e.ordem
        where e.empresa_id = any(${[...pedido.companies]}::bigint[]) group by e.nome order by min(e.ordem), 1`),
    ];
    return {
      colunas: [{ nome: 'Candidaturas' }],
      series:
        todas.n === 0
          ? []
          : [
              { label: 'Inscritos', fatia: INSCRITOS, data: [todas.n] },
              ...etapas.map(({ nome, n }) => ({ label: nome, fatia: `${DA_ETAPA}${nome}`, data: [n] })),
              { label: 'Contratados', fatia: CONTRATADOS, data: [todas.contratados] },
            ],
      destaques: [
        { rotulo: 'Candidaturas', valor: todas.n },
        {
          rotulo: 'Contratados por cem inscritos',
          formato: 'decimal',
          valor: todas.n === 0 ? null : Math.round((10_000 * todas.contratados) / todas.n) / 100,
        },
      ],
    };
  },

  fontes: (db, pedido: Pedido) =>
    contagem(
      db,
      'Candidatos',
      sql`select x.fonte as label, count(*)::int as n from (${porFonte(pedido)}) x group by 1 order by 2 desc, 1`,
    ),

  situacoes: (db, pedido: Pedido) =>
    contagem(
      db,
      'Solicitações',
      sql`select x.situacao as label, count(*)::int as n from (${porSituacao(pedido)}) x group by 1 order by array_position(${SITUACOES}::text[], x.situacao)`,
    ),

  tempoPorEtapa: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ label: string; dias: number; n: number }>(sql`
      select p.nome as label, round(avg(p.dias), 1)::float8 as dias, count(*)::int as n
      from (
        select e.nome, e.ordem, coalesce(
            (select min(n.data) from candidatos_historicos n
              where n.candidatura_id = c.id and (n.data, n.id) > (h.data, h.id) and n.etapa_seletiva_id is distinct from h.etapa_seletiva_id),
            ${diaDe(sql`c.encerrada_em`)}, ${pedido.acting.today}::date) - h.data as dias
        from (
          select h.candidatura_id, h.etapa_seletiva_id, min(h.data) as data, min(h.id) as id from candidatos_historicos h
          where h.etapa_seletiva_id is not null and ${noPeriodo(sql`h.data`, pedido)} group by 1, 2) h
        join (select c.* from ${candidaturas(pedido)}) c on c.id = h.candidatura_id
        join etapas_seletivas e on e.id = h.etapa_seletiva_id
      ) p group by 1 order by min(p.ordem), 1`);
    return {
      colunas: [{ nome: 'Dias' }, { nome: 'Candidaturas', desenha: false }],
      series: linhas.map(({ label, dias, n }) => ({ label, data: [dias, n] })),
    };
  },

  quemDemora: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ label: string; n: number; dias: number }>(sql`
      select x.recrutador as label, count(*)::int as n, round(avg(x.dias), 1)::float8 as dias from (${paradas(pedido)}) x group by 1 order by 2 desc, 1`);
    return {
      colunas: [{ nome: 'Candidaturas' }, { nome: 'Dias parados, em média', desenha: false }],
      series: linhas.map(({ label, n, dias }) => ({ label, data: [n, dias] })),
    };
  },

  duracao: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ mes: string; dias: number; n: number; soma: number }>(sql`
      select ${mesDe(sql`x.em`)} as mes, round(avg(x.dias), 1)::float8 as dias, count(*)::int as n, sum(x.dias)::int as soma
      from (${encerradas(pedido)}) x group by 1 order by 1`);
    const n = linhas.reduce((total, linha) => total + linha.n, 0);
    return {
      colunas: [{ nome: 'Dias' }, { nome: 'Encerradas', desenha: false }],
      series: linhas.map(({ mes, dias, n: quantas }) => ({ label: formatMonth(mes), data: [dias, quantas] })),
      destaques: [
        { rotulo: 'Encerradas', valor: n },
        {
          rotulo: 'Dias, em média',
          valor: n === 0 ? null : Math.round((10 * linhas.reduce((total, { soma }) => total + soma, 0)) / n) / 10,
        },
      ],
    };
  },

  coorte: async (db, pedido: Pedido) => {
    // A month that ended too recently has no number yet.
    const em = (dias: number) => sql`
      case when max(x.data) + ${dias}::int <= ${pedido.acting.today}::date then round(100.0 * count(*) filter (where x.dias <= ${dias}::int) / count(*), 1)::float8 end`;
    const linhas = await db.query<{ mes: string; em30: number | null; em60: number | null; em90: number | null; n: number }>(sql`
      select ${mesDe(sql`x.data`)} as mes, ${em(30)} as em30, ${em(60)} as em60, ${em(90)} as em90, count(*)::int as n
      from (${coorte(pedido)}) x group by 1 order by 1`);
    return {
      colunas: [
        ...[30, 60, 90].map((dias) => ({ nome: `Em ${dias} dias`, formato: 'percentage' as const })),
        { nome: 'Solicitações', desenha: false },
      ],
      series: linhas.map(({ mes, em30, em60, em90, n }) => ({ label: formatMonth(mes), data: [em30, em60, em90, n] })),
    };
  },

  previsao: async (db, pedido: Pedido) => {
    const linhas = await db.query<{ mes: string; prevista: number; ritmo: number }>(sql`
      select ${mesDe(sql`d.dia`)} as mes, (count(*) filter (where d.prevista))::int as prevista, (count(*) filter (where not d.prevista))::int as ritmo
      from (${previsoes(pedido)}) x cross join lateral (values (x.prevista, true), (x.ritmo, false)) d(dia, prevista)
      where ${noPeriodo(sql`d.dia`, pedido)} group by 1 order by 1`);
    return {
      colunas: [{ nome: 'Pela previsão' }, { nome: 'Pelo ritmo' }],
      series: linhas.map(({ mes, prevista, ritmo }) => ({ label: formatMonth(mes), data: [prevista, ritmo] })),
    };
  },

  contratados: async (db, pedido: Pedido) => {
    const porMes = async (dia: Sql) =>
      new Map(
        (
          await db.query<{ mes: string; n: number }>(
            sql`select ${mesDe(dia)} as mes, count(*)::int as n from ${quemVeio(pedido, dia)} group by 1`,
          )
        ).map(({ mes, n }) => [mes, n]),
      );
    const [entraram, sairam] = [await porMes(sql`t.data_admissao`), await porMes(sql`t.data_desligamento`)];
    return {
      colunas: [{ nome: 'Admissões' }, { nome: 'Desligamentos' }],
      series:
        entraram.size + sairam.size === 0
          ? []
          : mesesDoPeriodo(pedido.filter.dataInicio, pedido.filter.dataFim).map(({ mes }) => ({
              label: formatMonth(mes),
              data: [entraram.get(mes) ?? 0, sairam.get(mes) ?? 0],
            })),
    };
  },
};

/** The records that each slice counts. */
export const portrasVagas: BehindOf<typeof painelVagas> = {
  funil: {
    ids: (pedido: Pedido, { key }) =>
      sql`select a.id from (${alcancadas(pedido)}) a where ${
        key === INSCRITOS
          ? sql`true`
          : key === CONTRATADOS
            ? sql`a.situacao = 'C'`
            : sql`exists (select 1 from etapas_seletivas e where e.empresa_id = a.empresa and ${DA_ETAPA} || e.nome = ${key} and a.ate >= e.ordem)`
      }`,
    label: async (_db, _pedido, key) =>
      key === INSCRITOS ? 'Inscritos' : key === CONTRATADOS ? 'Contratados' : key.replace(DA_ETAPA, ''),
  },
  fontes: { ids: (pedido: Pedido, { key }) => sql`select x.id from (${porFonte(pedido)}) x where x.fonte = ${key}` },
  situacoes: { ids: (pedido: Pedido, { key }) => sql`select x.id from (${porSituacao(pedido)}) x where x.situacao = ${key}` },
  quemDemora: { ids: (pedido: Pedido, { key }) => sql`select x.id from (${paradas(pedido)}) x where x.recrutador = ${key}` },
  duracao: {
    ids: (pedido: Pedido, { key }) => sql`select x.id from (${encerradas(pedido)}) x where ${mesDito(sql`x.em`)} = ${key}`,
  },
  coorte: {
    ids: (pedido: Pedido, { key }) => sql`select x.id from (${coorte(pedido)}) x where ${mesDito(sql`x.data`)} = ${key}`,
  },
  previsao: {
    ids: (pedido: Pedido, { key, column }) => {
      const dia = column === 0 ? sql`x.prevista` : sql`x.ritmo`;
      return sql`select x.id from (${previsoes(pedido)}) x where ${mesDito(dia)} = ${key} and ${noPeriodo(dia, pedido)}`;
    },
  },
  contratados: {
    ids: (pedido: Pedido, { key, column }) => {
      const dia = column === 0 ? sql`t.data_admissao` : sql`t.data_desligamento`;
      return sql`select t.id from ${quemVeio(pedido, dia)} and ${mesDito(dia)} = ${key}`;
    },
  },
};
