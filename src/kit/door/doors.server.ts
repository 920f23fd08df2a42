import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ExternalActing, type NobodyActing, turnOf, worldOf } from '#kit/acting/acting.server.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import type { Fields, Values } from '#kit/fields/field.ts';
import type { Files } from '#kit/files/files.server.ts';
import { receiveFile } from '#kit/files/receive.server.ts';
import { keptOf, storedFile } from '#kit/files/routes.server.ts';
import { check } from '#kit/form/check.ts';
import { answers, described, download, nothing, sharedSchema, upload } from '#kit/http/openapi.server.ts';
import { networkOf } from '#kit/http/throttle.server.ts';
import { accepts, notAccepted } from '#kit/media/accepts.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Record_ } from '#kit/registry/record.ts';
import { sentSchema } from '#kit/registry/wire-schema.ts';
import { onceHeader } from '#kit/store/described.server.ts';
import { createOnce, createUnnamed, ONCE } from '#kit/store/sent-once.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import { type AnyDoor, type Door, fileFields, USUAL_FILE, uploadPath } from './door.ts';

const MiB = 1024 * 1024;

type FormOf<D> = D extends { form: { fields: infer F extends Fields } } ? Values<F> : undefined;

/** The actors that a door serves. */
export type ActingAt<D extends Pick<Door, 'who'>> = D['who'] extends 'externo' ? ExternalActing : NobodyActing;

/** Somebody at a door, with what they sent. */
export interface Visit<D extends AnyDoor = AnyDoor> {
  acting: ActingAt<D>;
  /** what they filled in, judged by the door's form */
  values: FormOf<D>;
  request: FastifyRequest;
  reply: FastifyReply;
  /**
   * Saves a record once for each key of a form, however often the form is sent (ADR 18); `more` runs in the same transaction.
   * Answers the id alone, because the sender may not read the record; for a record that must lead to nobody, not even the id.
   */
  save(store: Store, input: unknown, more?: (tx: Tx, saved: Record_) => Promise<void>): Promise<{ id: number | null }>;
}

/** What a door answers. */
export type DoorAnswer<D extends AnyDoor = AnyDoor> = (visit: Visit<D>) => unknown;

export interface DoorKeeper {
  db: Database;
  files: Files;
  /** who comes to a door, with the rights that the door gives them; refuses people whom it does not serve */
  actingAt(request: FastifyRequest, door: AnyDoor): Promise<ExternalActing | NobodyActing>;
}

/** Serves a door, and the upload of the files that its form takes. */
export function serveDoor(app: FastifyInstance, tag: string, door: AnyDoor, answer: DoorAnswer, keeper: DoorKeeper): void {
  const { who, method, path, summary, form, query, saves, bodyLimit, limits } = door;
  // What makes records, or may be long, leaves the last room on the disk to users; an erasure or a withdrawal is no such thing.
  const isLong = saves !== undefined || bodyLimit !== undefined;
  const config = { authority: who, ...(limits ? { limits } : {}), ...(isLong ? { long: true as const } : {}) };
  app.route({
    method,
    url: path,
    config,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    schema: {
      tags: [tag],
      summary,
      ...responseOf(door),
      ...(query ? { querystring: described(query) } : {}),
      ...(form ? { headers: onceHeader, body: sentSchema(form) } : {}),
    },
    async handler(request, reply) {
      const acting = (await keeper.actingAt(request, door)) as ActingAt<typeof door>;
      const checked = form ? check(form, request.body, worldOf(acting)) : undefined;
      if (checked && !checked.ok) throw refuse.invalid(checked.issues);
      const values = checked?.value as FormOf<typeof door>;
      return answer({ acting, values, request, reply, save: saverOf(keeper, request, acting) });
    },
  });
  if (fileFields(door).length > 0) takeFiles(app, tag, door, keeper);
}

const savedId = z.object({ id: z.int().nullable() });

function responseOf({ answers: answer, saves }: AnyDoor) {
  if (answer === 'nothing') return { response: { 204: nothing('feito') } };
  if (answer === 'file') return { response: { 200: download(['any']) } };
  const shape = answer ?? (saves === undefined ? undefined : savedId);
  return shape ? { response: answers(shape) } : {};
}

const saverOf =
  ({ db }: DoorKeeper, request: FastifyRequest, acting: ExternalActing | NobodyActing): Visit['save'] =>
  (store, input, more) =>
    db.tx(async (tx) => {
      const wish = { key: request.headers[ONCE], path: `${request.method} ${request.url}`, body: request.body };
      const create = async () => {
        const saved = await store.create(tx, acting, input);
        await more?.(tx, saved);
        return { id: saved.id };
      };
      if (store.registry.trail !== 'none') return createOnce(tx, acting, { ...wish, create, read: async (id) => ({ id }) });
      await createUnnamed(tx, wish, create);
      return { id: null };
    });

/** A file of a form that is not sent yet: it belongs to its sender, and only their form may refer to it. */
function takeFiles(app: FastifyInstance, tag: string, door: AnyDoor, { files, actingAt }: DoorKeeper): void {
  const fields = fileFields(door);
  const maxBytes = Math.max(...fields.map(({ maxBytes = USUAL_FILE }) => maxBytes));
  app.post(
    uploadPath(door),
    {
      config: { authority: door.who, ...(door.limits ? { limits: door.limits } : {}) },
      bodyLimit: maxBytes + MiB,
      schema: {
        tags: [tag],
        summary: `${door.summary}: enviar um arquivo`,
        headers: onceHeader,
        ...upload(),
        response: { 201: { description: 'o arquivo', ...sharedSchema(app, 'Arquivo', () => storedFile) } },
      },
    },
    async (request, reply) => {
      const acting = await actingAt(request, door);
      if (acting.externo === null)
        throw new Refusal(
          'CHAVE_INVALIDA',
          'Envie no cabeçalho Idempotency-Key a mesma chave com que o formulário será enviado.',
        );
      // Who sends anonymously leaves no trace of their network; they share the room of one.
      const { empresaId, usuarioId, externo } = acting;
      const keeper =
        door.who === 'externo'
          ? { empresaId, usuarioId, externo, network: networkOf(request.ip) }
          : { empresaId, usuarioId, externo };
      const made = await receiveFile(request, { files, keeper, uso: 'envio', maxBytes }, async (received) => {
        const kept = await keptOf(received, turnOf(acting));
        const named = { name: kept.nome, type: kept.tipo };
        if (!fields.some((field) => accepts(named, field.kind === 'image' ? ['image/*'] : field.accept)))
          throw refuse.invalid([{ field: 'arquivo', message: notAccepted(fields[0]?.accept ?? []) }]);
        const { id, nome, tipo, tamanho } = await files.saveFrom(keeper, { ...kept, uso: 'envio' }, kept.path);
        return { id, nome, tamanho, tipo };
      });
      return reply.status(201).send(made);
    },
  );
}
