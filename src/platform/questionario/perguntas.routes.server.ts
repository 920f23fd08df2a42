import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, nothing } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { faultsOf, Refusal, refuse } from '#kit/refusal/refusal.ts';
import { onceHeader } from '#kit/store/described.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { type Asked, askedOf, definicaoEm, ownFaults, type Perguntado, rightsOf, schemaOf } from './asked.server.ts';
import { registerDefinicao } from './definicao.routes.server.ts';
import type { Definicao, Pergunta } from './definition.ts';
import { adopted, inserted, moved, withoutQuestion, withQuestion } from './edits.ts';
import { faultsOfDefinition } from './faults.ts';
import { perguntaEnviada, perguntaRespondida, perguntasNoFio, questionOf } from './perguntas.wire.ts';
import { registerAspectos, registerTodas } from './todas.routes.server.ts';
import { latestVersion } from './versions.server.ts';

const naOrdem = { ordem: z.int('Valor inválido').min(1, 'Valor inválido') };
const umaOrdem = z.object(naOrdem);

/** Serves the questions of records: the calls of the specification below `<path>/:id`, and the document for the editor. */
export function registerPerguntas(app: FastifyInstance, services: Pick<Services, 'db' | 'store'>, of: Perguntado): void {
  const asked = askedOf(services, of);
  registerDefinicao(app, asked, of);
  registerAspectos(app, asked, of);
  registerEach(app, asked, of);
  registerTodas(app, asked, of);
}

const achada = (definicao: Definicao, id: number): Pergunta => {
  const pergunta = definicao.perguntas.find((uma) => uma.id === id);
  if (!pergunta) throw refuse.notFound();
  return pergunta;
};
const noFio = (definicao: Definicao, id: number) => {
  const found = perguntasNoFio(definicao).find((uma) => uma.id === id);
  if (!found) throw refuse.notFound();
  return found;
};

/** CALL-296 to 301, CALL-412 to 417: single questions. */
function registerEach(app: FastifyInstance, asked: Asked, of: Perguntado): void {
  const { db, recordOf, change, notaMinima } = asked;
  const { base, tags } = schemaOf(of);
  const { open, edit } = rightsOf(of);
  const uma = `${base}/perguntas/:perguntaId`;
  const perguntaId = (request: FastifyRequest) => recordIdOf(request, 'perguntaId');

  app.get(
    `${base}/perguntas`,
    { config: open, schema: { tags, summary: 'Perguntas', response: answers(z.array(perguntaRespondida)) } },
    async (request) => {
      const { aspecto: id } = queryOf(request, { aspecto: inQuery.id.optional() });
      return perguntasNoFio(await definicaoEm(asked, request)).filter((each) => id === undefined || each.aspecto?.id === id);
    },
  );

  app.get(
    uma,
    { config: open, schema: { tags, summary: 'Pergunta', response: answers(perguntaRespondida) } },
    async (request) => {
      queryOf(request, {});
      return noFio(await definicaoEm(asked, request), perguntaId(request));
    },
  );

  app.post(
    `${base}/perguntas`,
    {
      config: edit,
      schema: {
        tags,
        summary: 'Inserir pergunta',
        headers: onceHeader,
        body: described(perguntaEnviada),
        response: { 201: answers(perguntaRespondida)[200] },
      },
    },
    async (request, reply) => {
      const { acting, body } = request;
      const enviada = demand(perguntaEnviada, request.body);
      const donoId = recordIdOf(request);
      const made = await ownFaults('perguntas', () =>
        db.tx((tx) =>
          createOnce(tx, acting, {
            key: request.headers[ONCE],
            path: `${of.path} ${donoId} perguntas`,
            body,
            async create() {
              const menor = notaMinima((await recordOf(tx, acting, donoId, true)).record);
              let nova = 0;
              const { definicao } = await change(tx, acting, donoId, (antes) => {
                const { pergunta, proximoId } = questionOf(antes, enviada, { notaMinima: menor });
                nova = pergunta.id;
                const lugar = (enviada.ordem ?? antes.perguntas.length + 1) - 1;
                return { ...antes, proximoId, perguntas: inserted(antes.perguntas, lugar, [pergunta]) };
              });
              return noFio(definicao, nova);
            },
            read: async (id) => noFio((await latestVersion(tx, (await recordOf(tx, acting, donoId)).of)).definicao, id),
          }),
        ),
      );
      return reply.status(201).send(made);
    },
  );

  app.put(
    uma,
    {
      config: edit,
      schema: { tags, summary: 'Editar pergunta', body: described(perguntaEnviada), response: answers(perguntaRespondida) },
    },
    (request) => {
      const { acting } = request;
      const enviada = demand(perguntaEnviada, request.body);
      return ownFaults('perguntas', () =>
        db.tx(async (tx) => {
          const menor = notaMinima((await recordOf(tx, acting, recordIdOf(request), true)).record);
          let lugar = 0;
          const { definicao } = await change(tx, acting, recordIdOf(request), (antes, { congelada, numero }) => {
            const velha = achada(antes, perguntaId(request));
            const { pergunta, proximoId } = questionOf(antes, enviada, { antes: velha, notaMinima: menor });
            const mudada = withQuestion(pergunta)({ ...antes, proximoId });
            const onde = enviada.ordem ? moved(velha.id, enviada.ordem - 1)(mudada) : mudada;
            lugar = onde.perguntas.findIndex(({ id }) => id === velha.id);
            return adopted(onde, antes, congelada || numero > 1);
          });
          return perguntasNoFio(definicao)[lugar];
        }),
      );
    },
  );

  app.delete(
    uma,
    { config: edit, schema: { tags, summary: 'Excluir pergunta', response: { 204: nothing('removida') } } },
    async (request, reply) => {
      await db.tx((tx) =>
        unlessBroken(
          'PERGUNTA_EM_CONDICAO',
          () => 'Outra pergunta ou seção só aparece conforme a resposta desta: mude a condição antes de excluir.',
          (from) =>
            change(tx, request.acting, recordIdOf(request), (antes) =>
              withoutQuestion(achada(from(antes), perguntaId(request)).id)(antes),
            ),
        ),
      );
      return reply.status(204).send();
    },
  );

  app.patch(
    `${uma}/ordem`,
    { config: edit, schema: { tags, summary: 'Mudar a ordem', body: described(umaOrdem), response: answers(umaOrdem) } },
    async (request) => {
      const { ordem } = demand(umaOrdem, request.body);
      const { definicao } = await db.tx((tx) =>
        unlessBroken(
          'ORDEM_INVALIDA',
          ([message = '']) => `${message}.`,
          (from) =>
            change(tx, request.acting, recordIdOf(request), (antes) =>
              moved(achada(from(antes), perguntaId(request)).id, ordem - 1)(antes),
            ),
        ),
      );
      return { ordem: noFio(definicao, perguntaId(request)).ordem };
    },
  );
}

/** A change that keeps the rest of the document from being valid is refused in a sentence, not by the fields of others; `from` is told what it begins with. */
async function unlessBroken<T>(
  code: string,
  say: (messages: string[]) => string,
  work: (from: (antes: Definicao) => Definicao) => Promise<T>,
): Promise<T> {
  let begun: Definicao | undefined;
  try {
    return await work((antes) => (begun = antes));
  } catch (error) {
    const faults = (error instanceof Refusal && faultsOf(error)) || [];
    if (!begun || faults.length === 0) throw error;
    const before = new Set(faultsOfDefinition(begun).map(({ message }) => message));
    const messages = faults.flatMap(({ message }) => (before.has(message) ? [] : [message]));
    if (messages.length === 0) throw error;
    throw new Refusal(code, say(messages), 409);
  }
}
