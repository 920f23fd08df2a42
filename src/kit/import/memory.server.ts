import { createHmac } from 'node:crypto';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Fields, Kind } from '#kit/fields/field.ts';
import { kinds } from '#kit/fields/kinds.ts';
import { installationSecret } from '#kit/files/secrets.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import type { Batch } from './batch.server.ts';
import { type ColumnMap, textOf } from './import.ts';
import type { Names } from './names.server.ts';

/** A value of a file that stands for another one. */
export interface Swap {
  campo: string;
  de: string;
  para: string;
}

/** The cells that a swap stands for. */
const swapped = ({ campo, de }: Pick<Swap, 'campo' | 'de'>) => `${campo}\n${fold(de)}`;

interface Memory {
  /** digest of a title → field, null for a column that is not read */
  mapa: Record<string, string | null>;
  trocas: Swap[];
  por: string;
  em: string;
}

type Owned = Pick<Batch, 'empresaId' | 'cadastro' | 'colunas'>;

const MOST_SWAPS = 500;
/** Sets of titles that a company keeps of one registry; the oldest are forgotten. */
const MOST_SETS = 200;
/** Wider files are not remembered. */
const MOST_COLUMNS = 500;

/** Kinds whose values are names that files write in their own way. */
const NAMED: ReadonlySet<Kind> = new Set<Kind>(['ref', 'choice']);

/** Titles are kept as digests, which nobody guesses from a copy of the database: those of a sheet without titles are its first row. */
async function digests(): Promise<(text: string) => string> {
  const secret = await installationSecret();
  return (text) => createHmac('sha256', secret).update(`titulos ${text}`).digest('base64url');
}

/** Files with the same titles are alike, in whatever order. */
async function keyOf({ empresaId, cadastro, colunas }: Owned): Promise<[number, string, string]> {
  const digestOf = await digests();
  return [empresaId, cadastro, digestOf(JSON.stringify(colunas.map(({ coluna }) => coluna).toSorted()))];
}

export const readMemory = async (db: Queryable, batch: Owned): Promise<Memory | null | undefined> =>
  db.one<Memory>({
    text: `select mapa, trocas, usuario_nome as por, em from importacao_memorias where empresa_id = $1 and cadastro = $2 and titulos = $3`,
    values: await keyOf(batch),
  });

/** Forgets what was learnt of files with these titles. */
export const forgetMemory = async (db: Queryable, batch: Owned) =>
  db.query({
    text: 'delete from importacao_memorias where empresa_id = $1 and cadastro = $2 and titulos = $3',
    values: await keyOf(batch),
  });

/** The columns as the company last read a file with these titles; a field that is gone is proposed anew. */
export async function recall(db: Queryable, batch: Owned, fields: Fields): Promise<ColumnMap[]> {
  const mapa = (await readMemory(db, batch))?.mapa ?? {};
  const digestOf = await digests();
  /** Undefined: not remembered. */
  const remembered = (coluna: string): string | null | undefined => {
    const campo = mapa[digestOf(coluna)];
    return campo && !Object.hasOwn(fields, campo) ? undefined : campo;
  };
  const taken = new Set(batch.colunas.map(({ coluna }) => remembered(coluna)));
  return batch.colunas.map((column): ColumnMap => {
    const { coluna, campo } = column;
    const lembrado = remembered(coluna);
    if (lembrado !== undefined) return { coluna, campo: lembrado, porque: 'lembrado' };
    return campo !== null && taken.has(campo) ? { coluna, campo: null } : column;
  });
}

/** Names of people are not remembered: nobody would find them when a person is erased. */
const isOfPeople = ({ registry }: Store) => registry.people !== undefined || Boolean(registry.privateNames);

/** Keeps what somebody chose for files with these titles. */
export async function remember(
  tx: Tx,
  batch: Batch,
  chosen: { mapped: boolean; swaps: readonly Swap[] },
  fields: Fields,
  storeOf: (target: string) => Store,
): Promise<void> {
  const swaps = chosen.swaps.filter(({ campo, de, para }) => {
    const field = fields[campo];
    if (field?.kind === 'ref' && isOfPeople(storeOf(field.target))) return false;
    return field && NAMED.has(field.kind) && !field.sensitive && de !== '' && para !== '';
  });
  if ((!chosen.mapped && swaps.length === 0) || batch.colunas.length > MOST_COLUMNS) return;
  const key = await keyOf(batch);
  await tx.query({
    text: 'insert into importacao_memorias (empresa_id, cadastro, titulos) values ($1, $2, $3) on conflict do nothing',
    values: key,
  });
  const kept = await tx.one<{ mapa: Memory['mapa']; trocas: Swap[] }>({
    text: 'select mapa, trocas from importacao_memorias where empresa_id = $1 and cadastro = $2 and titulos = $3 for update',
    values: key,
  });
  const replaced = new Set(swaps.map(swapped));
  const digestOf = await digests();
  const mapa = chosen.mapped
    ? Object.fromEntries(batch.colunas.map(({ coluna, campo }) => [digestOf(coluna), campo]))
    : (kept?.mapa ?? {});
  await tx.query({
    text: `update importacao_memorias set mapa = $4, trocas = $5, usuario_nome = $6, em = now() where empresa_id = $1 and cadastro = $2 and titulos = $3`,
    values: [
      ...key,
      JSON.stringify(mapa),
      JSON.stringify([...(kept?.trocas ?? []).filter((swap) => !replaced.has(swapped(swap))), ...swaps].slice(-MOST_SWAPS)),
      batch.usuarioNome,
    ],
  });
  await tx.query({
    text: `delete from importacao_memorias where (empresa_id, cadastro, titulos) in (
        select empresa_id, cadastro, titulos from importacao_memorias where empresa_id = $1 and cadastro = $2 order by em desc offset ${MOST_SETS})`,
    values: key.slice(0, 2),
  });
}

/**
 * What stands for a cell, by the company's memory. A name that leads to a record or is a choice by itself, and one that leads nowhere
 * within the importer's reach, stand for themselves.
 */
export async function swapping(
  db: Queryable,
  batch: Owned,
  { fields, storeOf, acting }: { fields: Fields; storeOf(target: string): Store; acting: Acting },
  names: Names,
): Promise<(campo: string, cell: unknown) => unknown> {
  const swaps = new Map<string, string>();
  if (acting.empresaId !== batch.empresaId) return (_campo, cell) => cell;
  for (const { campo, de, para } of (await readMemory(db, batch))?.trocas ?? []) {
    const field = fields[campo];
    const target = field?.kind === 'ref' ? storeOf(field.target) : undefined;
    if (target) await names.learn(target, [de, para]);
    const leads = target
      ? names.nameOf(target, de) === 'none' && names.nameOf(target, para) !== 'none'
      : field && kinds[field.kind].parse(de, field) === undefined;
    if (leads) swaps.set(swapped({ campo, de }), para);
  }
  return (campo, cell) => (swaps.size === 0 ? cell : (swaps.get(swapped({ campo, de: textOf(cell) })) ?? cell));
}
