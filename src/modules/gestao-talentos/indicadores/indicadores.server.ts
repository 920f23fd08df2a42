import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { addDays, addMonths } from '#kit/br/date.ts';
import { queryOf, um } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { daAreaVisivel } from '#modules/estrutura/public.server.ts';
import { arvoreDe } from './arvore.server.ts';
import { nivelDe } from './arvore.ts';
import { mesesDoPeriodo } from './indicadores.rules.ts';
import { type Movimento, movimentoPorMes } from './movimento.server.ts';
import { trabalhaEm } from './posicao.server.ts';

/** The two indicators of the home page, on the session's company. */
export function indicadoresRoutes(app: FastifyInstance, { db }: Services): void {
  const open = { config: forUsers, schema: { tags: ['Indicadores'] } };

  // Active talents of each area with everything below it: the children of `areaId`, or the first level with more than one area.
  app.get('/api/geral/indicadores/quadro-por-area', open, async (request) => {
    const { areaId = null } = queryOf(request, { areaId: um.id.optional() });
    const { empresaId, today } = request.acting;
    const areas = await arvoreDe(db, [empresaId]);
    const quadro = await db.query<{ area: number; n: number }>(sql`
      select t.area_atual_id as area, count(*)::int as n from talentos t
      where t.empresa_id = ${empresaId} and t.area_atual_id is not null and ${trabalhaEm(today)}
        and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)} group by 1`);
    const fatias = nivelDe(areas, new Map(quadro.map(({ area, n }) => [area, [n]])), areaId);
    return {
      itens: fatias.map(({ id, nome, valores, temFilhas }) => ({ id, nome, quantidade: valores[0] ?? 0, temFilhas })),
    };
  });

  // Twelve months, the present one last.
  app.get('/api/geral/indicadores/movimentacao', open, async (request) => {
    queryOf(request, {});
    const { empresaId, today } = request.acting;
    const seguinte = addMonths(`${today.slice(0, 7)}-01`, 1);
    const meses = mesesDoPeriodo(addMonths(seguinte, -12), addDays(seguinte, -1));
    const quem = sql`t.empresa_id = ${empresaId} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)}`;
    const movimento = await db.query<Movimento>(movimentoPorMes(meses, quem));
    const doMes = meses.map(({ mes }) => movimento.find((linha) => linha.mes === mes));
    return {
      meses: meses.map(({ mes }) => mes),
      admissoes: doMes.map((linha) => linha?.admitidos ?? 0),
      desligamentos: doMes.map((linha) => linha?.desligados ?? 0),
    };
  });
}
