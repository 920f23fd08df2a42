import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { talentoDoUsuario } from '#modules/gestao-talentos/public.server.ts';
import { mixed } from '#platform/questionario/open-envelopes.server.ts';
import { nps, parteDe, type Valor } from '#platform/questionario/result.ts';
import { TEXTOS_A_MAIS } from '#platform/questionario/results.ts';
import { MINIMO_USUAL } from '#platform/questionario/round.ts';
import { type Bloco, blocosDe, quantas, type Ramo } from './blocos.ts';
import { configuracaoDoNps, type PainelDoNps, periodoDe, type ResultadoDoNps, respostaDoNps } from './nps.ts';

const PATH = '/api/pesquisa/nps';
/** Periods that the trend shows. */
const PERIODOS = 12;

type Configuracao = PainelDoNps['configuracao'];

const trava = (tx: Tx, empresaId: number) => tx.query(sql`select pg_advisory_xact_lock(hashtext('nps'), ${empresaId}::int)`);

const configuracaoDe = async (db: Queryable, { empresaId }: Acting): Promise<Configuracao> =>
  (await db.one<Configuracao>(sql`select ativo, meses, minimo from nps_configuracoes where empresa_id = ${empresaId}`)) ?? {
    ativo: false,
    meses: 3,
    minimo: MINIMO_USUAL,
  };

/**
 * Keeps what a user says, once in a period; a note of null: they were asked and would rather not. The area is that of today.
 */
async function guarda(tx: Tx, acting: Acting, nota: number | null, comentario: string | null): Promise<void> {
  // A period is not counted while an answer to it is on its way.
  await tx.query(sql`select pg_advisory_xact_lock_shared(hashtext('nps'), ${acting.empresaId}::int)`);
  const { ativo, meses } = await configuracaoDe(tx, acting);
  if (!ativo) throw new Refusal('NPS_DESLIGADO', 'A pergunta do NPS não está ligada nesta empresa.');
  const talento = await talentoDoUsuario(tx, acting);
  const gravada = await tx.query(sql`
    insert into nps_respostas (empresa_id, usuario_id, periodo, nota, comentario, area_id)
    values (${acting.empresaId}, ${acting.usuarioId}, ${periodoDe(today(), meses)}, ${nota}, ${comentario}, ${talento?.area ?? null})
    on conflict (empresa_id, usuario_id, periodo) do nothing returning id`);
  if (gravada.length === 0) throw new Refusal('NPS_RESPONDIDO', 'Você já respondeu neste período.', 409);
}

const configurado = z.object({ ativo: z.boolean(), meses: z.int(), minimo: z.int() });
const valor = z.object({ valor: z.int(), limite: z.enum(['min', 'max']).optional() });
const medido = {
  respostas: z.int(),
  nps: valor.nullable(),
  promotores: valor,
  neutros: valor,
  detratores: valor,
};
const painel = z.object({
  configuracao: configurado,
  periodos: z.array(z.object({ periodo: z.string(), ...medido })),
  emCurso: z.object({ periodo: z.string(), respostas: z.int().nullable() }),
  areas: z.array(
    z.object({
      area: z.string().nullable(),
      responsavel: z.string().nullable(),
      juntas: z.int(),
      anterior: valor.nullable(),
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
      await db.tx((tx) => guarda(tx, request.acting, nota, comentario));
      return reply.status(201).send({ recebida: true });
    },
  );

  app.post(
    `${PATH}/dispensar`,
    { config: forUsers, schema: { tags, summary: 'Não responder neste período', response: { 204: nothing('feito') } } },
    async (request, reply) => {
      await db.tx((tx) => guarda(tx, request.acting, null, null));
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
        await trava(tx, acting.empresaId);
        const antes = await configuracaoDe(tx, acting);
        // Groups that were told of at a greater size would be told of at a smaller one, of the same answers.
        const usado = await tx.one(sql`
          select 1 from nps_periodos where empresa_id = ${acting.empresaId}
          union all select 1 from nps_respostas where empresa_id = ${acting.empresaId} and nota is not null limit 1`);
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
  const pessoas = quantas(notas);
  const parte = (de: number, ate?: number) =>
    pessoas === 0 ? { valor: 0 } : parteDe(quantas(notas.slice(de, ate)), pessoas, false);
  return { respostas: pessoas, nps: valorDe(notas), promotores: parte(9), neutros: parte(7, 9), detratores: parte(0, 7) };
};

const valorDe = (notas: readonly number[]): Valor | null => {
  const pessoas = quantas(notas);
  return pessoas === 0 ? null : nps({ pessoas, por: new Map(notas.entries()) }, false);
};

/** A group as it was when its period ended. */
interface Contado extends Bloco {
  nome: string | null;
}

/** Periods that have ended, groups of the last one, and its comments: all of it as it was frozen, of the areas that the reader sees. */
async function painelDe(db: Queryable, acting: Acting): Promise<PainelDoNps> {
  const { empresaId } = acting;
  const configuracao = await configuracaoDe(db, acting);
  const atual = periodoDe(acting.today, configuracao.meses);
  const minhas = await vistas(db, acting);
  const encerrados = await db.query<{ periodo: string; blocos: Contado[]; comentarios: string[] }>(sql`
    select periodo, blocos, case when row_number() over (order by periodo desc) = 1 then comentarios else '[]'::jsonb end as comentarios
    from nps_periodos where empresa_id = ${empresaId} order by periodo desc limit ${PERIODOS}`);
  const vistos = (blocos: readonly Contado[] = []) =>
    blocos.filter(({ area }) => minhas === undefined || (area !== null && minhas.has(area)));
  const [ultimo, penultimo] = encerrados;
  const antes = new Map(vistos(penultimo?.blocos).map(({ area, notas }) => [area, valorDe(notas)]));
  const responsaveis = await db.query<{ id: number; nome: string }>(sql`
    select distinct on (r.registro_id) r.registro_id as id, t.nome from areas_organizacionais_empresa_e_responsaveis r
    join talentos t on t.id = r.colaborador_dto_id where r.empresa_id = ${empresaId} order by r.registro_id, r.ordem`);
  const responsavelDe = new Map(responsaveis.map(({ id, nome }) => [id, nome]));
  return {
    configuracao,
    emCurso: {
      periodo: atual,
      respostas: minhas ? null : await contadas(db, acting, atual),
    },
    periodos: encerrados.map(({ periodo, blocos }) => ({ periodo, ...resultado(somadas(vistos(blocos))) })),
    areas: vistos(ultimo?.blocos)
      .map(({ area, nome, juntas, notas }) => ({
        ...resultado(notas),
        area: nome,
        responsavel: area === null ? null : (responsavelDe.get(area) ?? null),
        juntas,
        anterior: antes.get(area) ?? null,
      }))
      .toSorted((a, b) => (b.nps?.valor ?? 0) - (a.nps?.valor ?? 0)),
    comentarios: minhas ? [] : (ultimo?.comentarios ?? []),
  };
}

/** How many have answered in the present period, counted once in 24 hours: a count that is read every minute tells who answers just now. */
async function contadas(db: Queryable, { empresaId }: Acting, periodo: string): Promise<number> {
  await db.query(sql`
    update nps_configuracoes c set contado = jsonb_build_object('em', now(), 'periodo', ${periodo}::text, 'respostas', (
      select count(*) from nps_respostas r where r.empresa_id = c.empresa_id and r.periodo = ${periodo} and r.nota is not null))
    where c.empresa_id = ${empresaId} and (c.contado ->> 'periodo' = ${periodo}::text and (c.contado ->> 'em')::timestamptz > now() - interval '24 hours') is not true`);
  const contado = await db.one<{ n: number }>(
    sql`select (contado ->> 'respostas')::int as n from nps_configuracoes where empresa_id = ${empresaId}`,
  );
  return contado?.n ?? 0;
}

/** The areas that the reader sees; undefined: all. */
async function vistas(db: Queryable, acting: Acting): Promise<Set<number> | undefined> {
  const quais = areasVisiveis(acting);
  return quais && new Set((await db.query<{ id: number }>(quais)).map(({ id }) => id));
}

/** Ends the periods that are over. */
export const ENCERRAR_NPS = 'pesquisa.nps';

export const npsJobs: TitledJobs = {
  [ENCERRAR_NPS]: titled('Encerrar períodos do NPS', async ({ db, signal }) => {
    await encerraPeriodos(db, signal);
    return undefined;
  }),
};

/**
 * Parts the answers of periods that have ended into groups, once and for ever, and forgets who gave them: nobody who moves an area, raises
 * the minimum or removes a user later learns anything from the difference.
 */
export async function encerraPeriodos(db: Database, signal?: AbortSignal): Promise<void> {
  const empresas = await db.query<{ empresaId: number; meses: number; minimo: number }>(
    sql`select empresa_id as "empresaId", meses, minimo from nps_configuracoes`,
  );
  // What cannot be ended of one company holds up no other.
  await faultsLast(signal, async (part) => {
    for (const { empresaId, meses, minimo } of empresas)
      await part(() =>
        db.tx(
          async (tx) => {
            await trava(tx, empresaId);
            const atual = periodoDe(today(), meses);
            const linhas = await tx.query<{ periodo: string; area: number | null; nota: number; n: number }>(sql`
          select periodo, area_id as area, nota, count(*)::int as n from nps_respostas
          where empresa_id = ${empresaId} and periodo < ${atual} and nota is not null group by 1, 2, 3`);
            const ramos = await tx.query<Ramo & { nome: string }>(
              sql`select id, area_mae_id as mae, nome from areas_organizacionais where empresa_id = ${empresaId}`,
            );
            const nomes = new Map(ramos.map(({ id, nome }) => [id, nome]));
            for (const [periodo, dadas] of Map.groupBy(linhas, (linha) => linha.periodo)) {
              const grupos = dadas.map(({ area, nota, n }) => ({ area, notas: UMA_NOTA.map((qual) => (qual === nota ? n : 0)) }));
              const blocos: Contado[] = blocosDe(ramos, grupos, minimo).map((bloco) => ({
                ...bloco,
                nome: bloco.area === null ? null : (nomes.get(bloco.area) ?? null),
              }));
              const comentarios = await comentariosDe(tx, empresaId, periodo, minimo);
              await tx.query(sql`
            insert into nps_periodos (empresa_id, periodo, blocos, comentarios)
            values (${empresaId}, ${periodo}, ${JSON.stringify(blocos)}::jsonb, ${JSON.stringify(comentarios)}::jsonb) on conflict do nothing`);
            }
            await tx.query(sql`delete from nps_respostas where empresa_id = ${empresaId} and periodo < ${atual}`);
          },
          { long: true },
        ),
      );
  });
}

const UMA_NOTA = Array.from({ length: 11 }, (_, nota) => nota);
const somadas = (blocos: readonly Bloco[]): number[] =>
  UMA_NOTA.map((nota) => blocos.reduce((soma, { notas }) => soma + (notas[nota] ?? 0), 0));

/** The comments of a period, if they are a few more than the minimum, in an order that tells nothing. */
async function comentariosDe(tx: Queryable, empresaId: number, periodo: string, minimo: number): Promise<string[]> {
  const ditos = await tx.query<{ comentario: string }>(sql`
    select comentario from nps_respostas where empresa_id = ${empresaId} and periodo = ${periodo} and comentario is not null`);
  return ditos.length < minimo + TEXTOS_A_MAIS ? [] : mixed(ditos.map(({ comentario }) => comentario));
}
