import { type Acting, makerColumns, makerKey } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type AnyRegistry, defineRegistry } from '#kit/registry/registry.ts';
import { createKeeping, type FileRow, fileColumns, type HoldOutsider } from './keep.server.ts';
import { type FileReader, forgetUses, isGuarded, isShown } from './readers.server.ts';
import { createRoom, type Limits, unlimited } from './room.server.ts';
import type { FileStore } from './store.server.ts';
import { createUnnamed, sweepBytes, sweepRows } from './sweep.server.ts';

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
  /** who reads files that others sent; without a reader, each file is its maker's alone */
  readers?: readonly FileReader[];
  limits?: Limits;
  /** holds somebody from outside until their file is kept; refuses when they are gone */
  holdOutsider?: HoldOutsider;
}

export type Files = ReturnType<typeof createFiles>;

/** Files with name, owner and rights in the database and bytes in a store. */
export function createFiles(
  db: Database,
  store: FileStore,
  { readers = [], limits = unlimited, holdOutsider }: FilesOptions = {},
) {
  const { unnamed, forget } = createUnnamed(db);
  const keeping = createKeeping(db, store, createRoom(store, limits, unnamed), holdOutsider);

  /** A file of the acting company that the acting user may have; otherwise 404, whether it exists or not. */
  async function find(id: number, acting: Acting): Promise<FileRow> {
    const file = await db.one<FileRow>({
      name: 'arquivos-ler',
      text: `select ${fileColumns} from arquivos where id = $1 and empresa_id = $2`,
      values: [id, acting.empresaId],
    });
    if (!file) throw refuse.notFound();
    const maker = makerKey({ usuarioId: file.criadoPor, externo: file.externo });
    const isOwn = maker !== undefined && maker === makerKey(acting);
    if (!isOwn && (file.uso !== 'envio' || !(await isShown(db, readers, id, acting)))) throw refuse.notFound();
    return file;
  }

  /** Reading a file of a guarded field is reading the field, so it leaves a line in the trail. */
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

  /** Removes files older than `hours` that no record refers to, and bytes without a row. Answers how many of each. */
  async function sweep(signal?: AbortSignal, hours = 24): Promise<{ files: number; keys: number }> {
    await forgetUses(db);
    forget();
    const files = await sweepRows(db, store, await unnamed(), hours, signal);
    return { files, keys: await sweepBytes(db, store, hours, signal) };
  }

  return { ...keeping, find, tell, mine, sweep, store };
}
