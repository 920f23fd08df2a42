import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { pgErrorKind, type Tx } from '#kit/db/database.server.ts';
import { foreignKeyName } from '#kit/db/schema.server.ts';
import { prepared, Statement } from '#kit/db/statement.server.ts';
import { type Fields, isList } from '#kit/fields/field.ts';
import { hide } from '#kit/fields/sensitive.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { columnIn, columnOf, listTable, quote } from '#kit/registry/names.server.ts';
import type { Record_ } from '#kit/registry/record.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { type Going, goingText } from '#kit/registry/removal.ts';
import { tablesOf } from '#kit/registry/tables.server.ts';
import { putBack } from './put-back.server.ts';
import type { Declared } from './read.server.ts';

/** A column that holds the ids of files. How many somebody has under a guarded field is guarded too, and these are not counted. */
interface FileColumn {
  column: string;
  isGuarded: boolean;
}

/** A table's rows that go with a record: the condition over alias `t`, `$1` being the record's id. */
interface Place {
  table: string;
  at: string;
  files: readonly FileColumn[];
  /** the title under which its rows are counted; none: they are not counted */
  title?: string;
  /** no registry has them */
  isLoose?: true;
}

/** Whether removed records of the registry are kept. */
export const isBinned = (registry: AnyRegistry): boolean =>
  !registry.readOnly && !registry.view && registry.trail !== 'none' && registry.bin !== false;

/** What a removal takes away. */
interface TakenAway {
  nome: string;
  leva: Going[];
}

export interface Removal extends TakenAway {
  /** what else it did, in sentences */
  tambem: readonly string[];
}

const fileColumns = (fields: Fields, isGuarded: boolean): FileColumn[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.target === 'arquivos' && !isList(field) && !field.computed
      ? [{ column: columnOf(name, field), isGuarded: isGuarded || field.sensitive !== undefined }]
      : [],
  );

/** The tables of a registry's records that satisfy `at`: its own, and those of its lists. */
function placesOf(of: AnyRegistry, at: string, title?: string): Place[] {
  const owners = `t.registro_id in (select t.id from ${quote(of.table)} t where ${at})`;
  return [
    { table: of.table, at, files: fileColumns(of.fields, false), ...(title ? { title } : {}) },
    ...Object.entries(of.fields).flatMap(([name, field]): Place[] => {
      if (!isList(field) || field.computed) return [];
      const table = listTable(of, name);
      const isGuarded = field.sensitive !== undefined;
      if (field.kind !== 'rows')
        return [{ table, at: owners, files: field.target === 'arquivos' ? [{ column: 'alvo_id', isGuarded }] : [] }];
      // How many rows somebody has under a guarded list is guarded too.
      return [{ table, at: owners, files: fileColumns(field.fields, isGuarded), ...(isGuarded ? {} : { title: field.label }) }];
    }),
  ];
}

/** So many rows take their time, and their removal does, too. */
const MANY = 10_000;
const TIME_FOR_MANY = `set local statement_timeout = '5min'`;
/** The database makes a snapshot in its memory, with 8 KB for a row and several times its bytes: one large one at a time, and none of more than this. */
const MOST = 100_000;
/** Bytes of rows, written out. */
const MUCH = 4 * 1024 * 1024;
const MOST_BYTES = 48 * 1024 * 1024;
const ONE_OF_MANY = `select pg_advisory_xact_lock(hashtext('lixeira.muitas-linhas'))`;

const tooLarge = () =>
  new Refusal(
    'REMOCAO_GRANDE',
    'Este registro leva consigo mais do que a lixeira guarda de uma vez. Exclua antes uma parte do que está nele.',
    422,
  );

/** PostgreSQL keeps 256 MB in one value, and asks for no more than 1 GB of memory at once. */
function demandKept(error: unknown): never {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const isTooLarge = code === '54000' || code === '57014' || (code === 'XX000' && String(message).includes('memory alloc'));
  throw isTooLarge ? tooLarge() : error;
}

const RESTORING = `select set_config('vinculo.restaura', $1, true)`;

/** The bin of one registry: removed records as they stood, with their child rows and files, until a task empties it. */
export function createBin({ registry, lookup, hooks }: Declared) {
  const table = quote(registry.table);
  const places = [
    ...placesOf(registry, 't.id = $1'),
    ...(hooks.goesWith ?? []).flatMap((one): Place[] => {
      if ('table' in one) return [{ table: one.table, at: `t.${quote(one.column)} = $1`, files: [], isLoose: true }];
      const other = lookup(one.target);
      return placesOf(other, `t.${quote(columnIn(other, one.field))} = $1`, one.uncounted ? undefined : other.title);
    }),
  ];
  const known = new Map(places.map((place) => [place.table, place]));
  // What goes is never read: all rows of an evaluation are more than a query may bring.
  const snapshot = `jsonb_build_array(${places
    .map(
      ({ table: name, at }) =>
        `jsonb_build_object('tabela', '${name}', 'linhas', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${quote(name)} t where ${at}))`,
    )
    .join(', ')})`;
  /** The files that its rows refer to, with those of `$2`. */
  const filesWhere = (isMeant: (one: FileColumn) => boolean) =>
    [
      'select unnest($2::bigint[]) as id',
      ...places.flatMap(({ table: name, at, files }) =>
        files
          .filter(isMeant)
          .map(
            ({ column }) => `select t.${quote(column)} from ${quote(name)} t where t.${quote(column)} is not null and (${at})`,
          ),
      ),
    ].join(' union ');
  const filesOf = filesWhere(() => true);
  const hasGuardedFiles = places.some(({ files }) => files.some(({ isGuarded }) => isGuarded));
  const counting = `select array[${places
    .map(({ table: name, at }) => `(select count(*) from ${quote(name)} t where ${at})`)
    .join(', ')}]::int[] as rows, (select count(*)::int from (${filesWhere(({ isGuarded }) => !isGuarded)}) f) as files`;
  const weighing = `select (${places
    .map(({ table: name, at }) => `(select coalesce(sum(octet_length(to_jsonb(t)::text)), 0) from ${quote(name)} t where ${at})`)
    .join(' + ')})::float8 as bytes`;
  /** The label of a reference by the name of its foreign key. */
  const labels = new Map(
    tablesOf(registry, lookup).flatMap((spec) => {
      const list = Object.entries(registry.fields).find(
        ([name, field]) => isList(field) && listTable(registry, name) === spec.name,
      );
      const fields = list ? (list[1].fields ?? {}) : registry.fields;
      return (spec.foreignKeys ?? []).map((key): [string, string] => {
        const own = Object.entries(fields).find(([name, field]) => columnOf(name, field) === key.columns[0]);
        return [foreignKeyName(spec, key), own?.[1].label ?? list?.[1].label ?? registry.singular];
      });
    }),
  );

  /** Counts what a removal takes away, and keeps it unless the registry's records are not kept. Runs before anything is removed. */
  async function keep(tx: Tx, acting: Acting, before: Record_, isKept: boolean): Promise<TakenAway> {
    const inside = hooks.filesIn?.(before) ?? [];
    const { rows, files } = await tx.only<{ rows: number[]; files: number }>(prepared(counting, [before.id, inside]));
    const leva = places.flatMap(({ title }, n): Going[] => {
      const quantidade = rows[n] ?? 0;
      return title !== undefined && quantidade > 0 ? [{ titulo: title, quantidade }] : [];
    });
    if (files > 0) leva.push({ titulo: 'Arquivos', quantidade: files });
    // Everybody who sees the bin reads the name, so no guarded value is in it.
    const nome = nameOfRow(
      hide(registry.fields, structuredClone(before), () => false),
      registry,
    ).slice(0, 300);
    const all = rows.reduce((sum, n) => sum + n, 0);
    if (all > MANY) await tx.query({ text: TIME_FOR_MANY });
    const goesIn = isKept && registry.bin !== false;
    if (goesIn && all > MOST) throw tooLarge();
    const { bytes } = goesIn ? await tx.only<{ bytes: number }>(prepared(weighing, [before.id])).catch(demandKept) : { bytes: 0 };
    if (bytes > MOST_BYTES) throw tooLarge();
    // What is only tried is not kept either.
    if (goesIn && !acting.trial) {
      if (all > MANY || bytes > MUCH) await tx.query({ text: ONE_OF_MANY });
      const kept = tx.only<{ id: number }>(
        prepared(
          `insert into lixeira (empresa_id, tabela, cadastro, registro_id, nome, leva, retrato, conta_id, usuario)
            values ($2, $3, $4, $1, $5, $6, ${snapshot}, $7, $8) returning id`,
          [
            before.id,
            acting.empresaId,
            registry.table,
            registry.title,
            nome,
            goingText(leva) || null,
            acting.usuarioId,
            acting.usuarioNome,
          ],
        ),
      );
      const { id } = await kept.catch(demandKept);
      if (files > 0 || hasGuardedFiles)
        await tx.query(
          prepared(
            `insert into lixeira_arquivos select l.id, f.id from lixeira l, (${filesOf}) f where l.id = $3 and l.registro_id = $1`,
            [before.id, inside, id],
          ),
        );
    }
    return { nome, leva };
  }

  /** A condition of the registry, asked, over alias `t` of the bin, of a record as it stood. */
  const asItStood = (own?: Sql): Sql =>
    own
      ? sql`(t.tabela = ${registry.table} and exists (select from (select t.retrato->0->'linhas'->0 as linha) b,
      lateral jsonb_populate_record(null::${raw(table)}, b.linha) t where (${own})))`
      : sql`t.tabela = ${registry.table}`;

  /** The condition, over alias `t` of the bin, that somebody could see the record as it stood. */
  const reach = (acting: Acting): Sql => asItStood(hooks.where?.(acting));

  /** Finds and locks what stands in the acting company's bin, within the actor's reach: an entry, or the last removal of a record. */
  async function find(tx: Tx, acting: Acting, what: { entrada: number } | { registro: number }): Promise<Found> {
    const statement = new Statement();
    const company = `t.empresa_id = ${statement.put(acting.empresaId)}`;
    const one = 'entrada' in what ? `t.id = ${statement.put(what.entrada)}` : `t.registro_id = ${statement.put(what.registro)}`;
    const [found] = await tx.query<Found>(
      prepared(
        `select t.id, t.registro_id as "registroId", t.cadastro, t.nome from lixeira t
          where ${company} and ${one} and ${statement.splice(reach(acting))} order by t.id desc limit 1 for update`,
        statement.values,
      ),
    );
    if (!found) throw new Refusal('FORA_DA_LIXEIRA', 'Este registro não está mais na lixeira.', 404);
    return found;
  }

  /** Puts the rows back as they stood. */
  async function insert(tx: Tx, { id }: Found): Promise<void> {
    await tx.query({ text: TIME_FOR_MANY });
    await tx.query(prepared(RESTORING, ['sim']));
    const parts = await tx.query<{ n: number; tabela: string; colunas: string[] }>(
      prepared(
        `select p.n::int - 1 as n, p.parte ->> 'tabela' as tabela, array(select jsonb_object_keys(p.parte -> 'linhas' -> 0)) as colunas
          from lixeira i, jsonb_array_elements(i.retrato) with ordinality p(parte, n) where i.id = $1 order by p.n`,
        [id],
      ),
    );
    for (const { n, tabela, colunas } of parts) {
      const place = known.get(tabela);
      if (colunas.length === 0 || !place) continue;
      const rows = sql`(select i.retrato -> ${n}::int -> 'linhas' from lixeira i where i.id = ${id})`;
      await putBack(tx, tabela, colunas, rows, place.isLoose).catch(missing);
    }
    await tx.query(prepared(RESTORING, ['']));
  }

  /** Says which reference of a restored record leads nowhere now. */
  function missing(error: unknown): never {
    const fault = pgErrorKind(error);
    if (fault?.kind !== 'foreign-key') throw error;
    const label = labels.get(fault.constraint ?? '');
    throw new Refusal(
      'NAO_RESTAURADO',
      label === undefined
        ? 'Algo a que este registro se refere foi removido depois dele. Restaure-o antes.'
        : `${label}: o que estava escolhido foi removido. Restaure-o antes.`,
      409,
    );
  }

  const forget = (tx: Tx, id: number) => tx.query(prepared('delete from lixeira where id = $1', [id]));

  return { keep, find, insert, forget, reach, asItStood };
}

export type Bin = ReturnType<typeof createBin>;

/** An entry of the bin. */
export interface Found {
  id: number;
  registroId: number;
  cadastro: string;
  nome: string;
}
