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

/** A table's rows that go with a record, in the order in which they come back. */
interface Part {
  tabela: string;
  linhas: Record<string, unknown>[];
}

/** Where the rows of a part stand: the condition over alias `t`, `$1` being the record's id. */
interface Place {
  table: string;
  at: string;
  /** columns that hold the ids of files */
  files: readonly string[];
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

const fileColumns = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.target === 'arquivos' && !isList(field) && !field.computed ? [columnOf(name, field)] : [],
  );

/** The tables of a registry's records that satisfy `at`: its own, and those of its lists. */
function placesOf(of: AnyRegistry, at: string, title?: string): Place[] {
  const owners = `t.registro_id in (select t.id from ${quote(of.table)} t where ${at})`;
  return [
    { table: of.table, at, files: fileColumns(of.fields), ...(title ? { title } : {}) },
    ...Object.entries(of.fields).flatMap(([name, field]): Place[] => {
      if (!isList(field) || field.computed) return [];
      const table = listTable(of, name);
      if (field.kind !== 'rows') return [{ table, at: owners, files: field.target === 'arquivos' ? ['alvo_id'] : [] }];
      // How many rows somebody has under a guarded list is guarded too.
      return [{ table, at: owners, files: fileColumns(field.fields), ...(field.sensitive ? {} : { title: field.label }) }];
    }),
  ];
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
  const select = `select jsonb_build_array(${places
    .map(
      ({ table: name, at }) =>
        `jsonb_build_object('tabela', '${name}', 'linhas', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${quote(name)} t where ${at}))`,
    )
    .join(', ')})::text as retrato`;
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

  /** Reads what a removal takes away, and keeps it unless the registry's records are not kept. Runs before anything is removed. */
  async function keep(tx: Tx, acting: Acting, before: Record_, isKept: boolean): Promise<TakenAway> {
    const { retrato } = await tx.only<{ retrato: string }>(prepared(select, [before.id]));
    const parts = JSON.parse(retrato) as Part[];
    const files = new Set(
      parts.flatMap(({ linhas }, place) =>
        (places[place]?.files ?? []).flatMap((column) => linhas.map((row) => row[column])).filter((id) => typeof id === 'number'),
      ),
    );
    for (const id of hooks.filesIn?.(before) ?? []) files.add(id);
    const leva = parts.flatMap(({ linhas }, place): Going[] => {
      const titulo = places[place]?.title;
      return titulo && linhas.length > 0 ? [{ titulo, quantidade: linhas.length }] : [];
    });
    if (files.size > 0) leva.push({ titulo: 'Arquivos', quantidade: files.size });
    // Everybody who sees the bin reads the name, so no guarded value is in it.
    const nome = nameOfRow(
      hide(registry.fields, structuredClone(before), () => false),
      registry,
    ).slice(0, 300);
    if (isKept && registry.bin !== false) {
      const { id } = await tx.only<{ id: number }>(
        prepared(
          `insert into lixeira (empresa_id, tabela, cadastro, registro_id, nome, leva, retrato, conta_id, usuario)
            values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9) returning id`,
          [
            acting.empresaId,
            registry.table,
            registry.title,
            before.id,
            nome,
            goingText(leva) || null,
            retrato,
            acting.usuarioId,
            acting.usuarioNome,
          ],
        ),
      );
      if (files.size > 0)
        await tx.query(prepared('insert into lixeira_arquivos select $1, unnest($2::bigint[])', [id, [...files]]));
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
        `select t.id, t.registro_id as "registroId", t.cadastro, t.nome, t.retrato::text as retrato from lixeira t
          where ${company} and ${one} and ${statement.splice(reach(acting))} order by t.id desc limit 1 for update`,
        statement.values,
      ),
    );
    if (!found) throw new Refusal('FORA_DA_LIXEIRA', 'Este registro não está mais na lixeira.', 404);
    return found;
  }

  /** Puts the rows back as they stood. */
  async function insert(tx: Tx, { retrato }: Found): Promise<void> {
    await tx.query(prepared(RESTORING, ['sim']));
    for (const { tabela, linhas } of JSON.parse(retrato) as Part[]) {
      const [first] = linhas;
      const place = known.get(tabela);
      if (!first || !place) continue;
      // From the text, so that no number passes through JavaScript.
      const rows = sql`jsonb_path_query_first(${retrato}::jsonb, '$[*] ? (@.tabela == $nome)', jsonb_build_object('nome', ${tabela}::text)) -> 'linhas'`;
      await putBack(tx, tabela, first, rows, place.isLoose).catch(missing);
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

/** An entry of the bin with the rows that it keeps. */
export interface Found {
  id: number;
  registroId: number;
  cadastro: string;
  nome: string;
  retrato: string;
}
