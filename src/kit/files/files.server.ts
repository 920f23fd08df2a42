import { createReadStream } from 'node:fs';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { type Acting, type Maker, makerColumns, makerKey } from '#kit/acting/acting.server.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { cleanName } from '#kit/media/file-names.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { quote } from '#kit/registry/names.server.ts';
import { type AnyRegistry, defineRegistry } from '#kit/registry/registry.ts';
import { type FileReader, forgetUses, isGuarded, isShown } from './readers.server.ts';
import { createRoom, type FileUse, type Limits, unlimited } from './room.server.ts';
import type { FileStore, Stored } from './store.server.ts';

interface FileRow {
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

interface FileSpec {
  nome: string;
  tipo: string;
  uso: FileUse;
}

/** The table of files as references see it; no registry serves it. */
export const arquivosRegistry: AnyRegistry = defineRegistry({
  id: 'arquivos',
  title: 'Arquivos',
  singular: 'Arquivo',
  authority: 'ROLE_CAD_ARQUIVO',
  scope: 'empresa',
  fields: { nome: text('Nome', 255), tipo: text('Tipo', 200), tamanho: integer('Tamanho') },
  columns: ['nome'],
  readOnly: true,
});

interface FilesOptions {
  /** who reads files that others sent; without any, each file is its maker's alone */
  readers?: readonly FileReader[];
  limits?: Limits;
}

export type Files = ReturnType<typeof createFiles>;

const columns = `id, nome, tipo, tamanho, checksum, chave, uso, criado_por as "criadoPor", externo, criado_em as "criadoEm"`;

/** Files with name, owner and rights in the database and bytes in a store. */
export function createFiles(db: Database, store: FileStore, { readers = [], limits = unlimited }: FilesOptions = {}) {
  let naming: Promise<{ table: string; column: string }[]> | undefined;

  /** Every column that names files, from the foreign keys. */
  const references = () =>
    (naming ??= db
      .query<{ table: string; column: string }>({
        text: `select c.conrelid::regclass::text as table, a.attname as column
          from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          where c.contype = 'f' and c.confrelid = 'arquivos'::regclass and array_length(c.conkey, 1) = 1`,
      })
      .catch((error: unknown) => {
        naming = undefined;
        throw error;
      }));

  /** Over alias `a`: that no record names the file. */
  const unnamed = async () =>
    (await references())
      .map(({ table, column }) => `and not exists (select from ${table} r where r.${quote(column)} = a.id)`)
      .join(' ');
  const room = createRoom(store, limits, unnamed);

  async function insert(of: Queryable, keeper: Maker, spec: FileSpec, stored: Stored): Promise<FileRow> {
    const row = await of.one<FileRow>({
      text: `insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave, uso, criado_por, externo) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
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

  /** Refuses a file for which there is no room, before its bytes are taken. */
  const admit = (keeper: Maker, uso: FileUse) => room.admit(db, keeper, uso);

  async function save(keeper: Maker, spec: FileSpec, content: Readable, signal?: AbortSignal): Promise<FileRow> {
    const stored = await room
      .gate(db, keeper, spec.uso)
      .then((gate) => store.put(Readable.from(gate(content), { objectMode: false }), signal))
      .finally(() => content.destroy());
    try {
      const { row, gone } = await db.tx(async (tx) => {
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
   * Keeps in the database what counts as its keeper's imports do: `write` raises the count in its transaction, and all of it is undone when there is no
   * room. The bytes of results that make room for it inside another's transaction (`tx`) go with the nightly sweep.
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

  const saveFrom = (acting: Maker, spec: FileSpec, path: string) => save(acting, spec, createReadStream(path));

  /** Keeps what `write` sends out; it ends the stream itself. */
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
      // Why nothing more could be kept; the writer only saw its stream break.
      await saving;
      throw error;
    }
    return saving;
  }

  /** A file of the acting company that the acting user may have; otherwise 404, whether it exists or not. */
  async function find(id: number, acting: Acting): Promise<FileRow> {
    const file = await db.one<FileRow>({
      name: 'arquivos-ler',
      text: `select ${columns} from arquivos where id = $1 and empresa_id = $2`,
      values: [id, acting.empresaId],
    });
    if (!file) throw refuse.notFound();
    const maker = makerKey({ usuarioId: file.criadoPor, externo: file.externo });
    const isOwn = maker !== undefined && maker === makerKey(acting);
    if (!isOwn && (file.uso !== 'envio' || !(await isShown(db, readers, id, acting)))) throw refuse.notFound();
    return file;
  }

  /** A file that a guarded field names tells what the field does: whoever reads it leaves a line in the trail. */
  async function tell(id: number, acting: Acting): Promise<void> {
    if (await isGuarded(db, readers, id)) await tellHourly(db, acting, { table: 'arquivos', id, columns: ['Conteúdo'] });
  }

  const mine = (acting: Acting) =>
    db.query<Omit<FileRow, 'chave' | 'checksum'> & { tarefaId: number | null }>({
      text: `select a.id, a.nome, a.tipo, a.tamanho, a.criado_em as "criadoEm", t.id as "tarefaId"
        from arquivos a left join tarefas t on t.arquivo_id = a.id
        where (a.criado_por = $1 or a.externo = $2) and a.empresa_id = $3 and a.uso = 'tarefa' order by a.criado_em desc, a.id desc limit 200`,
      values: [...makerColumns(acting), acting.empresaId],
    });

  /** Removes files that no record names and that are older than `hours`, and bytes without a row. Answers how many of each. */
  async function sweep(signal?: AbortSignal, hours = 24): Promise<{ files: number; keys: number }> {
    await forgetUses(db);
    naming = undefined;
    const named = await unnamed();
    let files = 0;
    for (;;) {
      signal?.throwIfAborted();
      const gone = await db.query<{ chave: string }>({
        text: `delete from arquivos where id in (select a.id from arquivos a where a.criado_em < now() - make_interval(hours => $1) ${named} order by a.id limit 500) returning chave`,
        values: [hours],
      });
      for (const { chave } of gone) await store.delete(chave);
      files += gone.length;
      if (gone.length < 500) break;
    }
    let keys = 0;
    let some: string[] = [];
    const judge = async () => {
      const known = new Set(
        (await db.query<{ chave: string }>({ text: 'select chave from arquivos where chave = any($1)', values: [some] })).map(
          ({ chave }) => chave,
        ),
      );
      for (const key of some)
        if (!known.has(key)) {
          await store.delete(key);
          keys += 1;
        }
      some = [];
    };
    for await (const key of store.list(new Date(Date.now() - hours * 3_600_000))) {
      signal?.throwIfAborted();
      some.push(key);
      if (some.length === 500) await judge();
    }
    if (some.length > 0) await judge();
    return { files, keys };
  }

  return { admit, save, saveFrom, hold, write, find, tell, mine, sweep, store };
}
