import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { prepared, Statement } from '#kit/db/statement.server.ts';
import { type Field, isList } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { columnOf, columns, listTable, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { type ChildRow, insertList, writeLinks, writeRows } from './child-rows.server.ts';

/** The statements that put a judged value into the registry's tables. */
export function createWriting(registry: AnyRegistry) {
  const { fields } = registry;
  const table = quote(registry.table);
  const scoped = registry.scope === 'empresa';
  const own = columns(fields).map(([name, field]) => ({ name, field, column: quote(columnOf(name, field)) }));
  const lists = Object.entries(fields)
    .filter(([, field]) => isList(field) && !field.readOnly)
    .map(([name, field]) => ({ name, field, list: quote(listTable(registry, name)) }));

  /** A new record goes in with all its lists, in one statement. */
  async function insert(tx: Tx, acting: Acting, value: Record<string, unknown>): Promise<number> {
    const statement = new Statement();
    const given = own.filter(({ name }) => value[name] !== undefined);
    const names = given.map(({ column }) => column);
    const places = given.map(({ name }) => statement.put(value[name]));
    if (scoped) {
      names.push('empresa_id');
      places.push(statement.put(acting.empresaId));
    }
    const record = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning id`;
    const parts = lists.flatMap(({ name, field, list }) => {
      const rows = (value[name] ?? []) as unknown[];
      return rows.length > 0 ? [`, ${list} as (${insertList(list, field, rows, '(select id from r)', statement)})`] : [];
    });
    const text = parts.length > 0 ? `with r as (${record})${parts.join('')} select id from r` : record;
    const row = await tx.one<{ id: number }>(prepared(text, statement.values));
    return row?.id as number;
  }

  async function change(tx: Tx, acting: Acting, id: number, value: Record<string, unknown>): Promise<void> {
    const stays = (name: string, field: Field) => value[name] === undefined || (!field.readOnly && isHidden(field, acting.can));
    const statement = new Statement();
    const sets = own
      .filter(({ name, field }) => !stays(name, field))
      .map(({ name, column }) => `${column} = ${statement.put(value[name])}`);
    const record = `update ${table} set ${[...sets, 'versao = versao + 1'].join(', ')} where id = ${statement.put(id)}`;
    await tx.query(prepared(record, statement.values));
    for (const { name, field, list } of lists) {
      if (stays(name, field)) continue;
      if (field.kind === 'rows') await writeRows(tx, list, field, id, value[name] as ChildRow[]);
      else await writeLinks(tx, list, field, id, value[name] as number[]);
    }
  }

  const erase = (tx: Tx, id: number) => tx.query(prepared(`delete from ${table} where id = $1`, [id]));

  return { insert, change, erase };
}
