import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { prepared, Statement } from '#kit/db/statement.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { guardedChanges, trailed } from '#kit/fields/sensitive.ts';
import { columnIn, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Writes fields of a record as the consequence of another action, without a form: the version moves and the trail has a line.
 * `before` is the record that the caller has locked and judged; its own rules and hooks do not run. A field of a state gives the
 * `transition` that it stands for. Answers whether anything changed.
 */
export async function amend(
  tx: Tx,
  acting: Pick<Acting, 'audit'>,
  registry: AnyRegistry,
  before: Values & { id: number },
  after: Values,
  transition?: string,
): Promise<boolean> {
  const { table, fields } = registry;
  const changed = Object.entries(after).filter(([name, value]) => (bare(before[name]) ?? null) !== (value ?? null));
  if (changed.length === 0) return false;
  const statement = new Statement();
  const sets = changed.map(([name, value]) => `${quote(columnIn(registry, name))} = ${statement.put(value)}`);
  const text = `update ${quote(table)} set ${sets.join(', ')}, versao = versao + 1 where id = ${statement.put(before.id)}`;
  await tx.query(prepared(text, statement.values));
  const changes = Object.fromEntries(
    changed.map(([name, value]): [string, [unknown, unknown]] => [
      name,
      [trailed(fields[name], before[name]), trailed(fields[name], value)],
    ]),
  );
  const clear = Object.fromEntries(
    changed.map(([name, value]): [string, [unknown, unknown]] => [name, [before[name] ?? null, value ?? null]]),
  );
  const guarded = guardedChanges(fields, clear);
  await acting.audit(tx, { table, id: before.id, action: 'A', changes, guarded, ...(transition ? { transition } : {}) });
  return true;
}
