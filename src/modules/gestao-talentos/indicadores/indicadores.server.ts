import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays, addMonths, formatDate, formatMonth, isMonth } from '#kit/br/date.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { SliceSource } from '#kit/indicator/slice.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { daAreaVisivel } from '#modules/estrutura/public.server.ts';
import { talentos } from '../talentos/talentos.registry.ts';
import { arvoreDe, naFatia, nomeDaFatia } from './arvore.server.ts';
import { nivelDe } from './arvore.ts';
import { type MesDoPeriodo, mesesDoPeriodo } from './indicadores.rules.ts';
import { type Movimento, movimentoPorMes } from './movimento.server.ts';
import { confirmado, trabalhaEm } from './posicao.server.ts';

const LISTA = 'gestao-talentos/talentos';

/** The list that the slices open, for whoever may open it. */
const listaPara = (acting: Acting): string | null => (acting.can(talentos.authority) ? LISTA : null);

/** Who works today in an area that the user may see (alias `t`). */
const comArea = (acting: Acting): Sql => sql`t.empresa_id = ${acting.empresaId} and t.area_atual_id is not null
  and ${trabalhaEm(acting.today)} and ${daAreaVisivel(acting, sql`t.area_atual_id`)}`;

/** Twelve months, the present one last. */
function dozeMeses(today: string): MesDoPeriodo[] {
  const seguinte = addMonths(`${today.slice(0, 7)}-01`, 1);
  return mesesDoPeriodo(addMonths(seguinte, -12), addDays(seguinte, -1));
}

const unknown = () => refuse.invalid([{ field: 'fatia', message: 'Esta fatia de gráfico não existe mais' }]);
const colunas = ['Admissões', 'Desligamentos'];

/** The slices of the start page: an area, or a month with its admissions (0) or dismissals (1). */
export const fatiasDoInicio: SliceSource = {
  panel: 'inicio',
  lists: [LISTA],
  where({ indicator, key, column }, _list, acting) {
    if (indicator === 'quadro') return sql`${comArea(acting)} and ${naFatia(sql`t.area_atual_id`, key)}`;
    const mes = indicator === 'movimentacao' && dozeMeses(acting.today).find((one) => one.mes === key);
    if (!mes) throw unknown();
    const dia = column === 0 ? sql`t.data_admissao` : sql`t.data_desligamento`;
    return sql`t.empresa_id = ${acting.empresaId} and ${confirmado} and ${daAreaVisivel(acting, sql`t.area_atual_id`)}
      and ${dia} between ${mes.inicio}::date and ${mes.fim}::date`;
  },
  async words(db, { indicator, key, column }, acting) {
    if (indicator === 'movimentacao' && isMonth(key)) return `${colunas[column === 0 ? 0 : 1]} de ${formatMonth(key)}`;
    const nome = await nomeDaFatia(db, acting.empresaId, key);
    if (nome === undefined) throw unknown();
    return `Colaboradores por área: ${nome}, em ${formatDate(acting.today)}`;
  },
};

/** The two indicators of the home page, on the session's company. */
export function indicadoresRoutes(app: FastifyInstance, { db }: Services): void {
  const open = { config: forUsers, schema: { tags: ['Indicadores'] } };

  // Active talents of each area with everything below it: the children of `areaId`, or the first level with more than one area.
  const fatia = named.extend({ id: z.int().nullable(), fatia: z.string(), quantidade: z.int(), temFilhas: z.boolean() });
  const quadroPorArea = z.object({ dia: z.iso.date(), lista: z.string().nullable(), itens: z.array(fatia) });
  app.get('/api/geral/indicadores/quadro-por-area', withAnswer(open, quadroPorArea), async (request) => {
    const { areaId = null } = queryOf(request, { areaId: inQuery.id.optional() });
    const { empresaId } = request.acting;
    const areas = await arvoreDe(db, [empresaId]);
    const quadro = await db.query<{ area: number; n: number }>(
      sql`select t.area_atual_id as area, count(*)::int as n from talentos t where ${comArea(request.acting)} group by 1`,
    );
    const fatias = nivelDe(areas, new Map(quadro.map(({ area, n }) => [area, [n]])), areaId);
    return {
      dia: request.acting.today,
      lista: listaPara(request.acting),
      itens: fatias.map(({ id, fatia, nome, valores, temFilhas }) => ({
        id,
        fatia,
        nome,
        quantidade: valores[0] ?? 0,
        temFilhas,
      })),
    };
  });

  const movimentacao = z.object({
    lista: z.string().nullable(),
    meses: z.array(z.string()),
    admissoes: z.array(z.int()),
    desligamentos: z.array(z.int()),
  });
  app.get('/api/geral/indicadores/movimentacao', withAnswer(open, movimentacao), async (request) => {
    queryOf(request, {});
    const { empresaId, today } = request.acting;
    const meses = dozeMeses(today);
    const quem = sql`t.empresa_id = ${empresaId} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)}`;
    const movimento = await db.query<Movimento>(movimentoPorMes(meses, quem));
    const doMes = meses.map(({ mes }) => movimento.find((linha) => linha.mes === mes));
    return {
      lista: listaPara(request.acting),
      meses: meses.map(({ mes }) => mes),
      admissoes: doMes.map((linha) => linha?.admitidos ?? 0),
      desligamentos: doMes.map((linha) => linha?.desligados ?? 0),
    };
  });
}
