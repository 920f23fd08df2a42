import { createHash, createHmac } from 'node:crypto';
import { FORM, type Maker, makerColumns } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';

export const ONCE = 'idempotency-key';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The digest of a request: the same body at the same address is the same request. */
const digestOf = (path: string, body: unknown) =>
  createHash('sha256')
    .update(`${path}\n${JSON.stringify(body)}`)
    .digest('base64');

const own = 'usuario_id is not distinct from $1 and externo is not distinct from $2 and empresa_id = $3 and chave = $4';

interface Wish {
  key: unknown;
  path: string;
  body: unknown;
}

interface Sent<R> extends Wish {
  create(): Promise<R>;
  read(id: number): Promise<R>;
}

/** The key that a form chose; undefined: none. */
function keyOf(key: unknown): string | undefined {
  if (key === undefined || (typeof key === 'string' && UUID.test(key))) return key;
  throw new Refusal('CHAVE_INVALIDA', 'O cabeçalho Idempotency-Key deve ser um UUID.');
}

/** The owner of a file that an anonymous person sends before their form: the form itself, whose key nobody else has. */
export function formOf(headers: Readonly<Record<string, unknown>>): string | null {
  const key = keyOf(headers[ONCE]);
  return key === undefined ? null : FORM + createHash('sha256').update(key.toLowerCase()).digest('hex');
}

const savedBefore = () =>
  new Refusal('JA_SALVO', 'Este registro já foi salvo, antes da sua última alteração. Abra-o na lista para continuar.', 409);

/**
 * Makes a record once for each key of a form, however often it is sent: the answer may be lost after the record was written.
 * Sending it again is answered with the present record as the sender may read it; the record is not stored beside the key.
 * Another body under the same key is refused, and a refused save frees its key. `tx` is that of the save: two at once wait for
 * each other.
 */
export async function createOnce<R extends { id: number }>(
  tx: Tx,
  maker: Maker,
  { key: sent, path, body, create, read }: Sent<R>,
): Promise<R> {
  const key = keyOf(sent);
  if (key === undefined) return create();
  const mine = [...makerColumns(maker), maker.empresaId, key];
  const digest = digestOf(path, body);
  const isNew = await tx.one({
    name: 'envio-novo',
    text: 'insert into envios (usuario_id, externo, empresa_id, chave, pedido) values ($1, $2, $3, $4, $5) on conflict do nothing returning chave',
    values: [...mine, digest],
  });
  if (isNew) {
    const saved = await create();
    await tx.query({
      name: 'envio-gravado',
      text: `update envios set registro_id = $5 where ${own}`,
      values: [...mine, saved.id],
    });
    return saved;
  }
  const known = await tx.one<{ pedido: string; id: number }>({
    text: `select pedido, registro_id as id from envios where ${own}`,
    values: mine,
  });
  if (known?.pedido !== digest) throw savedBefore();
  return read(known.id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === refuse.notFound().code)
      throw new Refusal('JA_SALVO', 'Este registro já foi salvo e, depois disso, excluído.', 409);
    throw error;
  });
}

/** Makes several records once: whoever sends it again is told that it was done. */
export async function createAllOnce<R extends { id: number }>(
  tx: Tx,
  maker: Maker,
  { create, ...wish }: Wish & { create(): Promise<R[]> },
): Promise<R[]> {
  const all: R[] = [];
  await createOnce(tx, maker, {
    ...wish,
    async create() {
      all.push(...(await create()));
      return { id: all[0]?.id ?? 0 };
    },
    read: () => Promise.reject(new Refusal('JA_SALVO', 'Isto já foi feito, e não é feito de novo: veja na lista.', 409)),
  });
  return all;
}

/**
 * Does the same for a record that must lead to nobody (`trail: 'none'`). It stores two digests keyed by the form's key, and the
 * day: they lead to no person and no record, and without the key nobody can test what somebody may have sent.
 */
export async function createUnnamed(tx: Tx, { key: sent, path, body }: Wish, create: () => Promise<unknown>): Promise<void> {
  const key = keyOf(sent)?.toLowerCase();
  if (key !== undefined) {
    const keyed = (what: string) => createHmac('sha256', key).update(what).digest();
    const [chave, pedido] = [keyed('chave'), keyed(digestOf(path, body))];
    const isNew = await tx.one({
      text: 'insert into envios_anonimos (chave, pedido) values ($1, $2) on conflict do nothing returning 1 as found',
      values: [chave, pedido],
    });
    if (!isNew) {
      if (
        await tx.one({ text: 'select 1 as found from envios_anonimos where chave = $1 and pedido = $2', values: [chave, pedido] })
      )
        return;
      throw new Refusal(
        'JA_SALVO',
        'A sua resposta já foi recebida, antes da sua última alteração, e não pode mais ser mudada.',
        409,
      );
    }
  }
  await create();
}
