import { createHash } from 'node:crypto';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Record_ } from './store.server.ts';

export const ONCE = 'idempotency-key';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What was sent: the same body at the same address is the same wish. */
const digestOf = (path: string, body: unknown) =>
  createHash('sha256')
    .update(`${path}\n${JSON.stringify(body)}`)
    .digest('base64');

interface Sent {
  key: unknown;
  path: string;
  body: unknown;
  create(): Promise<Record_>;
  read(id: number): Promise<Record_>;
}

/**
 * Makes a record once for each key that its form chose, however often it is sent: an answer may be lost after the record was written. Whoever
 * sends it again is answered with the record as it is now and as they may read it; nothing of it is kept beside the key. Another body under the same
 * key is refused, and a key whose save was refused is free again. `tx` is that of the save: two at once wait for each other.
 */
export async function createOnce(
  tx: Tx,
  { usuarioId, empresaId }: Acting,
  { key, path, body, create, read }: Sent,
): Promise<Record_> {
  if (key === undefined) return create();
  if (typeof key !== 'string' || !UUID.test(key))
    throw new Refusal('CHAVE_INVALIDA', 'O cabeçalho Idempotency-Key deve ser um UUID.');
  const mine = [usuarioId, empresaId, key];
  const digest = digestOf(path, body);
  const isNew = await tx.one({
    name: 'envio-novo',
    text: 'insert into envios (usuario_id, empresa_id, chave, pedido) values ($1, $2, $3, $4) on conflict do nothing returning chave',
    values: [...mine, digest],
  });
  if (isNew) {
    const saved = await create();
    await tx.query({
      name: 'envio-gravado',
      text: 'update envios set registro_id = $4 where usuario_id = $1 and empresa_id = $2 and chave = $3',
      values: [...mine, saved.id],
    });
    return saved;
  }
  const known = await tx.one<{ pedido: string; id: number }>({
    text: 'select pedido, registro_id as id from envios where usuario_id = $1 and empresa_id = $2 and chave = $3',
    values: mine,
  });
  if (known?.pedido !== digest)
    throw new Refusal(
      'JA_SALVO',
      'Este registro já foi salvo, antes da sua última alteração. Abra-o na lista para continuar.',
      409,
    );
  return read(known.id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === refuse.notFound().code)
      throw new Refusal('JA_SALVO', 'Este registro já foi salvo e, depois disso, excluído.', 409);
    throw error;
  });
}
