import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import sql, { join, raw } from 'sql-template-tag';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { type Arvore, chainOf, type Rodada, roundById, treesOf } from './asked-round.server.ts';
import { guardsOf, Ledger, type Place } from './audit.ts';
import { isConditional, type Pergunta } from './definition.ts';
import { celulasDe, pesamAlgumas } from './result.ts';

/** Combinations of values that the audit looks at in one round: dimensions beyond are not told. */
const MOST_COMBINATIONS = 150_000;
/** Groups of questions that different people answered; further ones are told of the whole alone. */
const MOST_CLASSES = 12;
const MOST_KEPT = 6;

/** Questions that the same numbers of people answered in each place, and what was shown of them. */
interface Class {
  ids: ReadonlySet<number>;
  /** of those who answered; of conditional questions also of those who did not, because that says what they answered before */
  ledgers: readonly Ledger[];
}

/** What is known of a released round: the places of those who answered, and what was shown of them. */
export interface Ground {
  places: readonly Place[];
  arvores: readonly Arvore[];
  /** the first one is of everybody who answered */
  classes: readonly Class[];
  /** told of the whole alone */
  rare: ReadonlySet<number>;
  /** sets of the stored order that are counted in `classes` */
  known: number;
  /** whether the transaction that counted the last of them was committed */
  sure: boolean;
}

/** The place in `notas` that says whether a question was answered; null for texts. */
export const slotOf = ({ id, tipo, respostas }: Pergunta): number | null =>
  tipo === '3' ? null : tipo === '5' ? (respostas[0]?.id ?? null) : id;

/** What stands in `Class.ids` for the answers with a weight of a question that has others, too. */
const weightsOf = (id: number): number => -id;

async function countPlaces(db: Queryable, { id, definicao }: Rodada, dimensions: number) {
  const asked = definicao.perguntas.flatMap((pergunta) => {
    const slot = slotOf(pergunta);
    return slot === null
      ? []
      : [{ id: pergunta.id, conditional: isConditional(pergunta, definicao), count: `count(notas[${slot}])::int` }];
  });
  const weighted = definicao.perguntas.filter(pesamAlgumas).map((pergunta) => {
    const pesam = celulasDe(pergunta).flatMap(({ valor, parte }) => (parte === null ? [] : [valor]));
    const count = `count(*) filter (where notas[${slotOf(pergunta)}] = any('{${pesam.join()}}'::int[]))::int`;
    return { id: weightsOf(pergunta.id), conditional: false, count };
  });
  const all = [...asked, ...weighted];
  const values = Array.from({ length: dimensions }, (_, at) => `coalesce(atributos[${at + 1}], 0)`);
  const counts = all.map(({ count }) => count);
  const rows = await db.query<{ values: number[]; people: number; answered: number[] }>(sql`
    select array[${raw(values.join())}]::int[] as values, count(*)::int as people, array[${raw(counts.join())}]::int[] as answered
    from respostas_dadas where rodada_id = ${id} ${dimensions > 0 ? sql`group by ${join(values.map((value) => raw(value)))}` : sql``}
    order by 1`);
  return { rows: rows.filter(({ people }) => people > 0), asked: all };
}

type Counted = Awaited<ReturnType<typeof countPlaces>>;
const digestOf = (rows: Counted['rows']): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ values, people }) => [values, people])))
    .digest('hex');

async function groundOf({ rows, asked }: Counted, arvores: readonly Arvore[], minimo: number): Promise<Ground> {
  const places: Place[] = rows.map(({ values, people }) => ({ values, people }));
  const whole = places.map(({ people }) => people);
  const byCounts = new Map([[whole.join(), { people: whole, ids: new Set<number>(), conditional: false }]]);
  const classOf = ({ conditional }: Counted['asked'][number], index: number) => {
    const people = rows.map(({ answered }) => answered[index] ?? 0);
    const key = `${conditional ? 'se ' : ''}${people.join()}`;
    const known = byCounts.get(key) ?? { people, ids: new Set<number>(), conditional };
    byCounts.set(key, known);
    return known;
  };
  const isOfWeights = ({ id }: Counted['asked'][number]) => id < 0;
  for (const [index, one] of asked.entries()) if (!isOfWeights(one)) classOf(one, index).ids.add(one.id);
  const above = (dimension: number, value: number) => chainOf(arvores[dimension], value);
  const ledgerOf = async (people: readonly number[]): Promise<Ledger> => {
    const standing = places.map(({ values }, place) => ({ values, people: people[place] as number }));
    const guards: (readonly number[])[] = [];
    for (const found of guardsOf(standing, minimo, above)) {
      for (const guard of found) guards.push(guard);
      await breathe();
    }
    return new Ledger(people, guards, minimo);
  };
  const [first, ...others] = [...byCounts.values()];
  const sorted = others.sort((a, b) => b.ids.size - a.ids.size);
  // What is kept of a round names its ledgers by their place, so those of weights come behind the others.
  for (const [index, one] of asked.entries()) {
    if (!isOfWeights(one)) continue;
    const known = classOf(one, index);
    known.ids.add(one.id);
    if (known !== first && !sorted.includes(known)) sorted.push(known);
  }
  const classes: Class[] = [];
  const counts = ({ people, conditional }: { people: readonly number[]; conditional: boolean }) => [
    people,
    ...(conditional ? [whole.map((all, place) => all - (people[place] as number))] : []),
  ];
  for (const one of [first, ...sorted.slice(0, MOST_CLASSES - 1)]) {
    const ledgers: Ledger[] = [];
    for (const people of one ? counts(one) : []) ledgers.push(await ledgerOf(people));
    if (one) classes.push({ ids: one.ids, ledgers });
  }
  const areEnough = (people: readonly number[]) => people.reduce((sum, one) => sum + one, 0) >= minimo;
  const rare = sorted.slice(MOST_CLASSES - 1).flatMap((one) => (counts(one).every(areEnough) ? [...one.ids] : []));
  return { places, arvores, classes, rare: new Set(rare), known: 0, sure: true };
}

/** How many of the dimensions, from the first, leave few enough combinations for an exact audit. */
async function dimensionsFor(db: Queryable, rodada: Rodada, arvores: readonly Arvore[]): Promise<number> {
  for (let dimensions = rodada.dimensoes.length; dimensions > 0; dimensions--) {
    const { rows } = await countPlaces(db, { ...rodada, definicao: { ...rodada.definicao, perguntas: [] } }, dimensions);
    const each = rows.reduce(
      (sum, { values }) => sum + values.reduce((product, value, at) => product * (2 + chainOf(arvores[at], value).length), 1),
      0,
    );
    if (each <= MOST_COMBINATIONS && rows.length <= 1_500) return dimensions;
  }
  return 0;
}

/** What may be told of a set: nothing, or the result of these questions, and of some of them what is of weighted answers alone. */
export type Verdict = null | ((perguntaId: number, of?: 'all' | 'weights') => boolean);

/** Judges sets in their order; `keep` gets each one that says something new. */
async function judge(
  ground: Ground,
  sets: readonly (readonly number[])[],
  keep: (set: readonly number[], ledgers: readonly number[]) => Promise<unknown>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const set of sets) {
    const shown: boolean[] = [];
    const grown: number[] = [];
    let at = 0;
    for (const { ledgers } of ground.classes) {
      const sizes = ledgers.map(({ size }) => size);
      shown.push(ledgers.every((ledger) => ledger.show(set)));
      for (const [index, { size }] of ledgers.entries()) if (size !== sizes[index]) grown.push(at + index);
      at += ledgers.length;
      await breathe();
    }
    if (grown.length > 0) {
      ground.known++;
      await keep(set, grown);
    }
    const isWhole = set.length === ground.places.length;
    const told = (perguntaId: number, of = 'all') => {
      const id = of === 'weights' ? weightsOf(perguntaId) : perguntaId;
      const at = ground.classes.findIndex(({ ids }) => ids.has(id));
      return at === -1 ? isWhole && ground.rare.has(id) : shown[at] === true;
    };
    verdicts.push(shown[0] ? told : null);
  }
  return verdicts;
}

const bitsOf = (set: readonly number[], size: number): Buffer => {
  const bits = Buffer.alloc(Math.ceil(size / 8));
  for (const place of set) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  return bits;
};
const setOf = (bits: Buffer, size: number): number[] =>
  Array.from({ length: size }, (_, place) => place).filter((place) => ((bits[place >> 3] ?? 0) >> (place & 7)) & 1);

const keeping = (tx: Tx, rodadaId: number, ground: Ground) => (set: readonly number[], ledgers: readonly number[]) =>
  tx.query(sql`
    insert into resultados_contados (rodada_id, ordem, conjunto, em)
    values (${rodadaId}, ${ground.known}, ${bitsOf(set, ground.places.length)}, ${[...ledgers]}::int[])`);

/** The places of a branch: those whose value in the dimension is this one, or stands below it. */
export const branchOf = ({ places, arvores }: Pick<Ground, 'places' | 'arvores'>, dimension: number, value: number): number[] =>
  places.flatMap(({ values }, place) => {
    const own = values[dimension] as number;
    return own === value || chainOf(arvores[dimension], own).includes(value) ? [place] : [];
  });

/** Values of a dimension and what stands above them, what is higher in the tree first. */
export function valuesIn(tree: Arvore | undefined, own: readonly number[]): number[] {
  const all = [...new Set(own.flatMap((value) => [value, ...chainOf(tree, value)]))];
  return all.sort((a, b) => chainOf(tree, a).length - chainOf(tree, b).length || a - b);
}

/**
 * Freezes by what the results of a closed round are judged, and gives the totals of the whole and of each dimension the first place
 * among what is told. For the task that closes the round, in its transaction; to call it again changes nothing.
 */
export async function releaseRound(tx: Tx, lookup: Lookup, rodadaId: number): Promise<void> {
  const rodada = await roundById(tx, rodadaId);
  if (rodada.modo === 'I') return;
  const trees = await treesOf(tx, lookup, rodada);
  const dimensoes = await dimensionsFor(tx, rodada, trees);
  const arvores = trees.slice(0, dimensoes);
  const counted = await countPlaces(tx, rodada, dimensoes);
  const respostas = counted.rows.reduce((sum, { people }) => sum + people, 0);
  const made = await tx.query(sql`
    insert into resultados (rodada_id, dimensoes, arvores, respostas, lugares)
    values (${rodadaId}, ${dimensoes}, ${JSON.stringify(arvores)}::jsonb, ${respostas}, ${digestOf(counted.rows)})
    on conflict do nothing returning rodada_id`);
  if (made.length === 0) return;
  const ground = await groundOf(counted, arvores, rodada.minimo);
  const everybody = ground.places.map((_, place) => place);
  const plan = arvores.flatMap((tree, dimension) => {
    const own = ground.places.map(({ values }) => values[dimension] as number);
    return valuesIn(tree, own).map((value) => branchOf(ground, dimension, value));
  });
  await judge(ground, [everybody, ...plan], keeping(tx, rodadaId, ground));
}

/** The grounds of the rounds that were asked about last, of each database. */
const keptOf = new WeakMap<Database, Map<number, Ground>>();

/**
 * What may be told of sets of the round's people, whoever asks: there is one ledger for all readers, and its lock is held meanwhile.
 * `setsOf` makes the sets, the most important first. Undefined: the round has no results yet.
 */
export async function judged(
  db: Database,
  rodada: Rodada,
  setsOf: (ground: Ground) => readonly (readonly number[])[],
): Promise<{ ground: Ground; verdicts: Verdict[] } | undefined> {
  const kept = keptOf.get(db) ?? new Map<number, Ground>();
  keptOf.set(db, kept);
  const found = await db.tx(async (tx) => {
    const ground = await presentGround(tx, rodada, kept.get(rodada.id));
    if (!ground) return undefined;
    ground.sure = false;
    return { ground, verdicts: await judge(ground, setsOf(ground), keeping(tx, rodada.id, ground)) };
  });
  if (found) {
    found.ground.sure = true;
    kept.delete(rodada.id);
    kept.set(rodada.id, found.ground);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
  }
  return found;
}

/** The ground with everything that was told until now, locked. */
async function presentGround(tx: Tx, rodada: Rodada, remembered: Ground | undefined): Promise<Ground | undefined> {
  const frozen = await tx.one<{ dimensoes: number; arvores: Arvore[]; respostas: number; lugares: string }>(
    sql`select dimensoes, arvores, respostas, lugares from resultados where rodada_id = ${rodada.id} for update`,
  );
  if (!frozen) return undefined;
  const { answers } = await tx.only<{ answers: number }>(
    sql`select count(*)::int as answers from respostas_dadas where rodada_id = ${rodada.id}`,
  );
  if (answers !== frozen.respostas) throw changed();
  let ground = remembered?.sure ? remembered : undefined;
  if (!ground) {
    const counted = await countPlaces(tx, rodada, frozen.dimensoes);
    if (digestOf(counted.rows) !== frozen.lugares) throw changed();
    ground = await groundOf(counted, frozen.arvores, rodada.minimo);
  }
  const { length } = ground.places;
  const told = await tx.query<{ conjunto: Buffer; em: number[] | null }>(
    sql`select conjunto, em from resultados_contados where rodada_id = ${rodada.id} and ordem > ${ground.known} order by ordem`,
  );
  const ledgers = ground.classes.flatMap((one) => one.ledgers);
  for (const { conjunto, em } of told) {
    const set = setOf(conjunto, length);
    if (em === null) await judge(ground, [set], async () => {});
    else {
      ground.known++;
      for (const index of em) ledgers[index]?.show(set, true);
      await breathe();
    }
  }
  return ground;
}

const changed = () =>
  new Refusal(
    'RESULTADOS_ALTERADOS',
    'As respostas não são mais as que foram reunidas quando a rodada se encerrou. Os resultados deixaram de ser mostrados.',
    409,
  );
