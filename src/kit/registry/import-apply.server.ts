import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/http/refusal.ts';
import type { Job } from '#kit/jobs/jobs.server.ts';
import type { Acting } from './acting.server.ts';
import { blankInput, inputOf } from './import.ts';
import type { Batch } from './import-batch.server.ts';
import { quote } from './names.server.ts';
import type { Record_, Store } from './store.server.ts';

interface Waiting {
  linha: number;
  entrada: Record<string, unknown>;
  pendentes: Record<string, number> | null;
  existenteId: number | null;
}

interface Written {
  linha: number;
  id: number;
  antes: Record_ | null;
}

const batchSize = 500;
const line = 'linha, entrada, pendentes, existente_id as "existenteId"';

/** The trail names the batch, so that its changes can be found together. */
const inBatch = (acting: Acting, batch: Batch): Acting => ({ ...acting, requestId: `importacao:${batch.id}` });

/** A fault that only the database or a hook could find, with the row that has it. */
function named(error: unknown, linha: number): unknown {
  if (!(error instanceof Refusal)) return error;
  const errors = (error.extra.errors as { field: string; message: string }[] | undefined)?.map(({ message }) => message);
  return new Refusal(
    error.code,
    `Linha ${linha}: ${errors && errors.length > 0 ? errors.join('; ') : error.message} Nada foi importado.`.replace(
      /([^.!?]) Nada/,
      '$1. Nada',
    ),
    error.status,
  );
}

/** Writes every row through the registry's own save, in one transaction with the end of the task: all of them or none. */
export async function applyBatch(store: Store, job: Job, batch: Batch): Promise<void> {
  const acting = inBatch(job.acting, batch);
  await job.db.tx(async (tx) => {
    const taken = await tx.one({
      text: `select id from importacoes where id = $1 and estado = 'aplicando' for update`,
      values: [batch.id],
    });
    if (!taken) throw new Refusal('IMPORTACAO_EM_OUTRO_ESTADO', 'Esta importação está em outra etapa.', 409);
    const parents = new Map<number, number | null>();
    const wanted = await tx.query<{ linha: number }>({
      text: 'select distinct e.value::int as linha from importacao_linhas l, jsonb_each_text(l.pendentes) e where l.importacao_id = $1',
      values: [batch.id],
    });
    for (const { linha } of wanted) parents.set(linha, null);
    let written: Written[] = [];
    let late: Waiting[] = [];
    let done = 0;

    const write = async (row: Waiting) => {
      job.signal.throwIfAborted();
      const input = { ...row.entrada };
      for (const [campo, of] of Object.entries(row.pendentes ?? {})) input[campo] = parents.get(of);
      try {
        const antes = row.existenteId === null ? null : await store.read(tx, acting, row.existenteId);
        const saved = antes
          ? await store.update(tx, acting, antes.id, { ...inputOf(store.registry, antes), ...input })
          : await store.create(tx, acting, { ...blankInput(store.registry), ...input });
        written.push({ linha: row.linha, id: saved.id, antes });
        if (parents.has(row.linha)) parents.set(row.linha, saved.id);
      } catch (error) {
        throw named(error, row.linha);
      }
      if (written.length >= batchSize) await flush();
      done += 1;
      if (done % 50 === 0) job.progress(done, batch.validos);
    };
    const flush = async () => {
      await tx.query({
        name: 'importacao-gravadas',
        text: `update importacao_linhas l set registro_id = x.id, antes = x.antes::jsonb from unnest($2::int[], $3::bigint[], $4::text[]) x(linha, id, antes) where l.importacao_id = $1 and l.linha = x.linha`,
        values: [
          batch.id,
          written.map(({ linha }) => linha),
          written.map(({ id }) => id),
          written.map(({ antes }) => (antes ? JSON.stringify(antes) : null)),
        ],
      });
      written = [];
    };
    const isReady = ({ pendentes }: Waiting) => Object.values(pendentes ?? {}).every((linha) => parents.get(linha) !== null);

    // A cursor would see rows anew that `flush` updates; pages by key do not.
    for (let after = -1; ; ) {
      const rows = await tx.query<Waiting>({
        name: 'importacao-pagina',
        text: `select ${line} from importacao_linhas where importacao_id = $1 and linha > $2 and falhas is null and entrada is not null order by linha limit ${batchSize}`,
        values: [batch.id, after],
      });
      for (const row of rows) {
        if (isReady(row)) await write(row);
        else late.push(row);
      }
      after = rows.at(-1)?.linha ?? after;
      if (rows.length < batchSize) break;
    }
    // Rows that name rows further down: again and again, as long as some find theirs.
    while (late.length > 0) {
      const still: Waiting[] = [];
      for (const row of late) {
        if (isReady(row)) await write(row);
        else still.push(row);
      }
      if (still.length === late.length)
        throw new Refusal(
          'REFERENCIA_CIRCULAR',
          `As linhas ${some(still.map(({ linha }) => linha))} dependem umas das outras ou de linhas com falhas. Nada foi importado.`,
        );
      late = still;
    }
    if (written.length > 0) await flush();
    // Hooks of later rows may have touched earlier records: the versions that count are the last ones.
    await tx.query({
      text: `update importacao_linhas l set registro_versao = t.versao from ${quote(store.registry.table)} t where l.importacao_id = $1 and t.id = l.registro_id`,
      values: [batch.id],
    });
    await tx.query({
      text: `update importacoes set estado = 'aplicada', aplicada_em = now(), mensagem = null where id = $1`,
      values: [batch.id],
    });
    job.progress(done, done);
    await job.conclude(tx, {
      mensagem: `${done.toLocaleString('pt-BR')} ${done === 1 ? 'registro importado' : 'registros importados'}`,
    });
  });
}

/** '2, 5 e mais 10': the numbers that a sentence can hold. */
export function some(numbers: readonly number[], most = 10): string {
  const shown = numbers.slice(0, most).join(', ');
  return numbers.length > most ? `${shown} e mais ${numbers.length - most}` : shown;
}

/** Rows whose record is not any more what the batch left. */
export const changedSince = (tx: Pick<Tx, 'query'>, store: Store, batch: Batch) =>
  tx.query<{ linha: number; id: number; excluido: boolean }>({
    text: `select l.linha, l.registro_id as id, t.id is null as excluido from importacao_linhas l left join ${quote(store.registry.table)} t on t.id = l.registro_id
      where l.importacao_id = $1 and l.registro_id is not null and t.versao is distinct from l.registro_versao order by l.linha`,
    values: [batch.id],
  });

export const changedRefusal = (changed: { linha: number; id: number; excluido: boolean }[]) =>
  new Refusal(
    'REGISTROS_ALTERADOS',
    `A importação não pode ser desfeita: os registros das linhas ${some(changed.map(({ linha }) => linha))} foram alterados ou excluídos depois dela.`,
    409,
    { registros: changed.slice(0, 500), registrosTotal: changed.length },
  );

/** Takes a batch back: what it made is removed, what it changed is as it was, in one transaction with the end of the task. */
export async function undoBatch(store: Store, job: Job, batch: Batch): Promise<void> {
  const acting = inBatch(job.acting, batch);
  await job.db.tx(async (tx) => {
    const taken = await tx.one({
      text: `select id from importacoes where id = $1 and estado = 'desfazendo' for update`,
      values: [batch.id],
    });
    if (!taken) throw new Refusal('IMPORTACAO_EM_OUTRO_ESTADO', 'Esta importação está em outra etapa.', 409);
    const changed = await changedSince(tx, store, batch);
    if (changed.length > 0) throw changedRefusal(changed);
    let done = 0;
    // The youngest first: what names another record of the batch goes before it.
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const rows = await tx.query<{ linha: number; id: number; antes: Record_ | null }>({
        text: `select linha, registro_id as id, antes from importacao_linhas where importacao_id = $1 and registro_id < $2 order by registro_id desc limit ${batchSize}`,
        values: [batch.id, before],
      });
      for (const { linha, id, antes } of rows) {
        job.signal.throwIfAborted();
        try {
          if (antes) await store.update(tx, acting, id, inputOf(store.registry, antes));
          else await store.remove(tx, acting, id);
        } catch (error) {
          throw error instanceof Refusal
            ? new Refusal(error.code, `Linha ${linha}: ${error.message} Nada foi desfeito.`, error.status)
            : error;
        }
        done += 1;
        if (done % 50 === 0) job.progress(done, batch.validos);
      }
      before = rows.at(-1)?.id ?? before;
      if (rows.length < batchSize) break;
    }
    await tx.query({ text: `update importacoes set estado = 'desfeita', mensagem = null where id = $1`, values: [batch.id] });
    job.progress(done, done);
    await job.conclude(tx, {
      mensagem: `${done.toLocaleString('pt-BR')} ${done === 1 ? 'registro desfeito' : 'registros desfeitos'}`,
    });
  });
}
