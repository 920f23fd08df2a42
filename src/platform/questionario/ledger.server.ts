import sql from 'sql-template-tag';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { asker, demandAsker, hasAskerLeft } from '#kit/lanes/lanes.server.ts';
import { Places } from '#kit/lanes/places.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { type Arvore, chainOf, lineOf, type Rodada, roundById, treesOf } from './asked-round.server.ts';
import {
  type Asked,
  classesOf,
  countAsked,
  countPlaces,
  digestOf,
  dimensionsFor,
  type Ground,
  groundOf,
  ledgersOf,
  weightsOf,
} from './ground.server.ts';

const MOST_KEPT = 6;

/** What may be told of a set: nothing, or the result of these questions, and of some of them what is of weighted answers alone. */
export type Verdict = null | ((perguntaId: number, of?: 'all' | 'weights') => boolean);

/** What is told of the questions of each class, where something is. */
const verdictOf = (
  { classes, rare }: { classes: readonly { ids: ReadonlySet<number> }[]; rare: ReadonlySet<number> },
  shown: readonly boolean[],
  isWhole: boolean,
): Verdict => {
  if (!shown[0]) return null;
  return (perguntaId, of = 'all') => {
    const id = of === 'weights' ? weightsOf(perguntaId) : perguntaId;
    const at = classes.findIndex(({ ids }) => ids.has(id));
    return at === -1 ? isWhole && rare.has(id) : shown[at] === true;
  };
};

interface Judging {
  /** gets each set that says something new */
  keep(set: readonly number[], ledgers: readonly number[]): Promise<unknown>;
  step?(): Promise<void> | undefined;
  /** whether it stops behind the set that it has judged */
  isOver?(): boolean;
}

/** Judges sets in their order. */
async function judge(
  ground: Ground,
  sets: readonly (readonly number[])[],
  { keep, step = inSteps(), isOver = () => false }: Judging,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const set of sets) {
    const shown: boolean[] = [];
    const grown: number[] = [];
    const all = ledgersOf(ground);
    const sizes = all.map(({ size }) => size);
    for (const [index, { ledgers }] of ground.classes.entries()) {
      const also = index === 0 ? (isNew: boolean) => isToldOfAsked(ground, set, isNew) : undefined;
      shown.push(ledgers.every((ledger) => ledger.show(set, { ...(also && { also }) })));
      await step();
    }
    for (const [index, { size }] of all.entries()) if (size !== sizes[index]) grown.push(index);
    if (grown.length > 0) {
      ground.known++;
      await keep(set, grown);
    }
    verdicts.push(verdictOf(ground, shown, set.length === ground.places.length));
    if (isOver()) break;
  }
  return verdicts;
}

/**
 * Whether a set of which enough answered is told, too, of those who were asked. People in whom it differs from what is told are the minimum, whether
 * or not they answered; and where none of them did, the same numbers would say so.
 */
function isToldOfAsked({ asked }: Ground, set: readonly number[], isNew: boolean): boolean {
  return !asked || asked.follows(set) || (isNew && asked.show(set));
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

/** The places of each branch of a dimension: those whose value it is, or stands below it. */
export function branchesOf(
  { places, arvores }: Pick<Ground, 'places' | 'arvores'>,
  dimension: number,
): ReadonlyMap<number, number[]> {
  const branches = new Map<number, number[]>();
  for (const [place, { values }] of places.entries())
    for (const value of lineOf(arvores[dimension], values[dimension] as number)) {
      const branch = branches.get(value);
      if (branch) branch.push(place);
      else branches.set(value, [place]);
    }
  return branches;
}

/** Values of a dimension and what stands above them, what is higher in the tree first. */
export function valuesIn(tree: Arvore | undefined, own: readonly number[]): number[] {
  const all = [...new Set(own.flatMap((value) => [value, ...chainOf(tree, value)]))];
  const depths = new Map(all.map((value) => [value, chainOf(tree, value).length]));
  return all.sort((a, b) => (depths.get(a) as number) - (depths.get(b) as number) || a - b);
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
  const perguntados = await countAsked(tx, rodada, dimensoes);
  const respostas = counted.rows.reduce((sum, { people }) => sum + people, 0);
  const made = await tx.query(sql`
    insert into resultados (rodada_id, dimensoes, arvores, respostas, lugares, perguntados)
    values (${rodadaId}, ${dimensoes}, ${JSON.stringify(arvores)}::jsonb, ${respostas}, ${digestOf(counted.rows)}, ${perguntados && JSON.stringify(perguntados)}::jsonb)
    on conflict do nothing returning rodada_id`);
  if (made.length === 0) return;
  const ground = await groundOf(counted, arvores, rodada.minimo, perguntados);
  const everybody = ground.places.map((_, place) => place);
  const plan = arvores.flatMap((tree, dimension) => {
    const own = ground.places.map(({ values }) => values[dimension] as number);
    const branches = branchesOf(ground, dimension);
    return valuesIn(tree, own).map((value) => branches.get(value) ?? []);
  });
  await judge(ground, [everybody, ...plan], { keep: keeping(tx, rodadaId, ground) });
}

/** The grounds of the rounds that were asked about last, of each database. */
const keptOf = new WeakMap<Database, Map<number, Ground>>();

/** Grounds are made, and sets judged, one after the other in the whole process: both take the loop for seconds, also in small steps. */
const judging = new Places<number | string | undefined>({
  size: 1,
  fits: (_mine, free) => free > 0,
  waiting: [200, 20],
  patience: 20_000,
  refusal: () =>
    new Refusal('OCUPADO', 'Há muitos resultados sendo reunidos agora. Tente de novo em instantes.', 503, { retryAfter: 5 }),
});

/** ms after which whoever asks for many sets lets others judge theirs. */
const LONGEST_TURN = 1_000;

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
  const verdicts: Verdict[] = [];
  let ground = kept.get(rodada.id);
  let sets: readonly (readonly number[])[] | undefined;
  do {
    const found = await judging.hold(asker(), () =>
      db.tx(async (tx) => {
        const present = await presentGround(tx, rodada, kept.get(rodada.id) ?? ground);
        if (!present) return undefined;
        sets ??= setsOf(present);
        present.sure = false;
        const end = performance.now() + LONGEST_TURN;
        const more = await judge(present, sets.slice(verdicts.length), {
          keep: keeping(tx, rodada.id, present),
          step: inSteps({ rests: true }),
          isOver: () => hasAskerLeft() || performance.now() > end,
        });
        return { present, more };
      }),
    );
    if (!found) return undefined;
    ground = found.present;
    ground.sure = true;
    kept.delete(rodada.id);
    kept.set(rodada.id, ground);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    verdicts.push(...found.more);
    // What was judged stays so, whoever has left.
    demandAsker();
  } while (verdicts.length < (sets?.length ?? 0));
  return { ground, verdicts };
}

interface Frozen {
  dimensoes: number;
  arvores: Arvore[];
  respostas: number;
  lugares: string;
  perguntados: Asked[] | null;
}
const FROZEN = sql`dimensoes, arvores, respostas, lugares, perguntados`;

/** The places as they were counted when the round closed. */
async function placesIn(db: Queryable, rodada: Rodada, { dimensoes, lugares }: Frozen) {
  const counted = await countPlaces(db, rodada, dimensoes);
  if (digestOf(counted.rows) !== lugares) throw changed();
  return counted;
}

/**
 * What may be told of the whole round. It was judged when the round closed, before anything else, so that nothing is judged anew. Undefined: the round
 * has no results yet.
 */
export async function judgedWhole(
  db: Database,
  rodada: Rodada,
): Promise<{ arvores: readonly Arvore[]; pessoas: number; verdict: Verdict } | undefined> {
  const frozen = await db.one<Frozen>(sql`select ${FROZEN} from resultados where rodada_id = ${rodada.id}`);
  if (!frozen) return undefined;
  const { arvores, respostas: pessoas, perguntados } = frozen;
  const { places, classes, rare } = classesOf(await placesIn(db, rodada, frozen), rodada.minimo, perguntados);
  const everybody = places.map((_, place) => place);
  // At the end of the round, and of an old one once more since there are ledgers of weights.
  const told = await db.query<{ em: number[] | null }>(
    sql`select em from resultados_contados where rodada_id = ${rodada.id} and conjunto = ${bitsOf(everybody, everybody.length)}`,
  );
  // It was told before it was kept of which ledgers.
  if (told.some(({ em }) => em === null)) {
    const found = await judged(db, rodada, () => [everybody]);
    return found && { arvores, pessoas, verdict: found.verdicts[0] ?? null };
  }
  const grown = new Set(told.flatMap(({ em }) => em ?? []));
  let ledger = 0;
  const shown = classes.map(({ counts }) => counts.map(() => grown.has(ledger++)).every(Boolean));
  return { arvores, pessoas, verdict: verdictOf({ classes, rare }, shown, true) };
}

/** The ground with everything that was told until now, locked. */
async function presentGround(tx: Tx, rodada: Rodada, remembered: Ground | undefined): Promise<Ground | undefined> {
  const frozen = await tx.one<Frozen>(sql`select ${FROZEN} from resultados where rodada_id = ${rodada.id} for update`);
  if (!frozen) return undefined;
  const { answers } = await tx.only<{ answers: number }>(
    sql`select count(*)::int as answers from respostas_dadas where rodada_id = ${rodada.id}`,
  );
  if (answers !== frozen.respostas) throw changed();
  const step = inSteps({ rests: true });
  let ground = remembered?.sure ? remembered : undefined;
  ground ??= await groundOf(await placesIn(tx, rodada, frozen), frozen.arvores, rodada.minimo, frozen.perguntados, () => {
    demandAsker();
    return step();
  });
  const { length } = ground.places;
  const told = await tx.query<{ conjunto: Buffer; em: number[] | null }>(
    sql`select conjunto, em from resultados_contados where rodada_id = ${rodada.id} and ordem > ${ground.known} order by ordem`,
  );
  const ledgers = ledgersOf(ground);
  for (const { conjunto, em } of told) {
    const set = setOf(conjunto, length);
    if (em === null) await judge(ground, [set], { keep: async () => {}, step });
    else {
      ground.known++;
      for (const index of em) ledgers[index]?.show(set, { isKnown: true });
      await step();
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
