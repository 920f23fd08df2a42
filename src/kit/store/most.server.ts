import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

/** Records that a transaction has found and inserted, by table and company. */
const counted = new WeakMap<Tx, Map<string, number>>();

/**
 * Refuses one more record where there are as many as the registry may have (`most`). They are counted once in a transaction, and again before a
 * refusal, since some of its inserts may have been taken back. Two transactions at once may pass the bound by a few.
 */
export async function demandRoom(tx: Tx, { table, title, scope, most }: AnyRegistry, { empresaId }: Acting): Promise<void> {
  if (most === undefined) return;
  const known = counted.get(tx) ?? new Map<string, number>();
  counted.set(tx, known);
  const count = async () => {
    const own = scope === 'empresa';
    const { n } = await tx.only<{ n: number }>({
      text: `select count(*)::int as n from (select from ${quote(table)} ${own ? 'where empresa_id = $2' : ''} limit $1) x`,
      values: own ? [most, empresaId] : [most],
    });
    return n;
  };
  const key = scope === 'empresa' ? `${table} ${empresaId}` : table;
  let there = known.get(key) ?? (await count());
  if (there >= most) there = await count();
  known.set(key, there + 1);
  if (there < most) return;
  const whose = scope === 'empresa' ? 'uma empresa tem' : 'o sistema tem';
  throw new Refusal('REGISTROS_DEMAIS', `${title}: ${whose} no máximo ${most.toLocaleString('pt-BR')}.`, 409);
}
