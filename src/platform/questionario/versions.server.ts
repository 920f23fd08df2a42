import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { tally } from '#kit/db/whole-reads.server.ts';
import { issuesOf } from '#kit/refusal/issues.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { DEFINICAO_VAZIA, type Definicao } from './definition.ts';
import { definicaoNoFio } from './definition-schema.ts';
import { difference } from './difference.ts';
import { adopted, tidied } from './edits.ts';
import { faultsOfDefinition, faultsToAsk } from './faults.ts';
import { keptDefinition, parsedDefinition, storedLength } from './parsed.server.ts';

/** To which record the questions belong: the registry (`module/slug`) and the id. */
export interface Dono {
  empresaId: number;
  dono: string;
  donoId: number;
}

export interface Versao {
  id: number;
  numero: number;
  /** somebody was asked: an edit begins the next version */
  congelada: boolean;
  /** what an editor has seen */
  revisao: number;
  definicao: Definicao;
}

/** The tables whose rows name the record that they belong to as `Dono` does. */
export const OWNED = ['questionario_versoes', 'rodadas'] as const;

const COLUMNS = sql`id, numero, congelada, revisao, empresa_id as "empresaId", dono, dono_id as "donoId", encode(resumo, 'hex') as resumo`;

const ofOwner = ({ empresaId, dono, donoId }: Dono): Sql =>
  sql`empresa_id = ${empresaId} and dono = ${dono} and dono_id = ${donoId}`;

type Read = Versao & Dono;
type Row = Omit<Read, 'definicao'> & { resumo: string };

/** The version of a row. The text of a definition is fetched and read once, however often somebody saves or answers. */
async function found(tx: Queryable, where: Sql): Promise<Read | undefined> {
  const { text, values } = sql`select ${COLUMNS} from questionario_versoes where ${where}`;
  const row = await tx.one<Row>(prepared(text, [...values]));
  if (!row) return undefined;
  const { resumo, ...version } = row;
  const kept = keptDefinition(resumo);
  if (kept) return { ...version, definicao: kept };
  // All of it again: whoever edits may have written meanwhile.
  const whole = await tx.one<Row & { texto: string }>(
    sql`select ${COLUMNS}, definicao::text as texto from questionario_versoes where id = ${version.id}`,
  );
  if (!whole) return undefined;
  const { resumo: digest, texto, ...now } = whole;
  return { ...now, definicao: parsedDefinition(digest, texto) };
}

/** Of a record without questions, an empty one without an id. */
const first = (): Versao => ({ id: 0, numero: 1, congelada: false, revisao: 0, definicao: DEFINICAO_VAZIA });

/** Whoever reads to write takes the lock first: the newest version is another one after a wait. */
async function locked(tx: Tx, of: Dono): Promise<Versao> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`questionario ${of.dono} ${of.donoId}`}, 0))`);
  const version = await latestVersion(tx, of);
  // Judging it takes as long, also where its text was kept.
  tally(storedLength(version.definicao));
  return version;
}

/** The newest version; its id is 0 while nothing was saved. */
export async function latestVersion(tx: Queryable, of: Dono): Promise<Versao> {
  const version = await found(tx, sql`${ofOwner(of)} order by numero desc limit 1`);
  if (!version) return first();
  const { id, numero, congelada, revisao, definicao } = version;
  return { id, numero, congelada, revisao, definicao };
}

/** One version by its id; the caller has judged who may read it. */
export async function versionOf(tx: Queryable, id: number): Promise<Versao & Dono> {
  const version = await found(tx, sql`id = ${id}`);
  if (!version) throw refuse.notFound();
  return version;
}

/** The name of the owner's table, as the trail has it. */
const tableOf = ({ dono }: Dono) => dono.slice(dono.indexOf('/') + 1).replaceAll(/[-/]/g, '_');

function judged(changed: Definicao): Definicao {
  const parsed = definicaoNoFio.safeParse(changed);
  if (!parsed.success) throw refuse.invalid(issuesOf(parsed.error));
  const faults = faultsOfDefinition(parsed.data);
  if (faults.length > 0) throw refuse.invalid(faults);
  return parsed.data;
}

const insert = (tx: Tx, { empresaId, dono, donoId }: Dono, { numero, revisao, definicao, congelada }: Omit<Versao, 'id'>) =>
  tx.only<{ id: number }>(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, revisao, definicao, congelada)
    values (${empresaId}, ${dono}, ${donoId}, ${numero}, ${revisao}, ${JSON.stringify(definicao)}::jsonb, ${congelada}) returning id`);

/**
 * Changes what is asked: judged as a whole, in the next version if somebody was asked this one, with a line in the trail of the
 * owner. A change that changes nothing writes nothing.
 */
export async function editVersion(
  tx: Tx,
  acting: Acting,
  of: Dono,
  change: (definicao: Definicao, versao: Versao) => Definicao,
): Promise<Versao> {
  const before = await locked(tx, of);
  const changed = tidied(change(before.definicao, before));
  const isSame = (one: Definicao) => JSON.stringify(one) === JSON.stringify(before.definicao);
  if (isSame(changed)) return before;
  const definicao = judged(changed);
  if (isSame(definicao)) return before;
  const changes = difference(before.definicao, definicao);
  const after = {
    numero: before.congelada ? before.numero + 1 : before.numero,
    congelada: false,
    revisao: before.revisao + 1,
    definicao,
  };
  const isNew = before.congelada || before.id === 0;
  const { id } = isNew
    ? await insert(tx, of, after)
    : await tx.only<{ id: number }>(sql`
        update questionario_versoes set definicao = ${JSON.stringify(definicao)}::jsonb, revisao = ${after.revisao}
        where id = ${before.id} returning id`);
  await acting.audit(tx, { table: tableOf(of), id: of.donoId, action: 'A', changes });
  return { id, ...after };
}

/**
 * Somebody is asked it from now on. Refuses a questionnaire that cannot be asked, with all faults; one without questions only serves
 * an asker that asks by a sheet of its own.
 */
export async function freezeVersion(tx: Tx, of: Dono, { bySheet = false } = {}): Promise<number> {
  const version = await locked(tx, of);
  const { definicao, congelada } = version;
  if (bySheet && version.id === 0) return (await insert(tx, of, { ...version, congelada: true })).id;
  const { id } = version;
  const faults = faultsToAsk(definicao);
  if (faults.length > 0)
    throw new Refusal('QUESTIONARIO_INCOMPLETO', `O questionário ainda não pode ser respondido. ${faults[0]?.message}.`, 400, {
      errors: faults,
    });
  if (!congelada) await tx.query(sql`update questionario_versoes set congelada = true where id = ${id}`);
  return id;
}

/** Gives a new record the questions of another one, also of another company, with a line in its trail. A record that has questions keeps them. */
export async function copyVersion(tx: Tx, acting: Acting, from: Dono, to: Dono): Promise<void> {
  const { id, definicao } = await latestVersion(tx, from);
  const there = await locked(tx, to);
  // Nobody has answered it: ids of what was taken away long ago are free again.
  if (id === 0 || there.id !== 0) return;
  const copied = adopted(definicao, there.definicao, false);
  await insert(tx, to, { ...there, revisao: 1, definicao: copied });
  await acting.audit(tx, { table: tableOf(to), id: to.donoId, action: 'A', changes: difference(there.definicao, copied) });
}
