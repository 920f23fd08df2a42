import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addMonths } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { backwards } from '#kit/form/period.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { lugarDaVaga, vagas } from '../relatorios/alcance.server.ts';
import type { FiltroDaVaga } from '../relatorios/filtros.ts';
import { ESTATISTICAS, type Estatisticas, estatisticas, type Grupo } from './estatisticas.ts';

type Filtro = FiltroDaVaga & { dataIni: string; dataFim: string };

const MEDIDAS = sql`
  count(*)::int as solicitacoes, coalesce(sum(e.quantidade), 0)::float8 as vagas, coalesce(sum(e.preenchidas), 0)::float8 as preenchidas,
  round(avg(e.dias), 1)::float8 as media, percentile_cont(0.5) within group (order by e.dias) as mediana,
  min(e.dias)::int as menor, max(e.dias)::int as maior,
  round(100.0 * count(*) filter (where e.dias <= e.previstos) / nullif(count(e.previstos), 0), 1)::float8 as "noPrazo"`;

/** The requests that closed in the period, of those that the reader sees. */
const encerradas = (filtro: Filtro, acting: Acting): Sql => sql`
  select s.quantidade, s.qtd_vagas_preenchidas as preenchidas, greatest(0, s.data_encerramento - s.data) as dias,
    coalesce(s.qtd_dias_previsao, s.data_previsao_encerramento - s.data) as previstos, to_char(s.data_encerramento, 'YYYY-MM') as mes,
    coalesce(g.nome, 'Sem cargo') as cargo, coalesce(a.descricao_hierarquia, 'Sem área') as area, coalesce(u.nome, 'Sem recrutador responsável') as recrutador
  from solicitacoes_pessoal s ${lugarDaVaga} left join usuarios u on u.id = s.recrutador_responsavel_id
  where ${vagas(acting, filtro)} and s.data_encerramento between ${filtro.dataIni}::date and ${filtro.dataFim}::date`;

async function estatisticasDe(db: Queryable, acting: Acting, filtro: Filtro): Promise<Estatisticas> {
  const fechadas = sql`(${encerradas(filtro, acting)}) e`;
  const por = (coluna: Sql) =>
    db.query<Grupo>(sql`select ${coluna} as nome, ${MEDIDAS} from ${fechadas} group by 1 order by avg(e.dias) desc, 1`);
  const [total, porMes, porCargo, porArea, porRecrutador] = [
    await db.only<Estatisticas['total']>(sql`select ${MEDIDAS} from ${fechadas}`),
    await db.query<Estatisticas['porMes'][number]>(
      sql`select e.mes, count(*)::int as solicitacoes, round(avg(e.dias), 1)::float8 as media from ${fechadas} group by 1 order by 1`,
    ),
    await por(sql`e.cargo`),
    await por(sql`e.area`),
    await por(sql`e.recrutador`),
  ];
  return { dataIni: filtro.dataIni, dataFim: filtro.dataFim, total, porMes, porCargo, porArea, porRecrutador };
}

/** CALL-121: how long it takes to fill vacancies, of the requests that closed in a period; by default the last year. */
export function estatisticasRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.get(
    '/api/captacao/estatisticas-preenchimento-vaga',
    withAnswer(
      { config: { authority: ESTATISTICAS }, schema: { tags: ['Estatísticas de Preenchimento de Vagas'] } },
      estatisticas,
    ),
    async (request) => {
      const { acting } = request;
      const asked = queryOf(request, {
        dataIni: inQuery.date.optional(),
        dataFim: inQuery.date.optional(),
        estabelecimentosIds: inQuery.ids.optional(),
        areasIds: inQuery.ids.optional(),
        cargosIds: inQuery.ids.optional(),
      });
      const dataFim = asked.dataFim ?? acting.today;
      const dataIni = asked.dataIni ?? addMonths(dataFim, -12);
      const faltas = [...backwards('dataFim', dataIni, dataFim)];
      if (faltas.length > 0) throw refuse.invalid(faltas);
      return estatisticasDe(db, acting, { ...asked, dataIni, dataFim, statusSolicitacao: 'E' });
    },
  );
}
