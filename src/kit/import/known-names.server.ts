import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import type { Store } from '#kit/store/store.server.ts';
import type { Batch } from './batch.server.ts';
import { type ColumnMap, textOf } from './import.ts';
import { createNames } from './names.server.ts';

export interface Naming {
  storeOf(target: string): Store;
  acting: Acting;
}

/** Rows whose names are looked up, and columns that are looked at. */
const MOST_ROWS = 200;
const MOST_COLUMNS = 20;
/** Characters of a name; longer texts are none. */
const LONGEST = 300;

/**
 * The columns with their field changed where the title misleads: one other field, which no column fills, knows at least half of the names in the
 * cells, and more than twice as many as the field that the title says. 'Função' is a registry of its own, and in many files the position.
 */
export async function byKnownNames(
  db: Queryable,
  batch: Pick<Batch, 'id' | 'colunas'>,
  fields: Fields,
  { storeOf, acting }: Naming,
): Promise<ColumnMap[]> {
  const taken = new Set(batch.colunas.map(({ campo }) => campo));
  const named = Object.entries(fields).filter(([, field]) => field.kind === 'ref' && !isHidden(field, acting.can));
  const targetOf = new Map(named.map(([name, field]) => [name, storeOf(field.target ?? '')]));
  const free = [...targetOf].filter(([name]) => !taken.has(name));
  const asked = batch.colunas.flatMap(({ campo, porque }, at) =>
    campo !== null && porque !== 'lembrado' && targetOf.has(campo) ? [{ at, campo }] : [],
  );
  if (free.length === 0 || asked.length === 0) return batch.colunas;
  const rows = await db.query<{ celulas: unknown[] }>({
    text: 'select celulas from importacao_linhas where importacao_id = $1 order by linha limit $2',
    values: [batch.id, MOST_ROWS],
  });
  const names = createNames(db, acting);
  const knows = async (store: Store | undefined, texts: readonly string[]) => {
    if (!store) return 0;
    await names.learn(store, texts);
    return texts.filter((text) => names.nameOf(store, text) !== 'none').length;
  };
  const colunas = [...batch.colunas];
  for (const { at, campo } of asked.slice(0, MOST_COLUMNS)) {
    const texts = [
      ...new Set(rows.map(({ celulas }) => textOf(celulas[at])).filter((text) => text !== '' && text.length <= LONGEST)),
    ];
    const few = (await knows(targetOf.get(campo), texts)) * 2 + 1;
    if (few > texts.length) continue;
    const fitting: string[] = [];
    for (const [name, store] of free) if ((await knows(store, texts)) >= Math.max(few, texts.length / 2)) fitting.push(name);
    const [only, ...others] = fitting.filter((name) => !colunas.some((column) => column.campo === name));
    if (only === undefined || others.length > 0) continue;
    colunas[at] = { coluna: colunas[at]?.coluna ?? '', campo: only, porque: 'conteudo' };
    // Whose title says the same field has it now.
    const next = colunas.find(({ disputa }) => disputa === campo);
    if (next) colunas[colunas.indexOf(next)] = { coluna: next.coluna, campo };
  }
  return colunas;
}
