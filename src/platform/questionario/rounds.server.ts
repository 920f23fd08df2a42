import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { runSoon } from '#kit/jobs/schedule.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { askerOf } from './asker.server.ts';
import { keepRoundKey } from './keys.server.ts';
import { type Dimensao, type EstadoDaRodada, MENOR_MINIMO, type Modo } from './round.ts';
import { newKeyPair } from './seal.server.ts';
import { freezeVersion } from './versions.server.ts';

/** One time that people are asked. */
export interface Rodada {
  id: number;
  empresaId: number;
  versaoId: number;
  /** the record that asks */
  dono: string;
  donoId: number;
  titulo: string;
  modo: Modo;
  minimo: number;
  dimensoes: readonly Dimensao[];
  estado: EstadoDaRodada;
  ate: string | null;
  quiosque: boolean;
  chavePublica: Buffer | null;
}

export interface NewRound
  extends Pick<Rodada, 'empresaId' | 'dono' | 'donoId' | 'titulo' | 'modo' | 'minimo' | 'dimensoes' | 'ate'> {
  /** the record that has the questions */
  versaoDe: { dono: string; donoId: number };
  /** answers by CPF and date of birth are taken too */
  quiosque?: boolean;
  /** who is asked: `pessoa`, `sobre`, `papel`, and `atributos` in the order of the dimensions */
  participantes: Sql;
}

/** The columns of `Rodada`. */
export const RODADA = sql`id, empresa_id as "empresaId", versao_id as "versaoId", dono, dono_id as "donoId", titulo, modo, minimo, dimensoes, estado,
  ate, quiosque, chave_publica as "chavePublica"`;

/** The round of a record that asks; undefined: it has not asked yet. */
export const roundOf = (tx: Queryable, { dono, donoId }: Pick<Rodada, 'dono' | 'donoId'>): Promise<Rodada | undefined> =>
  tx.one<Rodada>(sql`select ${RODADA} from rodadas where dono = ${dono} and dono_id = ${donoId}`);

/**
 * Reads a round. `share` keeps it from being closed until the transaction ends, `update` keeps everybody else from writing into it;
 * whoever writes below a round locks the round first. The closing of an anonymous one locks its envelopes first, which nobody else touches by then,
 * so that late people are told that it is over while it opens them.
 */
export async function readRound(tx: Queryable, id: number, lock?: 'share' | 'update'): Promise<Rodada> {
  const round = await tx.one<Rodada>(sql`select ${RODADA} from rodadas where id = ${id} ${lock ? raw(`for ${lock}`) : sql``}`);
  if (!round) throw refuse.notFound();
  return round;
}

function demandDay(ate: string | null, { today }: Pick<Acting, 'today'>): void {
  if (ate !== null && ate < today)
    throw refuse.invalid([{ field: 'ate', message: `O último dia para responder já passou: ${formatDate(ate)}` }]);
}

/**
 * Begins to ask. The version of the questions, the promise about the answers, the smallest group, the dimensions, and the place of
 * each person in them stay from now on as they are.
 */
export async function openRound(tx: Tx, acting: Pick<Acting, 'today'>, round: NewRound): Promise<number> {
  const { empresaId, dono, donoId, versaoDe, titulo, modo, minimo, dimensoes, ate, quiosque = false, participantes } = round;
  demandDay(ate, acting);
  if (modo !== 'I' && minimo < MENOR_MINIMO)
    throw refuse.invalid([{ field: 'minimo', message: `O menor grupo mostrado deve ter ao menos ${MENOR_MINIMO} pessoas` }]);
  const sheet = askerOf(dono)?.folha;
  if (sheet && modo === 'A') throw new Error('the sheet of an asker is not sealed');
  const versaoId = await freezeVersion(
    tx,
    { empresaId, ...versaoDe },
    { bySheet: sheet !== undefined && versaoDe.dono === dono },
  );
  const keys = modo === 'A' ? await newKeyPair() : undefined;
  const made = await tx.one<{ id: number }>(sql`
    insert into rodadas (empresa_id, versao_id, dono, dono_id, titulo, modo, minimo, dimensoes, estado, ate, quiosque, chave_publica)
    values (${empresaId}, ${versaoId}, ${dono}, ${donoId}, ${titulo}, ${modo}, ${minimo}, ${JSON.stringify(dimensoes)}::jsonb, 'A', ${ate},
      ${quiosque}, ${keys?.publicKey ?? null})
    on conflict on constraint rodadas_dono_uq do nothing returning id`);
  if (!made) throw new Refusal('RODADA_EXISTENTE', 'Este questionário já foi liberado.', 409);
  await insertParticipants(tx, { id: made.id, empresaId, dimensoes }, participantes);
  // After all that may refuse the round, and before the round lasts: no answer is sealed that could not be opened.
  if (keys) await keepRoundKey(keys.publicKey, keys.privateKey);
  return made.id;
}

/** One statement for everybody: 100,000 people take seconds. Whoever is asked already stays as they are. */
async function insertParticipants(
  tx: Tx,
  { id, empresaId, dimensoes }: Pick<Rodada, 'id' | 'empresaId' | 'dimensoes'>,
  participantes: Sql,
): Promise<number> {
  const { novos, tortos } = await tx.only<{ novos: number; tortos: number }>(sql`
    with novas as (
      insert into participacoes (id, rodada_id, empresa_id, pessoa, sobre, papel, atributos)
      select id_aleatorio(), ${id}, ${empresaId}, p.pessoa, p.sobre, p.papel, coalesce(p.atributos, '{}') from (${participantes}) p
      on conflict on constraint participacoes_pessoa_uq do nothing returning cardinality(atributos) as n)
    select count(*)::int as novos, count(*) filter (where n <> ${dimensoes.length})::int as tortos from novas`);
  if (tortos > 0) throw new Error('a participant has not one value for each dimension');
  return novos;
}

const closed = () => new Refusal('RODADA_ENCERRADA', 'Este questionário já foi encerrado.', 409);

/** Whether nobody answers a round any more; false where there is none. */
export const isClosed = (round: Pick<Rodada, 'estado'> | undefined): boolean => round?.estado === 'F' || round?.estado === 'D';

/** A round that people may answer, now or after a pause, which stays so until the transaction ends. */
async function openOne(tx: Tx, id: number): Promise<Rodada> {
  const round = await readRound(tx, id, 'share');
  if (isClosed(round)) throw closed();
  return round;
}

/** Asks more people; answers how many of them are new. */
export const addParticipants = async (tx: Tx, rodadaId: number, participantes: Sql): Promise<number> =>
  insertParticipants(tx, await openOne(tx, rodadaId), participantes);

/**
 * Asks some people no longer: `quem` yields `pessoa` and `sobre`. Whoever has answered stays; what others have begun is lost, and their
 * links lead nowhere. Answers how many were removed.
 */
export async function removeParticipants(tx: Tx, rodadaId: number, quem: Sql): Promise<number> {
  await openOne(tx, rodadaId);
  const gone = await tx.query(sql`
    delete from participacoes p using (${quem}) q
    where p.rodada_id = ${rodadaId} and p.pessoa = q.pessoa and p.sobre is not distinct from q.sobre and p.estado <> 'R' returning p.id`);
  return gone.length;
}

/** The recurring task that puts the answers of closed rounds together; it is asked for at once, so that nobody waits for its hour. */
export const CLOSE_JOB = 'questionarios.encerrar';

export const askForClosing = (tx: Queryable) => runSoon(tx, CLOSE_JOB);

/** Nobody answers any more. Waits for those who are sending just now. A round that is closed already stays so. */
export async function closeRound(tx: Tx, rodadaId: number): Promise<void> {
  const closedNow = await tx.one(
    sql`update rodadas set estado = 'F' where id = ${rodadaId} and estado in ('P', 'A') returning id`,
  );
  if (closedNow) await askForClosing(tx);
  else await readRound(tx, rodadaId);
}

/** Nobody answers until it goes on; what was saved and sent stays. Waits for those who are sending just now. */
export async function pauseRound(tx: Tx, rodadaId: number): Promise<void> {
  if (isClosed(await readRound(tx, rodadaId, 'update'))) throw closed();
  await tx.query(sql`update rodadas set estado = 'P' where id = ${rodadaId}`);
}

/** A paused round goes on. */
export async function resumeRound(tx: Tx, acting: Pick<Acting, 'today'>, rodadaId: number): Promise<void> {
  const round = await readRound(tx, rodadaId, 'update');
  if (isClosed(round)) throw closed();
  demandDay(round.ate, acting);
  await tx.query(sql`update rodadas set estado = 'A' where id = ${rodadaId}`);
}

/**
 * People may answer again. Of answers that are not identified, only before results were told, because what changed since would tell
 * who came later; and never of anonymous ones, whose key is destroyed.
 */
export async function reopenRound(tx: Tx, acting: Pick<Acting, 'today'>, rodadaId: number, ate: string | null): Promise<void> {
  demandDay(ate, acting);
  const { modo, estado } = await readRound(tx, rodadaId, 'update');
  if (estado === 'A') return;
  if (modo === 'A')
    throw new Refusal(
      'RODADA_ANONIMA',
      'Um questionário anônimo encerrado não reabre: é isso que garante o anonimato de quem respondeu.',
      409,
    );
  if (modo === 'C' && estado === 'D')
    throw new Refusal(
      'RODADA_APURADA',
      'Os resultados já foram apurados. Um questionário confidencial não reabre depois disso.',
      409,
    );
  await tx.query(sql`update rodadas set estado = 'A', ate = ${ate}, tentativas = 0, tentar_em = null where id = ${rodadaId}`);
}

/** Moves the last day on which somebody may answer. */
export async function extendRound(tx: Tx, acting: Pick<Acting, 'today'>, rodadaId: number, ate: string | null): Promise<void> {
  demandDay(ate, acting);
  if (isClosed(await readRound(tx, rodadaId, 'update'))) throw closed();
  await tx.query(sql`update rodadas set ate = ${ate} where id = ${rodadaId}`);
}
