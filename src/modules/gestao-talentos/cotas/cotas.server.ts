import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { tellHourly, tellRecord } from '#kit/history/reading.server.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { trabalhaEm } from '../indicadores/posicao.server.ts';
import type { Contado, Lugar, Ocupacao, QuadroDeCotas } from './cotas.ts';
import { type LinhaDeOcupacao, ocupacoesDe } from './ocupacoes.server.ts';

export const COTAS = 'ROLE_COTAS';
const VER_DEFICIENCIA = 'ROLE_VER_DEFICIENCIA';
const TODAS_AREAS = 'ROLE_VER_TODAS_AREAS';
const MAIS_NOMES = 500;

/** Whoever works today in the session's company. */
const ativos = ({ empresaId, today }: Acting) => sql`t.empresa_id = ${empresaId} and ${trabalhaEm(today)}`;

/** Counts for the disability quota: an employee whose record says so. */
const CONTA_PCD = sql`t.vinculo = 'E' and t.cota_pcd`;

/** A quota is of the whole company: a number for some areas would be wrong. */
export function pedeTodasAsAreas(acting: Acting) {
  if (!acting.can(TODAS_AREAS))
    throw new Refusal(
      'NAO_AUTORIZADO',
      'As cotas são da empresa inteira: é preciso poder ver os talentos de todas as áreas.',
      403,
    );
}

export async function quadroDeCotas(db: Queryable, acting: Acting): Promise<QuadroDeCotas> {
  const [linhas, pcd] = await Promise.all([
    db.query<LinhaDeOcupacao>(sql`select o.* from (${ocupacoesDe(ativos(acting))}) o order by o.cbo nulls last`),
    acting.can(VER_DEFICIENCIA)
      ? db.one<{ n: number }>(sql`select count(*)::int as n from talentos t where ${ativos(acting)} and ${CONTA_PCD}`)
      : null,
  ]);
  // Only those with people: a company may have thousands of others.
  const comGente = [...new Set(linhas.flatMap(({ estabelecimento }) => estabelecimento ?? []))];
  const lugares = await db.query<{ id: number; nome: string }>(sql`
    select id, nome from estabelecimentos where empresa_id = ${acting.empresaId} and id = any(${comGente}::bigint[]) order by nome_ord, id`);
  const ocupacoes = new Map<string | null, Ocupacao>();
  const bases = new Map<number | null, Pick<Lugar, 'empregados' | 'base' | 'presentes'>>();
  for (const { estabelecimento, cbo, descricao, empregados, aprendizes, demanda, motivo, excecao } of linhas) {
    const lugar = bases.get(estabelecimento) ?? { empregados: 0, base: 0, presentes: 0 };
    bases.set(estabelecimento, {
      empregados: lugar.empregados + empregados,
      base: lugar.base + (demanda ? empregados : 0),
      presentes: lugar.presentes + aprendizes,
    });
    if (empregados === 0) continue;
    const antes = ocupacoes.get(cbo)?.empregados ?? 0;
    const nome = descricao ?? 'Faixas salariais sem CBO';
    ocupacoes.set(cbo, { cbo, descricao: nome, empregados: antes + empregados, demanda, motivo, excecao });
  }
  const estabelecimentos = [...lugares, { id: null, nome: 'Sem estabelecimento' }].flatMap(({ id, nome }) => {
    const base = bases.get(id);
    return base ? [{ id, nome, ...base }] : [];
  });
  return {
    dia: acting.today,
    empresa: acting.empresaNome,
    pcd: {
      base: linhas.reduce((soma, { empregados }) => soma + empregados, 0),
      presentes: pcd?.n ?? null,
    },
    estabelecimentos,
    ocupacoes: [...ocupacoes.values()],
  };
}

const quadro = z.object({
  dia: z.iso.date(),
  empresa: z.string(),
  pcd: z.object({ base: z.int(), presentes: z.int().nullable() }),
  estabelecimentos: z.array(
    z.object({ id: z.int().nullable(), nome: z.string(), empregados: z.int(), base: z.int(), presentes: z.int() }),
  ),
  ocupacoes: z.array(
    z.object({
      cbo: z.string().nullable(),
      descricao: z.string(),
      empregados: z.int(),
      demanda: z.boolean(),
      motivo: z.string(),
      excecao: z.boolean(),
    }),
  ),
});

const pessoas = z.object({
  total: z.int(),
  itens: z.array(
    named.extend({
      matricula: z.string().nullable(),
      cargo: z.string().nullable(),
      estabelecimento: z.string().nullable(),
      dataAdmissao: z.iso.date(),
    }),
  ),
});

const TIPOS = z.enum(['pcd', 'aprendiz'], 'Valor inválido');

/** The people who count, by name. Reading whose disability counts is reading health data, so it is recorded in the trail. */
async function contados({ acting, query }: FastifyRequest, { db }: Services): Promise<{ total: number; itens: Contado[] }> {
  pedeTodasAsAreas(acting);
  const { tipo, estabelecimentoId } = queryOf({ query }, { tipo: TIPOS, estabelecimentoId: inQuery.id.optional() });
  if (tipo === 'pcd' && !acting.can(VER_DEFICIENCIA)) throw refuse.forbidden();
  const quais = tipo === 'pcd' ? CONTA_PCD : sql`t.vinculo = 'A'`;
  const noLugar = estabelecimentoId === undefined ? sql`true` : sql`t.estabelecimento_atual_id = ${estabelecimentoId}`;
  return db.tx(async (tx) => {
    const itens = await tx.query<Contado & { total: number }>(sql`
      select t.id, t.nome, t.matricula, c.nome as cargo, e.nome as estabelecimento, t.data_admissao as "dataAdmissao", count(*) over ()::int as total
      from talentos t left join cargos c on c.id = t.cargo_atual_id left join estabelecimentos e on e.id = t.estabelecimento_atual_id
      where ${ativos(acting)} and ${quais} and ${noLugar} order by t.nome_ord, t.id limit ${MAIS_NOMES}`);
    if (tipo === 'pcd') for (const { id } of itens) await tellRecord(tx, acting, 'talentos', id);
    return { total: itens[0]?.total ?? 0, itens: itens.map(({ total: _total, ...contado }) => contado) };
  });
}

/** Calls of the quota cockpit. */
export function cotasRoutes(app: FastifyInstance, services: Services): void {
  const open = { config: { authority: COTAS, wide: true as const }, schema: { tags: ['Cotas'] } };
  app.get('/api/gestao-talentos/cotas', withAnswer(open, quadro), async (request) => {
    queryOf(request, {});
    pedeTodasAsAreas(request.acting);
    const cotas = await quadroDeCotas(services.db, request.acting);
    if (cotas.pcd.presentes !== null)
      await tellHourly(services.db, request.acting, {
        table: 'talentos',
        columns: ['Quantos contam para a cota de pessoas com deficiência'],
      });
    return cotas;
  });
  app.get('/api/gestao-talentos/cotas/contados', withAnswer(open, pessoas), (request) => contados(request, services));
}
