import sql, { raw } from 'sql-template-tag';
import { type Acting, entering } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { MOST_OF_ONE } from '#kit/db/whole-reads.server.ts';
import { hiddenPart } from '#kit/fields/sensitive.ts';
import type { Job } from '#kit/jobs/jobs.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { quote, tableNames } from '#kit/registry/names.server.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { type Record_, type Store, UNASKED } from '#kit/store/store.server.ts';
import { inBatch, MANY_WRITTEN } from './apply.server.ts';
import type { Batch } from './batch.server.ts';
import { type Built, builtOn, madeBy } from './built-on.server.ts';
import { pageOf } from './pages.server.ts';
import { some, withLine } from './write.server.ts';

interface Left {
  linha: number;
  id: number;
  antes: Record_ | null;
}

/** The next records to be taken back; they are not refused for what their values add up to. */
const nextLeft = pageOf(
  'select linha, registro_id as id, antes from importacao_linhas where importacao_id = $1 and registro_id < $2 and not apagada and (antes is not null or existente_id is null)',
  'id desc',
  'antes',
);

type Undone = Pick<Built, 'store' | 'owned'>;

/** Rows whose record has changed since the batch wrote it, or was made by it and has got something built on it. */
export async function changedSince(tx: Pick<Tx, 'query'>, { store, owned }: Undone, batch: Batch) {
  const ligados = await builtOn(tx, { store, owned, cadastro: batch.cadastro }, madeBy(batch));
  return tx.query<{ linha: number; id: number; excluido: boolean }>(sql`
    select l.linha, l.registro_id as id, t.id is null as excluido
    from importacao_linhas l left join ${raw(quote(store.registry.table))} t on t.id = l.registro_id left join (${ligados}) b on b.id = l.registro_id
    where l.importacao_id = ${batch.id} and l.registro_id is not null and not l.apagada
      and (t.versao is distinct from l.registro_versao or (l.antes is null and b.ligados is distinct from l.registro_ligados)) order by l.linha`);
}

/** Locks the records that a batch wrote, until the end: nobody changes or refers to one between the look at it and its undo. */
const lockWritten = (tx: Tx, { registry }: Store, { id }: Batch) =>
  tx.query({
    text: `with travados as materialized (
        select t.id from ${quote(registry.table)} t where t.id in (select registro_id from importacao_linhas where importacao_id = $1)
        order by t.id for update)
      select count(*) from travados`,
    values: [id],
  });

export const changedRefusal = (changed: { linha: number; id: number; excluido: boolean }[]) =>
  new Refusal(
    'REGISTROS_ALTERADOS',
    `A importação não pode ser desfeita por inteiro: os registros das linhas ${some(changed.map(({ linha }) => linha))} foram alterados ou excluídos depois dela.`,
    409,
    { registros: changed.slice(0, 500), registrosTotal: changed.length },
  );

const hiddenRefusal = () =>
  new Refusal(
    'CAMPOS_RESERVADOS',
    'A importação mudou campos que você não tem autorização para ver. Peça que a desfaça quem tem.',
    403,
  );

interface Undoing extends Undone {
  storeOf(target: string): Store;
  /** skips records that cannot be taken back; otherwise one such record refuses the whole undo */
  isPartial: boolean;
}

/**
 * Undoes a batch: removes the records that it made and restores those that it changed, in one transaction with the end of the
 * task.
 */
export async function undoBatch({ store, storeOf, owned, isPartial }: Undoing, job: Job, batch: Batch): Promise<void> {
  // Nobody undoes what they could not have written: each record must be within their reach, and no hidden value may change.
  const acting = inBatch(job.acting, batch);
  const { authority, fields } = store.registry;
  if (!acting.can(`${authority}_EXCLUIR`)) throw refuse.forbidden();
  const mayPutBack = acting.can(`${authority}_EDITAR`);
  await job.db.tx(async (tx) => {
    const taken = await tx.one({
      text: `select id from importacoes where id = $1 and estado = 'desfazendo' for update`,
      values: [batch.id],
    });
    if (!taken) throw new Refusal('IMPORTACAO_EM_OUTRO_ESTADO', 'Esta importação está em outra etapa.', 409);
    await lockWritten(tx, store, batch);
    const changed = await changedSince(tx, { store, owned }, batch);
    if (changed.length > 0 && !isPartial) throw changedRefusal(changed);
    const kept = new Set(changed.map(({ linha }) => linha));
    let done = 0;
    const attempt = async (linha: number, work: () => Promise<unknown>): Promise<void> => {
      if (isPartial) await tx.query({ text: 'savepoint linha' });
      try {
        await work();
        if (isPartial) await tx.query({ text: 'release savepoint linha' });
        done += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // Not a record that has changed: the user may write no more for now.
        if (!isPartial || error.status === 429) throw withLine(error, linha, 'Nada foi desfeito.');
        await tx.query({ text: 'rollback to savepoint linha' });
        kept.add(linha);
      }
    };
    // The newest first: a record that refers to another one of the batch is removed before it.
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const rows = await tx.query<Left>({ text: nextLeft, values: [batch.id, before], most: MOST_OF_ONE });
      if (rows.length === 0) break;
      const guardedOf = ({ id, antes }: Left) => (antes && hiddenPart(fields, antes, acting.can) !== undefined ? id : null);
      for await (const group of store.readAlong(tx, acting, rows, guardedOf))
        for (const { linha, id, antes } of group.rows) {
          job.signal.throwIfAborted();
          if (kept.has(linha)) continue;
          await attempt(linha, async () => {
            if (!antes) return store.remove(tx, acting, id, undefined, { takesBack: true });
            if (!mayPutBack) throw refuse.forbidden();
            const is = group.records.get(id);
            if (is && hiddenPart(fields, antes, acting.can) !== hiddenPart(fields, is, acting.can)) throw hiddenRefusal();
            return store.update(tx, entering(acting), id, inputOf(store.registry, antes), UNASKED);
          });
          if (done % 50 === 0) job.progress(done, batch.gravados);
        }
      before = rows.at(-1)?.id ?? before;
    }
    await removeMade(tx, { storeOf, owned }, acting, batch);
    const lines = [...kept].sort((a, b) => a - b);
    const erased = await tx.only<{ n: number }>(
      sql`select count(*)::int as n from importacao_linhas where importacao_id = ${batch.id} and apagada and registro_id is not null`,
    );
    const left = [
      ...(lines.length > 0 ? [`Mantidos, porque mudaram depois da importação: linhas ${some(lines)}.`] : []),
      ...(erased.n > 0
        ? [
            `${counted(erased.n, 'linha foi esvaziada', 'linhas foram esvaziadas')} por uma exclusão de dados pessoais: o que ${erased.n === 1 ? 'fez' : 'fizeram'} fica como está.`,
          ]
        : []),
    ];
    const mensagem = left.length > 0 ? left.join(' ') : null;
    await tx.query({
      text: `update importacoes set estado = 'desfeita', mensagem = $2 where id = $1`,
      values: [batch.id, mensagem],
    });
    job.progress(done, done);
    if (done >= MANY_WRITTEN) job.wroteMany(tableNames(store.registry));
    const told = counted(done, 'registro desfeito', 'registros desfeitos');
    await job.conclude(tx, { mensagem: mensagem ? `${told}. ${mensagem}` : told });
  });
}

/** Records of other registries that the batch made are removed too, unless they are used by now or somebody has changed them or built on them. */
async function removeMade(
  tx: Tx,
  { storeOf, owned }: Pick<Undoing, 'storeOf' | 'owned'>,
  acting: Acting,
  batch: Batch,
): Promise<void> {
  const made = await tx.query<{ cadastro: string; id: number; versao: number }>({
    text: 'select cadastro, registro_id as id, registro_versao as versao from importacao_criados where importacao_id = $1 order by registro_id desc',
    values: [batch.id],
  });
  for (const { cadastro, id, versao } of made) {
    const store = storeOf(cadastro);
    // Whoever may edit there may take back the records that an import inserted.
    if (!acting.can(`${store.registry.authority}_EDITAR`)) continue;
    await tx.query(sql`select from ${raw(quote(store.registry.table))} where id = ${id} for update`);
    const ligados = await builtOn(tx, { store, cadastro, owned }, sql`${id}::bigint`);
    const built = await tx.one(sql`
      select from importacao_criados c left join (${ligados}) b on b.id = c.registro_id
      where c.importacao_id = ${batch.id} and c.cadastro = ${cadastro} and c.registro_id = ${id} and b.ligados is distinct from c.registro_ligados`);
    if (built) continue;
    await tx.query({ text: 'savepoint criado' });
    try {
      await store.remove(tx, acting, id, versao, { takesBack: true });
      await tx.query({ text: 'release savepoint criado' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await tx.query({ text: 'rollback to savepoint criado' });
    }
  }
  await tx.query({ text: 'delete from importacao_criados where importacao_id = $1', values: [batch.id] });
}
