import sql, { raw } from 'sql-template-tag';
import { type Acting, numbered, trying } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { isWaitedFor, tried } from '#kit/db/tried.server.ts';
import { hide } from '#kit/fields/sensitive.ts';
import type { Job } from '#kit/jobs/jobs.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { quote, tableNames } from '#kit/registry/names.server.ts';
import type { Record_ } from '#kit/registry/record.ts';
import type { Batch } from './batch.server.ts';
import { builtOn, madeBesides, madeBy } from './built-on.server.ts';
import { type CellFault, EMPTIED } from './import.ts';
import { countResults, heldFault } from './judge.server.ts';
import { some, type Taking, type Writing, type Written, withLine, writeRows } from './write.server.ts';

/** The trail entries carry the batch's number, so that its changes can be found together. */
const IMPORT = 'importacao:';
export const inBatch = (acting: Acting, batch: Batch): Acting => numbered(acting, `${IMPORT}${batch.id}`);

/** Whether the actor saves the rows of an import. */
export const isImporting = ({ requestId }: Pick<Acting, 'requestId'>): boolean => requestId.startsWith(IMPORT);

/** Most rows that are saved and rolled back to see whether hooks and constraints refuse them. */
const MOST_TRIED = 2_000;
/** After so many rows a trial looks whether somebody waits for a record that it holds. */
const ROWS_BETWEEN = 25;

/** Trials of a batch that gave way to somebody, or during which somebody's data were erased; then none is kept. */
const MOST_TRIALS = 3;

class GaveWay extends Error {}

/** From so many rows on, an import vacuums its tables itself. */
export const MANY_WRITTEN = 2_000;

/**
 * Saves every sound row and rolls all of them back, to find by row what only the save refuses. Answers whether the trial took
 * place.
 */
export async function tryBatch(db: Database, writing: Writing, batch: Batch): Promise<boolean> {
  const sound = await db.one<{ n: number }>({
    text: 'select count(*)::int as n from importacao_linhas where importacao_id = $1 and falhas is null and not pulada and not apagada',
    values: [batch.id],
  });
  if ((sound?.n ?? 0) > MOST_TRIED) return false;
  for (let left = MOST_TRIALS; left > 0; left--) {
    const { apagamentos } = await db.only<{ apagamentos: number }>({
      text: 'select apagamentos from importacoes where id = $1',
      values: [batch.id],
    });
    const found = await tryRows(db, writing, { ...batch, validos: sound?.n ?? 0 });
    if (found && (await db.tx((tx) => keepFound(tx, batch, apagamentos, found)))) return true;
  }
  return false;
}

/** What a trial found, by row. */
interface Found {
  faults: Map<number, CellFault[]>;
  warnings: Map<number, readonly string[]>;
}

/** What a trial finds; undefined: somebody waited for a record that it held, and it gave way. */
async function tryRows(db: Database, writing: Writing, batch: Batch): Promise<Found | undefined> {
  const faults: Found['faults'] = new Map();
  const warnings: Found['warnings'] = new Map();
  let rows = 0;
  const trial = tried(
    db,
    async (tx) => {
      faults.clear();
      warnings.clear();
      const taking: Taking = {
        async row({ linha, entrada }, save) {
          if (++rows % ROWS_BETWEEN === 0 && (await isWaitedFor(tx))) throw new GaveWay();
          await tx.query({ text: 'savepoint linha' });
          try {
            const written = await save();
            await tx.query({ text: 'release savepoint linha' });
            return written;
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            await tx.query({ text: 'rollback to savepoint linha' });
            faults.set(linha, faultsOf(error, writing, entrada));
            return null;
          }
        },
        warned: (linha, sentences) => void (sentences.length > 0 && warnings.set(linha, sentences)),
      };
      await writeRows(tx, { ...writing, acting: trying(inBatch(writing.acting, batch)) }, batch, taking);
      return { faults, warnings };
    },
    { long: true },
  );
  return trial.catch((error: unknown) => {
    if (error instanceof GaveWay) return undefined;
    throw error;
  });
}

/**
 * Keeps what a trial found, unless somebody's data were erased since it began: its sentences may name them. Answers whether it is
 * kept.
 */
async function keepFound(tx: Tx, { id }: Batch, apagamentos: number, { faults, warnings }: Found): Promise<boolean> {
  const stands = await tx.one({
    text: 'select id from importacoes where id = $1 and apagamentos = $2 for no key update',
    values: [id, apagamentos],
  });
  if (!stands) return false;
  const json = (of: Iterable<unknown>) => Array.from(of, (one) => JSON.stringify(one));
  if (faults.size > 0)
    await tx.query({
      text: `update importacao_linhas l set falhas = x.falhas::jsonb from unnest($2::int[], $3::text[]) x(linha, falhas)
        where l.importacao_id = $1 and l.linha = x.linha and not l.apagada`,
      values: [id, [...faults.keys()], json(faults.values())],
    });
  if (warnings.size > 0)
    await tx.query({
      text: `update importacao_linhas l set avisos = array(select jsonb_array_elements_text(x.avisos::jsonb)) from unnest($2::int[], $3::text[]) x(linha, avisos)
        where l.importacao_id = $1 and l.linha = x.linha and not l.apagada`,
      values: [id, [...warnings.keys()], json(warnings.values())],
    });
  return true;
}

function faultsOf(refusal: Refusal, { extra }: Writing, input: Readonly<Record<string, unknown>>): CellFault[] {
  const errors = refusal.extra.errors as { field: string; message: string }[] | undefined;
  if (!errors || errors.length === 0) return [{ campo: '', valor: '', mensagem: refusal.message }];
  const told = new Map<string, CellFault>();
  for (const { field, message } of errors) {
    const campo = extra?.blame?.(field, input) ?? field.split('.')[0] ?? '';
    if (!told.has(campo)) told.set(campo, { campo, valor: '', mensagem: message });
  }
  return [...told.values()];
}

/** Writes every row in one transaction with the end of the task: all or nothing. */
export async function applyBatch(writing: Writing, job: Job, batch: Batch): Promise<void> {
  const acting = inBatch(job.acting, batch);
  const { store } = writing;
  /** why rows wait for a confirmation, by row; nothing is written then */
  const held = new Map<number, string>();
  const applied = job.db.tx(async (tx) => {
    held.clear();
    const taken = await tx.one<Pick<Batch, 'apagadas'>>({
      text: `select apagadas from importacoes where id = $1 and estado = 'aplicando' for update`,
      values: [batch.id],
    });
    if (!taken) throw new Refusal('IMPORTACAO_EM_OUTRO_ESTADO', 'Esta importação está em outra etapa.', 409);
    const makers = new Set<string>();
    const progress = (n: number, total: number) => job.progress(n, total);
    const { created, updated, unchanged } = await writeRows(tx, { ...writing, acting, signal: job.signal, progress }, batch, {
      row: async ({ linha }, save) =>
        held.size > 0
          ? null
          : save().catch((error: unknown) => {
              throw withLine(error, linha);
            }),
      held: (linha, sentence) => void held.set(linha, sentence),
      written: (rows) => keepWritten(tx, { store, acting }, batch, rows),
      async made(cadastro, id, versao) {
        makers.add(cadastro);
        await tx.query({
          text: 'insert into importacao_criados (importacao_id, cadastro, registro_id, registro_versao) values ($1, $2, $3, $4)',
          values: [batch.id, cadastro, id, versao],
        });
      },
    });
    if (held.size > 0) throw heldRefusal([...held.keys()]);
    await keepVersions(tx, writing, batch, makers);
    const done = created + updated;
    await tx.query({
      text: `update importacoes set estado = 'aplicada', aplicada_em = now(), gravados = $2, mensagem = null where id = $1`,
      values: [batch.id, done],
    });
    const parts = [
      done > 0 && created === 0
        ? counted(updated, 'registro atualizado', 'registros atualizados')
        : counted(done, 'registro importado', 'registros importados'),
      ...(created > 0 && updated > 0
        ? [`${counted(created, 'incluído', 'incluídos')} e ${counted(updated, 'atualizado', 'atualizados')}`]
        : []),
      ...(unchanged > 0 ? [`${counted(unchanged, 'já estava', 'já estavam')} como na planilha`] : []),
      ...(taken.apagadas > 0 ? [counted(taken.apagadas, ...EMPTIED)] : []),
    ];
    const [first, ...more] = parts;
    if (done >= MANY_WRITTEN) job.wroteMany(tableNames(store.registry));
    await job.conclude(tx, { mensagem: more.length > 0 ? `${first} (${more.join('; ')})` : (first ?? '') });
  });
  await applied.catch(async (error: unknown) => {
    // If this fails, the task is run again and finds them again.
    if (error instanceof Refusal && error.code === HELD) await job.db.tx((tx) => keepHeld(tx, batch, held));
    throw error;
  });
}

/** Not what a request is answered that may ask at once. */
const HELD = 'LINHAS_A_CONFIRMAR';

const heldRefusal = (lines: readonly number[]) =>
  new Refusal(
    HELD,
    `Nada foi importado: depois da análise, ${lines.length === 1 ? 'a linha' : 'as linhas'} ${some(lines)} ${lines.length === 1 ? 'passou a mudar um cadastro que outra pessoa lê' : 'passaram a mudar cadastros que outras pessoas leem'}. Abra a análise, confirme e importe de novo.`,
    409,
  );

/** They go back to be confirmed. */
async function keepHeld(tx: Tx, batch: Batch, held: ReadonlyMap<number, string>): Promise<void> {
  await tx.query({ text: 'select from importacoes where id = $1 for no key update', values: [batch.id] });
  await tx.query({
    text: `update importacao_linhas l set falhas = x.falhas::jsonb from unnest($2::int[], $3::text[]) x(linha, falhas)
      where l.importacao_id = $1 and l.linha = x.linha and not l.apagada`,
    values: [batch.id, [...held.keys()], Array.from(held.values(), (sentence) => JSON.stringify([heldFault(sentence)]))],
  });
  await countResults(tx, batch);
}

/** Hooks of later rows may have changed earlier records: keeps the last versions, and what stands beside them by now. */
async function keepVersions(
  tx: Tx,
  { store, storeOf, owned }: Writing,
  batch: Batch,
  makers: ReadonlySet<string>,
): Promise<void> {
  const ligados = await builtOn(tx, { store, cadastro: batch.cadastro, owned }, madeBy(batch));
  await tx.query(sql`
    update importacao_linhas l set registro_versao = t.versao, registro_ligados = b.ligados
    from ${raw(quote(store.registry.table))} t left join (${ligados}) b on b.id = t.id where l.importacao_id = ${batch.id} and t.id = l.registro_id`);
  for (const cadastro of makers) {
    const other = storeOf(cadastro);
    const beside = await builtOn(tx, { store: other, cadastro, owned }, madeBesides(batch, cadastro));
    await tx.query(sql`
      update importacao_criados c set registro_versao = t.versao, registro_ligados = b.ligados
      from ${raw(quote(other.registry.table))} t left join (${beside}) b on b.id = t.id
      where c.importacao_id = ${batch.id} and c.cadastro = ${cadastro} and t.id = c.registro_id`);
  }
}

async function keepWritten(
  tx: Tx,
  { store, acting }: Pick<Writing, 'store' | 'acting'>,
  batch: Batch,
  rows: readonly Written[],
): Promise<void> {
  const seen = (antes: Record_) => JSON.stringify(hide(store.registry.fields, structuredClone(antes), acting.can)).length;
  const kept = await tx.query({
    name: 'importacao-gravadas',
    text: `update importacao_linhas l set registro_id = x.id, antes = x.antes::jsonb, antes_visto = x.visto
      from unnest($2::int[], $3::bigint[], $4::text[], $5::int[]) x(linha, id, antes, visto)
      where l.importacao_id = $1 and l.linha = x.linha and not l.apagada returning l.linha`,
    values: [
      batch.id,
      rows.map(({ linha }) => linha),
      rows.map(({ id }) => id),
      rows.map(({ antes }) => (antes ? JSON.stringify(antes) : null)),
      rows.map(({ antes }) => (antes ? seen(antes) : null)),
    ],
  });
  if (kept.length < rows.length)
    throw new Refusal(
      'DADOS_APAGADOS',
      'Os dados pessoais de uma linha foram apagados durante a importação. Nada foi importado: comece de novo, sem ela.',
      409,
    );
}
