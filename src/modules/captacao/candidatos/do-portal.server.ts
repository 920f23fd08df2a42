import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { changedIn } from '#kit/import/import.ts';
import { candidatos } from './candidatos.registry.ts';
import { DE_OUTROS } from './de-outros.ts';

// Anybody may register with anybody's name, CPF and e-mail, and reads at the portal what is written into their record. So the first time that HR
// would write there, it is asked whether it is that person; its answer stays with the tie (`conferida_em`), and nothing asks again.

type Registro = Readonly<Record<string, unknown>>;

const DO_PORTAL =
  'Este cadastro é lido no portal por quem tem a conta dele, com nome, CPF e e-mail que ninguém conferiu: essa pessoa verá lá o que for gravado aqui. Confira se é a mesma.';

/** What whoever has the account reads of their record, and the CPF by which they are known. */
const LIDOS = [...Object.keys(candidatos.fields).filter((nome) => !DE_OUTROS.has(nome)), 'cpf'];
/** What says who somebody is. */
const QUEM = ['nome', 'cpf', 'email'] as const;

/** Whether the account of a candidate (alias `t`) is of that person. */
export const CONTA_NO_PORTAL = `coalesce((select case when l.conferida_em is null then 'N' else 'S' end from candidatos_contas l where l.candidato_id = t.id), 'I')`;

/** The record with the CPF of the account of a candidate (alias `t`), who may be the same person; by its number, for not everybody sees every candidate. */
export const MESMO_CPF = `select json_build_object('id', o.id, 'nome', 'Registro ' || o.id) from candidatos_contas l join contas_externas x on x.id = l.conta_id
  join candidatos o on o.empresa_id = t.empresa_id and o.cpf = x.cpf and o.id <> t.id where l.candidato_id = t.id`;

const mudaOLido = (value: Registro, before: Registro) => changedIn(candidatos, LIDOS, value, before).length > 0;

/** Of some records, those that a user would change for an account that nobody has confirmed, and what to ask about them. */
export async function semConferencia(
  db: Pick<Queryable, 'query'>,
  mudancas: readonly { value: Registro; before: Registro & { id: number } }[],
  { usuarioId }: Pick<Acting, 'usuarioId'>,
): Promise<Map<number, string>> {
  if (usuarioId === null) return new Map();
  const ids = mudancas.filter(({ value, before }) => mudaOLido(value, before)).map(({ before }) => before.id);
  return new Map((await contasSemConferencia(db, ids)).map((id) => [id, DO_PORTAL]));
}

async function contasSemConferencia(db: Pick<Queryable, 'query'>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const contas = await db.query<{ id: number }>(
    sql`select candidato_id as id from candidatos_contas where candidato_id = any(${[...ids]}::bigint[]) and conferida_em is null`,
  );
  return contas.map(({ id }) => id);
}

/** What to ask before two records become one: an account of either reads what both say. */
export const duvidasDaUniao = async (db: Queryable, ids: readonly number[]): Promise<string[]> =>
  (await contasSemConferencia(db, ids)).length > 0 ? [DO_PORTAL] : [];

const diz = (tx: Tx, acting: Pick<Acting, 'audit'>, id: number, [de, para]: [string, string]) =>
  acting.audit(tx, { table: candidatos.table, id, action: 'A', changes: { contaNoPortal: [de, para] } });

/** A user was asked, and has written: the account is of this person. */
export async function confere(tx: Tx, acting: Acting, candidatoId: number): Promise<void> {
  const conferida = await tx.one(sql`
    update candidatos_contas set conferida_em = now(), conferida_por = ${acting.usuarioNome}
    where candidato_id = ${candidatoId} and conferida_em is null returning conta_id`);
  if (conferida) await diz(tx, acting, candidatoId, ['N', 'S']);
}

/** Whoever has the account says that they are somebody else, or the merge that confirmed it at that instant is undone: HR is asked anew. */
export async function desconfere(tx: Tx, acting: Pick<Acting, 'audit'>, candidatoId: number, em?: Sql): Promise<void> {
  const era = await tx.one(sql`
    update candidatos_contas set conferida_em = null, conferida_por = null
    where candidato_id = ${candidatoId} and ${em ? sql`conferida_em = ${em}` : sql`conferida_em is not null`} returning conta_id`);
  if (era) await diz(tx, acting, candidatoId, ['S', 'N']);
}

const dobrado = (valor: unknown) => (typeof valor === 'string' ? fold(valor) : '');

export const mudaQuemE = (value: Registro, before: Registro): boolean =>
  QUEM.some((campo) => Object.hasOwn(value, campo) && dobrado(value[campo]) !== dobrado(before[campo]));

/** After a save: what a user wrote was confirmed, and what the account wrote may be of somebody else. */
export async function segueConferencia(
  tx: Tx,
  acting: Acting,
  { id, value, before, confirmed }: { id: number; value: Registro; before: Registro; confirmed: boolean },
): Promise<void> {
  if (acting.kind === 'externo') {
    if (mudaQuemE(value, before)) await desconfere(tx, acting, id);
  } else if (confirmed && acting.usuarioId !== null && mudaOLido(value, before)) await confere(tx, acting, id);
}
