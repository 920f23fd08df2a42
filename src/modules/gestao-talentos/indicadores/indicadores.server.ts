import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Services } from '#kit/module/module.server.ts';
import { queryOf, um } from '#modules/geral/public.server.ts';

/** The two indicators of the home page, on the session's company. */
export function indicadoresRoutes(app: FastifyInstance, { db }: Services): void {
  const open = { config: { authority: 'sessao' }, schema: { tags: ['Indicadores'] } };

  // Active talents of each area with all that stands below it: the children of `areaId`, or the roots.
  app.get('/api/geral/indicadores/quadro-por-area', open, async (request) => {
    const { areaId = null } = queryOf(request, { areaId: um.id.optional() });
    const itens = await db.query(sql`
      with recursive arvore as (
        select id as topo, id from areas_organizacionais
        where empresa_id = ${request.acting.empresaId} and area_mae_id is not distinct from ${areaId}::bigint
        union
        select arvore.topo, filha.id from arvore join areas_organizacionais filha on filha.area_mae_id = arvore.id
      ), quadro as (
        select area_atual_id as area, count(*)::int as n from talentos
        where empresa_id = ${request.acting.empresaId} and situacao = 'A' group by area_atual_id
      )
      select a.id, a.nome, coalesce(sum(q.n), 0)::int as quantidade,
        exists(select 1 from areas_organizacionais filha where filha.area_mae_id = a.id) as "temFilhas"
      from arvore join areas_organizacionais a on a.id = arvore.topo left join quadro q on q.area = arvore.id
      group by a.id, a.nome, a.nome_ord order by a.nome_ord, a.id`);
    return { itens };
  });

  // Twelve months, the present one last.
  app.get('/api/geral/indicadores/movimentacao', open, async (request) => {
    queryOf(request, {});
    const { empresaId, today } = request.acting;
    const rows = await db.query<{ mes: string; admissoes: number; desligamentos: number }>(sql`
      with meses as (
        select generate_series(date_trunc('month', ${today}::date) - interval '11 months', date_trunc('month', ${today}::date), interval '1 month')::date as mes
      ), entradas as (
        select date_trunc('month', data_admissao)::date as mes, count(*)::int as n from talentos
        where empresa_id = ${empresaId} and data_admissao >= (select min(mes) from meses) group by 1
      ), saidas as (
        select date_trunc('month', data_desligamento)::date as mes, count(*)::int as n from talentos
        where empresa_id = ${empresaId} and data_desligamento >= (select min(mes) from meses) group by 1
      )
      select to_char(m.mes, 'YYYY-MM') as mes, coalesce(e.n, 0) as admissoes, coalesce(s.n, 0) as desligamentos
      from meses m left join entradas e on e.mes = m.mes left join saidas s on s.mes = m.mes order by m.mes`);
    return {
      meses: rows.map(({ mes }) => mes),
      admissoes: rows.map(({ admissoes }) => admissoes),
      desligamentos: rows.map(({ desligamentos }) => desligamentos),
    };
  });
}
