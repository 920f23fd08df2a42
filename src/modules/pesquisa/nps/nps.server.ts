import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { MINIMO_USUAL } from '#platform/questionario/round.ts';
import { talentoDoUsuario } from '../responder/quem.server.ts';
import { type Bloco, blocosDe, npsDe, quantas, type Ramo } from './blocos.ts';
import { configuracaoDoNps, type PainelDoNps, periodoDe, type ResultadoDoNps, respostaDoNps } from './nps.ts';

const PATH = '/api/pesquisa/nps';
/** Periods that the trend shows. */
const PERIODOS = 12;

type Configuracao = PainelDoNps['configuracao'];

const configuracaoDe = async (db: Queryable, { empresaId }: Acting): Promise<Configuracao> =>
  (await db.one<Configuracao>(sql`select ativo, meses, minimo from nps_configuracoes where empresa_id = ${empresaId}`)) ?? {
    ativo: false,
    meses: 3,
    minimo: MINIMO_USUAL,
  };

/**
 * Keeps what a user says, once in a period; a note of null: they were asked and would rather not. The area is that of today.
 */
async function guarda(db: Queryable, acting: Acting, nota: number | null, comentario: string | null): Promise<void> {
  const { ativo, meses } = await configuracaoDe(db, acting);
  if (!ativo) throw new Refusal('NPS_DESLIGADO', 'A pergunta do NPS não está ligada nesta empresa.');
  const talento = await talentoDoUsuario(db, acting);
  const gravada = await db.query(sql`
    insert into nps_respostas (empresa_id, usuario_id, periodo, nota, comentario, area_id)
    values (${acting.empresaId}, ${acting.usuarioId}, ${periodoDe(acting.today, meses)}, ${nota}, ${comentario}, ${talento?.area ?? null})
    on conflict (empresa_id, usuario_id, periodo) do nothing returning id`);
  if (gravada.length === 0) throw new Refusal('NPS_RESPONDIDO', 'Você já respondeu neste período.', 409);
}

const configurado = z.object({ ativo: z.boolean(), meses: z.int(), minimo: z.int() });
const medido = {
  respostas: z.int(),
  nps: z.int().nullable(),
  promotores: z.int(),
  neutros: z.int(),
  detratores: z.int(),
};
const painel = z.object({
  configuracao: configurado,
  periodos: z.array(z.object({ periodo: z.string(), ...medido })),
  emCurso: z.object({ periodo: z.string(), respostas: z.int() }),
  areas: z.array(
    z.object({
      area: z.string().nullable(),
      responsavel: z.string().nullable(),
      juntas: z.int(),
      anterior: z.int().nullable(),
      ...medido,
    }),
  ),
  comentarios: z.array(z.string()),
});

/** CALL-440 and CALL-441: the question, asked once in a period, and what came of it. */
export function npsRoutes(app: FastifyInstance, { db }: Services): void {
  const tags = ['NPS'];
  app.get(
    PATH,
    {
      config: forUsers,
      schema: { tags, summary: 'Se há uma pergunta para mim', response: answers(z.object({ perguntar: z.boolean() })) },
    },
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { ativo, meses } = await configuracaoDe(db, acting);
      if (!ativo || (acting.kind === 'usuario' && acting.viewing)) return { perguntar: false };
      const dita = await db.one(sql`
      select 1 from nps_respostas where empresa_id = ${acting.empresaId} and usuario_id = ${acting.usuarioId} and periodo = ${periodoDe(acting.today, meses)}`);
      return { perguntar: dita === undefined };
    },
  );

  app.post(
    PATH,
    {
      config: forUsers,
      schema: { tags, summary: 'Responder', response: answers(z.object({ recebida: z.literal(true) }), { status: 201 }) },
    },
    async (request, reply) => {
      const { nota, comentario } = demandForm(respostaDoNps, request.body, request.acting);
      await guarda(db, request.acting, nota, comentario);
      return reply.status(201).send({ recebida: true });
    },
  );

  app.post(
    `${PATH}/dispensar`,
    { config: forUsers, schema: { tags, summary: 'Não responder neste período', response: { 204: nothing('feito') } } },
    async (request, reply) => {
      await guarda(db, request.acting, null, null);
      return reply.status(204).send();
    },
  );

  app.get(
    `${PATH}/resultados`,
    { config: { authority: 'ROLE_NPS' }, schema: { tags, summary: 'Resultados', response: answers(painel) } },
    (request) => {
      queryOf(request, {});
      return painelDe(db, request.acting);
    },
  );

  app.put(
    `${PATH}/configuracao`,
    { config: { authority: 'ROLE_CONFIGURAR_NPS' }, schema: { tags, summary: 'Configurar', response: answers(configurado) } },
    async (request) => {
      const { acting } = request;
      const { ativo, meses, minimo } = demandForm(configuracaoDoNps, request.body, acting);
      return db.tx(async (tx) => {
        await tx.query(sql`select pg_advisory_xact_lock(hashtext('nps'), ${acting.empresaId}::int)`);
        const antes = await configuracaoDe(tx, acting);
        // Groups that were told of at a greater size would be told of at a smaller one, of the same answers.
        const usado = await tx.one(
          sql`select 1 from nps_respostas where empresa_id = ${acting.empresaId} and nota is not null limit 1`,
        );
        if (usado && (minimo < antes.minimo || Number(meses) !== antes.meses))
          throw refuse.invalid([
            minimo < antes.minimo
              ? { field: 'minimo', message: 'Já há respostas: o menor grupo mostrado só pode aumentar' }
              : { field: 'meses', message: 'Já há respostas: o período não muda mais' },
          ]);
        await tx.query(sql`
        insert into nps_configuracoes (empresa_id, ativo, meses, minimo) values (${acting.empresaId}, ${ativo}, ${Number(meses)}, ${minimo})
        on conflict (empresa_id) do update set ativo = excluded.ativo, meses = excluded.meses, minimo = excluded.minimo`);
        await acting.audit(tx, {
          table: 'nps_configuracoes',
          id: acting.empresaId,
          action: 'A',
          changes: { ativo: [antes.ativo, ativo], meses: [antes.meses, Number(meses)], minimo: [antes.minimo, minimo] },
        });
        return { ativo, meses: Number(meses), minimo };
      });
    },
  );
}

const resultado = (notas: readonly number[]): ResultadoDoNps => {
  const respostas = quantas(notas);
  const parte = (de: number, ate?: number) =>
    respostas === 0 ? 0 : Math.round((100 * quantas(notas.slice(de, ate))) / respostas);
  return { respostas, nps: npsDe(notas), promotores: parte(9), neutros: parte(7, 9), detratores: parte(0, 7) };
};

/** Periods that have ended, groups of the last one, and its comments. Only groups of the least size or more are told of. */
async function painelDe(db: Queryable, acting: Acting): Promise<PainelDoNps> {
  const { empresaId } = acting;
  const configuracao = await configuracaoDe(db, acting);
  const atual = periodoDe(acting.today, configuracao.meses);
  const linhas = await db.query<{ periodo: string; area: number | null; nota: number; n: number }>(sql`
    select periodo, area_id as area, nota, count(*)::int as n from nps_respostas where empresa_id = ${empresaId} and nota is not null
      and periodo in (select distinct periodo from nps_respostas where empresa_id = ${empresaId} and nota is not null order by periodo desc limit ${PERIODOS + 1})
    group by 1, 2, 3`);
  const ramos = await db.query<Ramo & { nome: string; responsavel: string | null }>(sql`
    select a.id, a.area_mae_id as mae, a.nome, (select t.nome from areas_organizacionais_empresa_e_responsaveis r join talentos t on t.id = r.colaborador_dto_id
      where r.registro_id = a.id and r.empresa_id = ${empresaId} order by r.ordem limit 1) as responsavel
    from areas_organizacionais a where a.empresa_id = ${empresaId}`);
  const gruposDe = (periodo: string) =>
    linhas
      .filter((linha) => linha.periodo === periodo)
      .map(({ area, nota, n }) => ({ area, notas: Array.from({ length: 11 }, (_, qual) => (qual === nota ? n : 0)) }));
  const blocos = (periodo: string | undefined) =>
    periodo === undefined ? [] : blocosDe(ramos, gruposDe(periodo), configuracao.minimo);
  const todas = (periodo: string) =>
    blocos(periodo).reduce(
      (notas, bloco) => notas.map((n, nota) => n + (bloco.notas[nota] ?? 0)),
      Array.from({ length: 11 }, () => 0),
    );
  const encerrados = [...new Set(linhas.map(({ periodo }) => periodo))]
    .filter((periodo) => periodo < atual)
    .sort()
    .reverse();
  const [ultimo, penultimo] = encerrados;
  const antes = new Map(blocos(penultimo).map((bloco) => [bloco.area, npsDe(bloco.notas)]));
  const areas = new Map(ramos.map((ramo) => [ramo.id, ramo]));
  const minhas = await vistas(db, acting);
  const veBloco = ({ area }: Bloco) => minhas === undefined || (area !== null && minhas.has(area));
  return {
    configuracao,
    emCurso: {
      periodo: atual,
      respostas: linhas.filter(({ periodo }) => periodo === atual).reduce((total, { n }) => total + n, 0),
    },
    periodos: encerrados.slice(0, PERIODOS).map((periodo) => ({ periodo, ...resultado(todas(periodo)) })),
    areas: blocos(ultimo)
      .filter(veBloco)
      .map((bloco) => ({
        ...resultado(bloco.notas),
        area: bloco.area === null ? null : (areas.get(bloco.area)?.nome ?? null),
        responsavel: bloco.area === null ? null : (areas.get(bloco.area)?.responsavel ?? null),
        juntas: bloco.juntas,
        anterior: antes.get(bloco.area) ?? null,
      }))
      .toSorted((a, b) => (b.nps ?? 0) - (a.nps ?? 0)),
    comentarios: ultimo === undefined || minhas !== undefined ? [] : await comentariosDe(db, acting, ultimo, configuracao.minimo),
  };
}

/** The areas that the reader sees; undefined: all. */
async function vistas(db: Queryable, acting: Acting): Promise<Set<number> | undefined> {
  const quais = areasVisiveis(acting);
  return quais && new Set((await db.query<{ id: number }>(quais)).map(({ id }) => id));
}

/** The comments of a period, if they are enough, in an order that tells nothing. */
async function comentariosDe(db: Queryable, { empresaId }: Acting, periodo: string, minimo: number): Promise<string[]> {
  const ditos = await db.query<{ comentario: string }>(sql`
    select comentario from nps_respostas where empresa_id = ${empresaId} and periodo = ${periodo} and comentario is not null`);
  if (ditos.length < minimo) return [];
  const textos = ditos.map(({ comentario }) => comentario);
  for (let i = textos.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1);
    [textos[i], textos[j]] = [textos[j] as string, textos[i] as string];
  }
  return textos;
}
