import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { asHolder } from '#kit/http/holders.server.ts';
import { answers, described } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { forAnybody, forUsers } from '#kit/http/serves.server.ts';
import { countUnknown } from '#kit/http/throttle.server.ts';
import { askedBy, beforeAsking } from '#kit/lanes/lanes.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import {
  envioNoFio,
  esperasNoFio,
  guardadoNoFio,
  MAIOR_ENVIO,
  questionarioNoFio,
  RECEBIDO,
  rascunhoNoFio,
  recebidoNoFio,
} from './answer-wire.ts';
import { type Asked, askedOf, findAsked, readAsked, saveDraft, submit, waitingOf } from './answering.server.ts';
import { digestOf } from './tickets.server.ts';

const tags = ['Questionários'];

interface SessionAnswering {
  /** below it stands one participation, by its id */
  path: `/api/${string}`;
  /** the keys of the person who acts, such as `talentos:12`; nobody: none */
  pessoas(db: Queryable, acting: Acting): Promise<readonly string[]>;
}

/** Answering in a session: what waits for the person, one questionnaire, its draft, and sending it. */
export function registerAnswering(app: FastifyInstance, { db }: Pick<Services, 'db'>, { path, pessoas }: SessionAnswering): void {
  const mine = async (request: FastifyRequest) =>
    askedOf(db, request.acting.empresaId, await pessoas(db, request.acting), recordIdOf(request));
  const config = forUsers;
  const writes = { ...config, long: true as const };
  app.get(
    path,
    { config, schema: { tags, summary: 'O que espera pela sua resposta', response: answers(esperasNoFio) } },
    async (request) => waitingOf(db, request.acting.empresaId, await pessoas(db, request.acting)),
  );
  app.get(
    `${path}/:id`,
    { config, schema: { tags, summary: 'Ler um questionário', response: answers(questionarioNoFio) } },
    async (request) => readAsked(db, await mine(request)),
  );
  app.put(
    `${path}/:id/rascunho`,
    {
      config: writes,
      bodyLimit: MAIOR_ENVIO,
      schema: {
        tags,
        summary: 'Guardar respostas ainda não enviadas',
        body: described(rascunhoNoFio),
        response: answers(guardadoNoFio),
      },
    },
    async (request) => saveDraft(db, await mine(request), demand(rascunhoNoFio, request.body)),
  );
  app.post(
    `${path}/:id/enviar`,
    {
      config: writes,
      bodyLimit: MAIOR_ENVIO,
      schema: { tags, summary: 'Enviar as respostas', body: described(envioNoFio), response: answers(recebidoNoFio) },
    },
    async (request) => {
      await submit(db, await mine(request), demand(envioNoFio, request.body));
      return RECEBIDO;
    },
  );
}

const ticket = z.object({ bilhete: z.string('Link inválido').max(200, 'Link inválido') });

/**
 * Answering by a personal link. The ticket stands in the fragment of the link and in the body of the request, so that no address holds
 * it; whoever has it leaves no line anywhere, because requests are not logged and only unknown tickets are counted.
 */
export function registerResponder(app: FastifyInstance, db: Database): void {
  // Whoever has a link asks for themselves: all of an office may answer from one address.
  const ofTicket = async <T>(request: FastifyRequest, reply: FastifyReply, work: (asked: Asked) => Promise<T>): Promise<T> => {
    const { bilhete } = demand(ticket, request.body);
    const digest = digestOf(bilhete);
    const owner = `bilhete:${digest.toString('base64')}`;
    // Neither as a link, for anybody can think of another one each time, nor as the network, which somebody else may keep busy.
    const asked = await beforeAsking(() =>
      findAsked(db, sql`p.bilhete = ${digest} and exists (select from empresas e where e.id = p.empresa_id and e.ativo)`),
    );
    // One person may have many links, and has the places of one.
    if (asked) return askedBy(owner, () => asHolder(request, reply, `pessoa:${asked.pessoa}`, () => work(asked)));
    await countUnknown(db, request, 'bilhete');
    throw new Refusal(
      'BILHETE_INVALIDO',
      'Este link não vale mais. Confira se o endereço está completo ou peça outro a quem o enviou.',
      404,
    );
  };
  const config = { ...forAnybody, limits: 'own' as const };
  const writes = { ...config, long: true as const };
  const at = '/api/publico/responder';
  app.post(
    `${at}/abrir`,
    {
      config: { ...config, reads: true },
      schema: {
        tags,
        summary: 'Ler um questionário pelo link pessoal',
        body: described(ticket),
        response: answers(questionarioNoFio),
      },
    },
    (request, reply) => ofTicket(request, reply, (asked) => readAsked(db, asked)),
  );
  app.put(
    `${at}/rascunho`,
    {
      config: writes,
      bodyLimit: MAIOR_ENVIO,
      schema: {
        tags,
        summary: 'Guardar respostas ainda não enviadas',
        body: described(ticket.extend(rascunhoNoFio.shape)),
        response: answers(guardadoNoFio),
      },
    },
    (request, reply) => ofTicket(request, reply, (asked) => saveDraft(db, asked, demand(rascunhoNoFio, request.body))),
  );
  app.post(
    `${at}/enviar`,
    {
      config: writes,
      bodyLimit: MAIOR_ENVIO,
      schema: {
        tags,
        summary: 'Enviar as respostas',
        body: described(ticket.extend(envioNoFio.shape)),
        response: answers(recebidoNoFio),
      },
    },
    (request, reply) =>
      ofTicket(request, reply, async (asked) => {
        await submit(db, asked, demand(envioNoFio, request.body));
        return RECEBIDO;
      }),
  );
}
