import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { guardedOf, isHidden } from '#kit/fields/sensitive.ts';
import type { Files } from '#kit/files/files.server.ts';
import { check } from '#kit/form/check.ts';
import { changedOf } from '#kit/form/locked-rows.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { lockedFields, lockOf, stateRefuses } from '#kit/registry/lifecycle.ts';
import type { Record_, Store } from '#kit/store/store.server.ts';
import type { Batch } from './batch.server.ts';
import { findExisting, type Keyed, markRepeated, refuseExisting, withExisting } from './existing.server.ts';
import { type CellFault, CONFIRMED, type ImportColumns, type ParsedRow, parseRow, recordOf, shown, textOf } from './import.ts';
import { canMake } from './makeable.server.ts';
import { swapping } from './memory.server.ts';
import { asLabel, createNames, LONGEST_LABEL } from './names.server.ts';
import { pageOf } from './pages.server.ts';
import { type Resolved, resolveNames } from './resolve-names.server.ts';
import { writeCounted } from './room.server.ts';
import { heldOf } from './write.server.ts';

export interface Judging {
  db: Database;
  files: Files;
  store: Store;
  storeOf(target: string): Store;
  /** `module/slug` of the registry: a reference to it may refer to a row of the same file */
  cadastro: string;
  fields: Fields;
  extra?: ImportColumns;
  acting: Acting;
  signal?: AbortSignal;
  progress?(n: number, total: number): void;
}

interface Line {
  linha: number;
  celulas: unknown[];
  correcoes: Record<string, unknown> | null;
}

interface Judged extends Keyed, Resolved {
  line: Line;
  pending: Record<string, number>;
  value: Record<string, unknown>;
  before: Record_ | null;
}

/**
 * Judges every row of a batch as the form would, with names resolved; the row of an existing record is judged over that record.
 * Stores the result in the row. Memory stays flat, whatever the length of the file.
 */
export async function judgeBatch(judging: Judging, batch: Batch): Promise<void> {
  const { db, files, store, acting, signal, progress } = judging;
  const names = createNames(db, acting);
  await leaveOut(db, batch);
  const making = await makingOf(judging, batch);
  const standing = await swapping(db, batch, judging, names);
  const ownRows = await learnLabels(judging, batch);
  const mapped = batch.colunas.flatMap(({ campo }) => campo ?? []);
  const pause = inSteps();
  let done = 0;
  for await (const lines of linesOf(db, batch)) {
    signal?.throwIfAborted();
    const rows: Judged[] = [];
    for (const line of lines) {
      await pause();
      const parsed = parseRow(judging.fields, batch.colunas, line.celulas, line.correcoes, standing);
      refuseHidden(judging, parsed);
      rows.push({ line, parsed, pending: {}, made: {}, value: {}, keys: [], existing: null, before: null });
    }
    await resolveNames(judging, names, await ownRows(rows), rows, making);
    for (const row of rows) {
      await pause();
      row.value = recordOf(store.registry, judging.extra, row.parsed.input);
    }
    await findExisting(db, store, acting, rows);
    const judgeAll = async (some: readonly Judged[]) => {
      for (const row of some) {
        await pause();
        judge(judging, row);
      }
    };
    if (batch.modo === 'inserir') {
      for (const row of rows) if (row.existing !== null) refuseExisting(store.registry, row);
      await judgeAll(rows);
    } else
      for await (const some of withExisting(db, store, acting, rows)) {
        await holdBack(judging, some);
        await judgeAll(some);
      }
    // What becomes of a row tells what stands in the record that it found.
    if (rows.some(({ existing }) => existing !== null))
      await tellHourly(db, acting, { table: store.registry.table, columns: guardedOf(judging.fields, mapped, acting.can) });
    await writeCounted(files, batch, lines[0]?.linha ?? 0, lines.at(-1)?.linha ?? 0, (tx) => keep(tx, batch.id, rows));
    done += rows.length;
    progress?.(done, batch.total);
  }
  await markRepeated(db, store.registry, batch);
}

/** Rows that would change what is another one's to read wait until somebody has confirmed that they may. */
async function holdBack({ db, ...judging }: Judging, rows: readonly Judged[]): Promise<void> {
  const found = rows.map(({ line: { linha, correcoes }, parsed, before }) => ({
    linha,
    entrada: parsed.input,
    existenteId: before?.id ?? null,
    confirmada: (correcoes?.[CONFIRMED] as number | undefined) ?? null,
  }));
  const standing = new Map(rows.flatMap(({ before }) => (before ? [[before.id, before] as const] : [])));
  const held = await heldOf(db, judging, found, standing);
  for (const { line, parsed } of rows) {
    const mensagem = held.get(line.linha);
    if (mensagem !== undefined) parsed.faults.push(heldFault(mensagem));
  }
}

/** What stands at a row that waits for a confirmation. */
export const heldFault = (mensagem: string): CellFault => ({ campo: '', valor: '', mensagem, tipo: 'confirmar' });

/** Rows that somebody left out are neither judged nor written. */
const leaveOut = (db: Queryable, { id }: Batch) =>
  db.query({
    text: `update importacao_linhas set falhas = null, avisos = null, entrada = null, pendentes = null, novos = null, existente_id = null, chaves = null, dias = null
      where importacao_id = $1 and pulada and (falhas is not null or entrada is not null)`,
    values: [id],
  });

/** Whether an unknown name of a field becomes a record: only for who may make one there. */
async function makingOf(
  { fields, storeOf, acting }: Judging,
  { criar, criarNomes }: Batch,
): Promise<(campo: string, text: string) => boolean> {
  const may = (campo: string) => {
    const target = fields[campo]?.target;
    return target !== undefined && canMake(storeOf(target), acting);
  };
  const able = new Set([...new Set([...criar, ...criarNomes.map(({ campo }) => campo)])].filter(may));
  const whole = new Set(criar);
  const names = new Set<string>();
  const pause = inSteps();
  for (const { campo, nome } of criarNomes) {
    await pause();
    names.add(`${campo}\n${asLabel(nome)}`);
  }
  return (campo, text) => able.has(campo) && (whole.has(campo) || names.has(`${campo}\n${asLabel(text)}`));
}

/** The end of a judgement; the batch is ready, with its numbers, unless it was given back meanwhile. */
export async function closeJudgement(db: Queryable, batch: Batch, ensaiada: boolean): Promise<void> {
  await countResults(db, batch);
  await db.query({
    text: `update importacoes set estado = 'analisada', ensaiada = $2, mensagem = null where id = $1 and estado = 'analisando' and tarefa_id is not distinct from $3`,
    values: [batch.id, ensaiada, batch.tarefaId],
  });
}

/** Counts the sound rows of a batch, the faulty ones, those that are left out, and those that an erasure has emptied. */
export const countResults = (db: Queryable, { id }: Pick<Batch, 'id'>) =>
  db.query({
    text: `update importacoes i set validos = s.validos, puladas = s.puladas, apagadas = s.apagadas, existentes = s.existentes, falhas_total = s.falhas
      from (select count(*) filter (where falhas is null and not fora)::int as validos,
          count(*) filter (where pulada and not apagada)::int as puladas, count(*) filter (where apagada)::int as apagadas,
          count(existente_id) filter (where not fora)::int as existentes, coalesce(sum(jsonb_array_length(falhas)), 0)::int as falhas
        from importacao_linhas l, lateral (select pulada or apagada as fora) f where importacao_id = $1) s
      where i.id = $1`,
    values: [id],
  });

/** A column that the importer may not read is refused with a fault, not silently skipped. */
function refuseHidden({ fields, acting }: Judging, parsed: ParsedRow): void {
  for (const [campo, field] of Object.entries(fields)) {
    const given = parsed.input[campo] ?? parsed.names[campo]?.join(', ');
    if (given === undefined || given === null || !isHidden(field, acting.can)) continue;
    delete parsed.input[campo];
    delete parsed.names[campo];
    parsed.faults.push({ campo, valor: shown(given), mensagem: `Você não tem autorização para informar ${field.label}` });
  }
}

const pageOfLines = pageOf(
  'select linha, celulas, correcoes from importacao_linhas where importacao_id = $1 and linha > $2 and not pulada and not apagada',
  'linha',
  'celulas',
  'correcoes',
);

async function* linesOf(db: Database, batch: Batch): AsyncGenerator<Line[]> {
  for (let after = -1; ; ) {
    const lines = await db.query<Line>({ name: 'importacao-lidas', text: pageOfLines, values: [batch.id, after] });
    if (lines.length === 0) return;
    yield lines;
    after = lines.at(-1)?.linha ?? after;
  }
}

/**
 * A reference to the registry itself may refer to a row of the file. Stores the label of each row, and answers for some rows which
 * row has each label that they refer to: label → row, -1 when several have it.
 */
async function learnLabels(
  { db, fields, cadastro, store }: Judging,
  batch: Batch,
): Promise<(rows: readonly Judged[]) => Promise<Map<string, number>>> {
  const own = Object.keys(fields).filter((campo) => fields[campo]?.target === cadastro);
  if (own.length === 0) return async () => new Map();
  const { label } = store.registry;
  const at = batch.colunas.findIndex(({ campo }) => campo === label);
  await db.query({ text: 'delete from importacao_rotulos where importacao_id = $1', values: [batch.id] });
  for await (const lines of linesOf(db, batch)) {
    const labels = lines.map(({ celulas, correcoes }) =>
      asLabel(textOf(correcoes && Object.hasOwn(correcoes, label) ? correcoes[label] : celulas[at])),
    );
    await db.query({
      name: 'importacao-rotulos',
      text: `with ficam as (select linha from importacao_linhas where importacao_id = $1 and linha = any($2::int[]) and not apagada for share)
        insert into importacao_rotulos (importacao_id, rotulo, linha)
        select $1, x.rotulo, case when count(*) > 1 then -1 else min(x.linha) end from unnest($2::int[], $3::text[]) x(linha, rotulo) join ficam using (linha)
        where x.rotulo <> '' and length(x.rotulo) <= ${LONGEST_LABEL} group by x.rotulo
        on conflict (importacao_id, rotulo) do update set linha = -1`,
      values: [batch.id, lines.map(({ linha }) => linha), labels],
    });
  }
  return async (rows) => {
    const wanted = new Set(rows.flatMap(({ parsed }) => own.flatMap((campo) => (parsed.names[campo] ?? []).map(asLabel))));
    const found = await db.query<{ rotulo: string; linha: number }>({
      text: 'select rotulo, linha from importacao_rotulos where importacao_id = $1 and rotulo = any($2)',
      values: [batch.id, [...wanted]],
    });
    return new Map(found.map(({ rotulo, linha }) => [rotulo, linha]));
  };
}

/** A field's own fault before those of what is within a field. */
const rank = (path: string) => (path.includes('.') ? 1 : 0);

/** Judges the row with the form's own `check`. */
function judge({ store, acting, extra, fields }: Judging, row: Judged): void {
  const { registry } = store;
  const { input, faults } = row.parsed;
  const told = new Set(faults.map(({ campo }) => campo));
  const tell = (campo: string, mensagem: string) => {
    if (told.has(campo)) return;
    told.add(campo);
    const field = fields[campo];
    const value = field?.target ? row.parsed.names[campo]?.join(', ') : input[campo];
    faults.push({ campo, valor: field?.kind === 'date' ? formatDate(shown(value)) : shown(value), mensagem });
  };
  const before = row.before ?? undefined;
  if (before) for (const { campo, mensagem } of extra?.faults?.(input, before) ?? []) tell(campo, mensagem);
  const record = before ? recordOf(registry, extra, input, before) : row.value;
  const context = { ...worldOf(acting), ...(before ? { before } : {}) };
  const refused = before && (lockOf(registry, before, acting, 'edit') ?? stateRefuses(registry, before, 'edit'));
  if (refused) return tell(registry.label, refused);
  const checked = check(registry, record, context);
  if (checked.ok) {
    const lock = before && lockedFields(registry, before, acting);
    for (const campo of lock ? changedOf(lock.fields, before, checked.value) : []) tell(campo, lock?.why ?? '');
    return;
  }
  const blamed = (path: string) => extra?.blame?.(path, input) ?? path.split('.')[0] ?? '';
  // The column's own fault first: a fault blamed on the column from another field mentions another label.
  for (const { field: path, message } of checked.issues.toSorted((a, b) => rank(a.field) - rank(b.field)))
    tell(blamed(path), message);
}

const jsonOrNull = (value: unknown, isEmpty: boolean) => (isEmpty ? null : JSON.stringify(value));
const isEmpty = (value: object) => Object.keys(value).length === 0;

/** Not into rows that an erasure has emptied since they were read. */
async function keep(db: Queryable, importacaoId: number, rows: Judged[]): Promise<void> {
  const faults = (row: Judged): CellFault[] =>
    row.parsed.faults.map((fault) => ({ ...fault, valor: fault.valor.replaceAll('\0', '').toWellFormed() }));
  await db.query({
    name: 'importacao-julgar',
    text: `update importacao_linhas l set avisos = null, falhas = x.falhas::jsonb, entrada = x.entrada::jsonb, pendentes = x.pendentes::jsonb, novos = x.novos::jsonb,
        existente_id = x.existente, chaves = array(select jsonb_array_elements_text(x.chaves::jsonb)),
        dias = array(select jsonb_array_elements_text(x.dias::jsonb))
      from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[]) x(linha, falhas, entrada, pendentes, novos, existente, chaves, dias)
      where l.importacao_id = $1 and l.linha = x.linha and not l.apagada`,
    values: [
      importacaoId,
      rows.map(({ line }) => line.linha),
      rows.map((row) => jsonOrNull(faults(row), row.parsed.faults.length === 0)),
      rows.map(({ parsed }) => jsonOrNull(parsed.input, parsed.faults.length > 0)),
      rows.map(({ pending }) => jsonOrNull(pending, isEmpty(pending))),
      rows.map(({ made }) => jsonOrNull(made, isEmpty(made))),
      rows.map(({ existing }) => existing),
      rows.map(({ keys }) => JSON.stringify(keys)),
      rows.map(({ days = [] }) => JSON.stringify(days)),
    ],
  });
}
