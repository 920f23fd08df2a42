import { createReadStream } from 'node:fs';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { type Maker, makerColumns } from '#kit/acting/acting.server.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { cleanName } from '#kit/media/file-names.ts';
import type { FileUse, Keeper, Room } from './room.server.ts';
import { type FileStore, STEP, type Stored } from './store.server.ts';

export interface FileRow {
  id: number;
  nome: string;
  tipo: string;
  tamanho: number;
  checksum: string;
  chave: string;
  uso: FileUse;
  criadoPor: number | null;
  externo: string | null;
  criadoEm: string;
}

export type HoldOutsider = (tx: Queryable, externo: string) => Promise<void>;

interface FileSpec {
  nome: string;
  tipo: string;
  uso: FileUse;
}

export const fileColumns = `id, nome, tipo, tamanho, checksum, chave, uso, criado_por as "criadoPor", externo, criado_em as "criadoEm"`;

/** Stores files: the bytes in the store and the row in the database, both or neither, if there is room. */
export function createKeeping(db: Database, store: FileStore, room: Room, holdOutsider: HoldOutsider = async () => {}) {
  async function insert(of: Queryable, keeper: Maker, spec: FileSpec, stored: Stored): Promise<FileRow> {
    const row = await of.one<FileRow>({
      text: `insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave, uso, criado_por, externo) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${fileColumns}`,
      values: [
        keeper.empresaId,
        cleanName(spec.nome),
        spec.tipo,
        stored.size,
        stored.checksum,
        stored.key,
        spec.uso,
        ...makerColumns(keeper),
      ],
    });
    return row as FileRow;
  }

  /** Refuses a file before its bytes are read when there is no room for it. */
  const admit = (keeper: Keeper, uso: FileUse) => room.admit(db, keeper, uso);

  async function save(keeper: Keeper, spec: FileSpec, content: Readable, signal?: AbortSignal): Promise<FileRow> {
    // Content that breaks while room is looked for breaks whoever reads it, not the process.
    content.on('error', () => {});
    const stored = await room
      .gate(db, keeper, spec.uso)
      .then((gate) => store.put(Readable.from(gate(content), { objectMode: false }), signal))
      .finally(() => content.destroy());
    try {
      const { row, gone } = await db.tx(async (tx) => {
        if (keeper.externo) await holdOutsider(tx, keeper.externo);
        const row = await insert(tx, keeper, spec, stored);
        return { row, gone: await room.after(tx, keeper, row) };
      });
      for (const key of gone) await store.delete(key);
      return row;
    } catch (error) {
      await store.delete(stored.key).catch(() => {}); // the sweep finds it otherwise
      throw error;
    }
  }

  /**
   * Counts database rows of the keeper's imports as stored bytes: `write` raises the count in its transaction, and all of it is
   * undone when there is no room. When older results make room inside another's transaction (`tx`), the nightly sweep removes
   * their bytes.
   */
  async function hold(keeper: Maker, write: (tx: Tx) => Promise<void>, tx?: Tx): Promise<void> {
    await room.demandFloor();
    const work = async (own: Tx) => {
      await write(own);
      return room.after(own, keeper, { id: 0, uso: 'importacao' });
    };
    if (tx) return void (await work(tx));
    for (const key of await db.tx(work)) await store.delete(key);
  }

  const saveFrom = (acting: Keeper, spec: FileSpec, path: string) =>
    save(acting, spec, createReadStream(path, { highWaterMark: STEP }));

  /** Stores the bytes that `write` writes; `write` ends the stream itself. */
  async function write(
    acting: Maker,
    spec: FileSpec,
    writer: (out: Writable) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<FileRow> {
    const pipe = new PassThrough({ highWaterMark: 256 * 1024 });
    const saving = save(acting, spec, pipe, signal);
    saving.catch((error: Error) => pipe.destroy(error));
    try {
      await writer(pipe);
    } catch (error) {
      pipe.destroy(error as Error);
      // Throws the reason why storing failed; the writer only saw its stream break.
      await saving;
      throw error;
    }
    return saving;
  }

  const { demandFloor, demandReserve, begin } = room;
  return { demandFloor, demandReserve, begin, admit, save, saveFrom, hold, write };
}
