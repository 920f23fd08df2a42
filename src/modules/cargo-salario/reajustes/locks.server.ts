import sql from 'sql-template-tag';
import { pgErrorKind, type Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';

/** How long work on a whole plan waits for others who save one of its lines, in ms. */
const PATIENCE_MS = 2_000;

export const hindered = (mensagem: string) => new Refusal('REAJUSTE_IMPEDIDO', mensagem, 409);

const ocupado = () =>
  hindered('Este planejamento está sendo aplicado, cancelado ou recebendo linhas neste momento. Tente novamente em instantes.');

/** One realignment of a company at a time, whatever its plan: the second one is refused at once instead of waiting. */
async function travaReajustes(tx: Tx, empresaId: number): Promise<void> {
  const row = await tx.one<{ livre: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('cargo-salario.reajustes'), ${empresaId}::int) as livre`,
  );
  if (!row?.livre)
    throw hindered('Outro reajuste desta empresa está sendo aplicado ou cancelado neste momento. Tente novamente em instantes.');
}

/** Locks to save one line: shared with others who save lines, refused at once while somebody works on the whole plan. */
export async function travaUmaLinha(tx: Tx, planoId: number): Promise<void> {
  const row = await tx.one<{ livre: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(hashtext('cargo-salario.planejamento'), ${planoId}::int) as livre`,
  );
  if (!row?.livre) throw ocupado();
}

/** Locks all lines of a plan of the company. Taken before any row, so that nobody deadlocks. */
export async function travaPlanejamento(tx: Tx, empresaId: number, planoId: number): Promise<void> {
  const seu = await tx.one(
    sql`select 1 from tabelas_reajustes_colaboradores where id = ${planoId} and empresa_id = ${empresaId}`,
  );
  if (!seu) throw refuse.notFound();
  const [antes] = await tx.query<{ espera: string }>(sql`
    select current_setting('lock_timeout') as espera, set_config('lock_timeout', ${`${PATIENCE_MS}`}, true)`);
  try {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('cargo-salario.planejamento'), ${planoId}::int)`);
  } catch (error) {
    throw pgErrorKind(error)?.code === '55P03' ? ocupado() : error;
  }
  await tx.query(sql`select set_config('lock_timeout', ${antes?.espera ?? '0'}, true)`);
}

/**
 * Locks the bands and indices of the company until the end: changes of others count only afterwards. Others may still refer to
 * them. Taken before the talents, in the same order as a save of a band.
 */
async function travaValores(tx: Tx, empresaId: number): Promise<void> {
  await tx.query(sql`select id from indices where empresa_id = ${empresaId} order by id for no key update`);
  await tx.query(sql`select id from faixas_salariais where empresa_id = ${empresaId} order by id for no key update`);
}

/**
 * Locks for changing a plan's salaries: one realignment of the company at a time, however long it takes. The caller has locked
 * the plan already.
 */
export async function travaReajuste(tx: Tx, { empresaId }: { empresaId: number }): Promise<void> {
  await tx.query({ text: 'set local statement_timeout = 0' });
  await travaReajustes(tx, empresaId);
  await travaValores(tx, empresaId);
}
