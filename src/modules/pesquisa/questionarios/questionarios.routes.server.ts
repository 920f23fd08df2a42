import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { columnIn, quote } from '#kit/registry/names.server.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { createMover } from '#kit/transition/moving.server.ts';
import { movedAnswer } from '#kit/transition/transition-routes.server.ts';
import { participationOf } from '#platform/questionario/participation.server.ts';
import { roundOf } from '#platform/questionario/rounds.server.ts';
import { countMailing } from '#platform/session/throttle.server.ts';
import { lembra } from './correio.server.ts';
import type { ParticipacaoDoQuestionario } from './participacao.ts';
import { dentro, pessoas } from './quem-se-ve.server.ts';
import { DONO, foraDaVista } from './questionarios.server.ts';

const PATH = `/api/${DONO}`;
/** CALL-425 and CALL-426: the same below the survey. */
const DA_PESQUISA = '/api/pesquisa/pesquisas/:id/questionarios/:questionarioId';

const lembrados = answers(z.object({ destinatarios: z.int() }));
const taxa = z.object({ valor: z.int(), limite: z.enum(['min', 'max']).optional() });
const participacao = z.object({
  convidados: z.int(),
  respondidas: z.int(),
  estado: z.enum(['P', 'A', 'F', 'D']),
  iniciadas: z.int().nullable(),
  grupos: z.array(z.object({ nome: z.string(), convidados: z.int(), taxa })),
  juntas: z.boolean(),
  dimensoes: z.array(z.object({ campo: z.string(), rotulo: z.string() })),
  ultimoLembrete: z.iso.date().nullable(),
});

export function questionariosRoutes(app: FastifyInstance, services: Services): void {
  const { db, lookup, store } = services;
  const questionarios = store(DONO);
  const move = createMover(services, DONO, questionarios);
  const release = { authority: 'ROLE_LIBERAR_QUESTIONARIO', besides: ['ROLE_CAD_QUESTIONARIO'] };
  const schema = { tags: ['Questionários'] };

  async function lembrar(acting: Acting, id: number, pesquisaId?: number) {
    return db.tx(
      async (tx) => {
        const questionario = await questionarios.read(tx, acting, id, true);
        daPesquisa(questionario, pesquisaId);
        const [fora] = await foraDaVista(tx, acting, questionario);
        if (fora) throw new Refusal('FORA_DA_VISTA', fora, 409);
        const destinatarios = await lembra(tx, questionario.id, acting.today);
        await acting.audit(tx, { table: 'questionarios', id, action: 'A', changes: { lembrete: [null, acting.today] } });
        await countMailing(tx, acting);
        return { destinatarios };
      },
      { long: true },
    );
  }

  app.post(
    `${PATH}/:id/lembrar`,
    { config: release, schema: { ...schema, summary: 'Lembrar quem é perguntado', response: lembrados } },
    (request) => {
      queryOf(request, {});
      return lembrar(request.acting, recordIdOf(request));
    },
  );

  app.post(
    `${DA_PESQUISA}/enviar-lembrete`,
    { config: release, schema: { ...schema, summary: 'Enviar lembrete', response: lembrados } },
    (request) => lembrar(request.acting, recordIdOf(request, 'questionarioId'), recordIdOf(request)),
  );

  app.put(
    `${DA_PESQUISA}/liberar`,
    { config: release, schema: { ...schema, summary: 'Liberar', response: movedAnswer(app, questionarios.registry) } },
    async (request, reply) => {
      const id = recordIdOf(request, 'questionarioId');
      daPesquisa(await questionarios.read(db, request.acting, id), recordIdOf(request));
      return move(request, reply, { id, name: 'liberar', input: {} });
    },
  );

  app.get(
    `${PATH}/:id/participacao`,
    {
      config: { authority: 'ROLE_CAD_QUESTIONARIO' },
      schema: { ...schema, summary: 'Quantos responderam', response: answers(participacao.nullable()) },
    },
    async (request): Promise<ParticipacaoDoQuestionario | null> => {
      const { acting } = request;
      const { por } = queryOf(request, { por: z.string().max(30).optional() });
      const questionario = await questionarios.read(db, acting, recordIdOf(request));
      const rodada = await roundOf(db, { dono: DONO, donoId: questionario.id });
      if (!rodada) return null;
      const fonte = { db, lookup, pessoas, dentro };
      const { grupos, dimensoes, ...participacao } = await participationOf(
        fonte,
        acting,
        rodada.id,
        por === undefined ? {} : { por },
      );
      const dimensao = rodada.dimensoes.find(({ campo }) => campo === por);
      const nomes =
        dimensao?.registro === undefined
          ? {}
          : await nomesDe(
              db,
              store(dimensao.registro),
              grupos.map(({ valor }) => valor),
            );
      const ditos = dimensao?.opcoes ?? nomes;
      const [envio] = await db.query<{ dia: string }>(
        sql`select dia::text as dia from questionarios_envios where questionario_id = ${questionario.id} and tipo = 'L' order by dia desc limit 1`,
      );
      return {
        ...participacao,
        estado: rodada.estado,
        dimensoes: rodada.dimensoes.slice(0, dimensoes).map(({ campo, rotulo }) => ({ campo, rotulo })),
        ultimoLembrete: envio?.dia ?? null,
        grupos: grupos.map(({ valor, ...grupo }) => ({
          ...grupo,
          nome: valor === null ? 'Outros' : (ditos[String(valor)] ?? '(removido)'),
        })),
      };
    },
  );
}

/** A questionnaire of another survey is not below this one. */
function daPesquisa(questionario: Record_, pesquisaId: number | undefined): void {
  if (pesquisaId !== undefined && namedId(questionario.pesquisa) !== pesquisaId) throw refuse.notFound();
}

/** The names of records of a company, by their ids. */
async function nomesDe(db: Queryable, store: ReturnType<Services['store']>, valores: readonly (number | null)[]) {
  const { table, label } = store.registry;
  const linhas = await db.query<{ id: number; nome: string }>(
    sql`select id, ${raw(quote(columnIn(store.registry, label)))} as nome from ${raw(quote(table))} where id = any(${valores.filter((valor) => valor !== null)}::bigint[])`,
  );
  return Object.fromEntries(linhas.map(({ id, nome }) => [String(id), nome]));
}
