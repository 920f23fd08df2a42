import { randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { type Arvore, chainOf, treesOf } from './asked-round.server.ts';
import { coarsen, type Place } from './coarsen.ts';
import { roundKey } from './keys.server.ts';
import { type Rodada, readRound } from './rounds.server.ts';
import { openerOf, type SealedAnswer } from './seal.server.ts';

/** Characters of opened answers that are kept in memory at a time. */
const MOST_KEPT = 32 * 1024 * 1024;
/** Bytes of sealed ones that are fetched at a time, and how many envelopes. */
const MOST_FETCHED = 4 * 1024 * 1024;
const MOST_ENVELOPES = 200;

interface Envelope {
  id: string;
  bytes: number;
}

type Open = (envelope: Buffer) => Promise<SealedAnswer>;

/** What is known of an answer while the others are opened. */
interface Looked {
  place: Place;
  texts: number;
}

/** An array as PostgreSQL writes it in text: rows of several lengths fit into no array of arrays. */
const written = (values: readonly (number | null)[]) => `{${values.map((value) => value ?? 'null').join(',')}}`;

const charactersOf = ({ notas, textos }: SealedAnswer) =>
  textos.reduce((sum, { texto }) => sum + texto.length, written(notas).length);

/**
 * Opens, mixes and writes all answers by one transaction, under numbers of their own, so that nothing leads from an envelope to an answer. Where the
 * answers are too long to be in memory together, all are opened several times, and each is written, and so is each of its texts, in a pass that is drawn
 * for it alone. So which ones stand together says nothing, and nothing that is open is ever written in the order in which it came.
 */
export async function openEnvelopes(
  db: Database,
  lookup: Lookup,
  round: Rodada,
  publicKey: Buffer,
  most = MOST_KEPT,
): Promise<void> {
  const { id, minimo } = round;
  await db.tx(
    async (tx) => {
      // Of a closed round nobody else touches them but another worker, who waits here and then finds none.
      const envelopes = await tx.query<Envelope>(
        sql`select id, octet_length(conteudo) as bytes from envelopes where rodada_id = ${id} order by id for update`,
      );
      if (envelopes.length === 0) return;
      const open = await openerOf(await keyOf(publicKey), id);
      // It is known who has answered: the answers of too few would be known to be theirs.
      if (envelopes.length >= minimo) await writeMixed(tx, round, await treesOf(tx, lookup, round), { envelopes, open, most });
      await readRound(tx, id, 'update');
      const { emptied } = await tx.only<{ emptied: number }>(sql`
        with fora as (delete from envelopes where rodada_id = ${id} returning 1)
        select count(*)::int as emptied from fora`);
      if (emptied !== envelopes.length) throw new Error(`round ${id}: the envelopes are not those that were opened`);
      // All participations are written anew, in the order of their random ids, so that none shows when it was answered, nor after whom.
      await tx.query(sql`
        with fora as (delete from participacoes where rodada_id = ${id} returning *)
        insert into participacoes select * from fora order by id`);
    },
    { long: true },
  );
}

async function keyOf(publicKey: Buffer): Promise<Buffer> {
  const key = await roundKey(publicKey);
  if (!key)
    throw new Refusal(
      'RODADA_SEM_CHAVE',
      'A chave das respostas anônimas não está na pasta chaves deste servidor. Veja a documentação de operação.',
      409,
    );
  return key;
}

/** A new order that nobody can foresee. */
export function mixed<T>(items: readonly T[]): T[] {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [all[last], all[other]] = [all[other] as T, all[last] as T];
  }
  return all;
}

const BATCH = 2_000;

function* batchesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}

/** Envelopes that are fetched together; one that is longer than all may be comes alone. */
function* lotsOf(envelopes: readonly Envelope[]): Generator<string[]> {
  let lot: string[] = [];
  let left = MOST_FETCHED;
  for (const { id, bytes } of envelopes) {
    if (lot.length > 0 && (bytes > left || lot.length === MOST_ENVELOPES)) {
      yield lot;
      lot = [];
      left = MOST_FETCHED;
    }
    lot.push(id);
    left -= bytes;
  }
  if (lot.length > 0) yield lot;
}

/** All answers, by the ids of their envelopes; no more of them than one lot are open at a time. */
async function* openedOf(tx: Tx, envelopes: readonly Envelope[], open: Open): AsyncGenerator<[string, SealedAnswer]> {
  for (const lot of lotsOf(envelopes)) {
    const sealed = await tx.query<{ id: string; conteudo: Buffer }>(
      sql`select id, conteudo from envelopes where id = any(${lot}::uuid[])`,
    );
    yield* await Promise.all(sealed.map(async ({ id, conteudo }): Promise<[string, SealedAnswer]> => [id, await open(conteudo)]));
  }
}

interface Opening {
  envelopes: readonly Envelope[];
  open: Open;
  most: number;
}

async function writeMixed(
  tx: Tx,
  { id, minimo }: Pick<Rodada, 'id' | 'minimo'>,
  trees: readonly Arvore[],
  { envelopes, open, most }: Opening,
): Promise<void> {
  const looked = new Map<string, Looked>();
  const kept: [string, SealedAnswer][] = [];
  let characters = 0;
  for await (const [envelope, answer] of openedOf(tx, envelopes, open)) {
    const { sobre, papel, atributos, textos } = answer;
    // `sobre` and `papel` stand before the dimensions.
    looked.set(envelope, { place: [sobre, papel, ...atributos], texts: textos.length });
    characters += charactersOf(answer);
    if (characters <= most) kept.push([envelope, answer]);
    else kept.length = 0;
  }
  const places = coarsen(
    [...looked.values()].map(({ place }) => place),
    minimo,
    (at, value) => (at < 2 ? [] : chainOf(trees[at - 2], Number(value))),
  );
  const passes = Math.max(1, Math.ceil(characters / most));
  const drawn = new Map(
    [...looked].map(([envelope, { texts }], n) => [
      envelope,
      { place: places[n] ?? [], numbers: randomInt(passes), texts: Uint32Array.from({ length: texts }, () => randomInt(passes)) },
    ]),
  );
  for (let pass = 0; pass < passes; pass++) {
    const answers: ToldAnswer[] = [];
    const texts: SealedAnswer['textos'] = [];
    for await (const [envelope, { notas, textos }] of passes === 1 ? kept : openedOf(tx, envelopes, open)) {
      const one = drawn.get(envelope);
      if (!one) throw new Error(`round ${id}: an envelope that was not looked into`);
      if (one.numbers === pass) answers.push({ place: one.place, notas: written(notas) });
      for (const [n, text] of textos.entries()) if (one.texts[n] === pass) texts.push(text);
    }
    await insertAnswers(tx, id, mixed(answers));
    await insertTexts(tx, id, mixed(texts));
  }
}

interface ToldAnswer {
  place: Place;
  notas: string;
}

async function insertAnswers(tx: Tx, rodadaId: number, answers: readonly ToldAnswer[]): Promise<void> {
  for (const batch of batchesOf(answers)) {
    const told = batch.map(({ place: [sobre = null, papel = null, ...atributos], notas }) => ({
      sobre,
      papel,
      atributos: written(atributos as (number | null)[]),
      notas,
    }));
    await tx.query(sql`
      insert into respostas_dadas (id, rodada_id, sobre, papel, atributos, notas)
      select id_aleatorio(), ${rodadaId}, r.sobre, r.papel, r.atributos::int[], r.notas::smallint[]
      from unnest(${told.map(({ sobre }) => sobre)}::text[], ${told.map(({ papel }) => papel)}::text[],
        ${told.map(({ atributos }) => atributos)}::text[], ${told.map(({ notas }) => notas)}::text[])
        as r(sobre, papel, atributos, notas)`);
  }
}

async function insertTexts(tx: Tx, rodadaId: number, texts: SealedAnswer['textos']): Promise<void> {
  for (const batch of batchesOf(texts))
    await tx.query(sql`
      insert into respostas_escritas (id, rodada_id, pergunta_id, texto)
      select id_aleatorio(), ${rodadaId}, t.pergunta_id, t.texto
      from unnest(${batch.map(({ perguntaId }) => perguntaId)}::int[], ${batch.map(({ texto }) => texto)}::text[]) as t(pergunta_id, texto)`);
}
