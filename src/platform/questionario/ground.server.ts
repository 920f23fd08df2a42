import { createHash } from 'node:crypto';
import sql, { join, raw } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { type Arvore, chainOf, type Rodada } from './asked-round.server.ts';
import { guardsOf, Ledger, type Place } from './audit.ts';
import { isConditional, type Pergunta } from './definition.ts';
import { celulasDe, pesamAlgumas } from './result.ts';

/** Combinations of values that the audit looks at in one round: dimensions beyond are not told. */
const MOST_COMBINATIONS = 150_000;
/** Groups of questions that different people answered; further ones are told of the whole alone. */
const MOST_CLASSES = 12;

/** Questions that the same numbers of people answered in each place, and what was shown of them. */
interface Class {
  ids: ReadonlySet<number>;
  /** of those who answered; of conditional questions also of those who did not, because that says what they answered before */
  ledgers: readonly Ledger[];
}

/** What is known of a released round: the places of those who answered or, behind them, were asked in vain; and what was shown of them. */
export interface Ground {
  places: readonly Place[];
  arvores: readonly Arvore[];
  /** the first one is of everybody who answered */
  classes: readonly Class[];
  /** told of the whole alone */
  rare: ReadonlySet<number>;
  /** of those who were asked, where it is not told who answered: one who did not would be told by what the others say together */
  asked: Ledger | null;
  /** sets of the stored order that are counted in `classes` */
  known: number;
  /** whether the transaction that counted the last of them was committed */
  sure: boolean;
}

/** The place in `notas` that says whether a question was answered; null for texts. */
export const slotOf = ({ id, tipo, respostas }: Pergunta): number | null =>
  tipo === '3' ? null : tipo === '5' ? (respostas[0]?.id ?? null) : id;

/** What stands in `Class.ids` for the answers with a weight of a question that has others, too. */
export const weightsOf = (id: number): number => -id;

export async function countPlaces(db: Queryable, { id, definicao }: Rodada, dimensions: number) {
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
  const values = attributes(dimensions);
  const counts = all.map(({ count }) => count);
  const rows = await db.query<{ values: number[]; people: number; answered: number[] }>(sql`
    select array[${raw(values.join())}]::int[] as values, count(*)::int as people, array[${raw(counts.join())}]::int[] as answered
    from respostas_dadas where rodada_id = ${id} ${dimensions > 0 ? sql`group by ${join(values.map((value) => raw(value)))}` : sql``}
    order by 1`);
  return { rows: rows.filter(({ people }) => people > 0), asked: all };
}

/** How many were asked in a place. */
export type Asked = readonly [values: readonly number[], people: number];

const attributes = (dimensions: number) => Array.from({ length: dimensions }, (_, at) => `coalesce(atributos[${at + 1}], 0)`);

export async function countAsked(db: Queryable, { id, modo }: Rodada, dimensions: number): Promise<Asked[] | null> {
  if (modo !== 'C') return null;
  const rows = await db.query<{ values: number[]; people: number }>(sql`
    select array[${raw(attributes(dimensions).join())}]::int[] as values, count(*)::int as people
    from participacoes where rodada_id = ${id} group by 1 order by 1`);
  return rows.map(({ values, people }) => [values, people]);
}

type Counted = Awaited<ReturnType<typeof countPlaces>>;
export const digestOf = (rows: Counted['rows']): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ values, people }) => [values, people])))
    .digest('hex');

/** Questions that the same numbers of people answered in each place; one ledger is of each of these numbers. */
interface Counts {
  ids: ReadonlySet<number>;
  counts: readonly (readonly number[])[];
}

/** The classes of a released round, without their ledgers; the same counts make the same ones in the same order. */
export function classesOf({ rows, asked }: Counted, minimo: number, perguntados: readonly Asked[] | null) {
  const answered = new Set(rows.map(({ values }) => values.join()));
  const inVain = (perguntados ?? []).filter(([values]) => !answered.has(values.join()));
  const places: Place[] = [
    ...rows.map(({ values, people }) => ({ values, people })),
    ...inVain.map(([values]) => ({ values, people: 0 })),
  ];
  const whole = places.map(({ people }) => people);
  const first = { people: whole, ids: new Set<number>(), conditional: false };
  const byCounts = new Map([[whole.join(), first]]);
  const classOf = ({ conditional }: Counted['asked'][number], index: number) => {
    const people = places.map((_, place) => rows[place]?.answered[index] ?? 0);
    const key = `${conditional ? 'se ' : ''}${people.join()}`;
    const known = byCounts.get(key) ?? { people, ids: new Set<number>(), conditional };
    byCounts.set(key, known);
    return known;
  };
  const isOfWeights = ({ id }: Counted['asked'][number]) => id < 0;
  for (const [index, one] of asked.entries()) if (!isOfWeights(one)) classOf(one, index).ids.add(one.id);
  const sorted = [...byCounts.values()].slice(1).sort((a, b) => b.ids.size - a.ids.size);
  // What is kept of a round names its ledgers by their place, so those of weights come behind the others.
  for (const [index, one] of asked.entries()) {
    if (!isOfWeights(one)) continue;
    const known = classOf(one, index);
    known.ids.add(one.id);
    if (known !== first && !sorted.includes(known)) sorted.push(known);
  }
  const counts = ({ people, conditional }: { people: readonly number[]; conditional: boolean }) => [
    people,
    ...(conditional ? [whole.map((all, place) => all - (people[place] as number))] : []),
  ];
  const areEnough = (people: readonly number[]) => people.reduce((sum, one) => sum + one, 0) >= minimo;
  const [told, others] = [sorted.slice(0, MOST_CLASSES - 1), sorted.slice(MOST_CLASSES - 1)];
  return {
    places,
    classes: [first, ...told].map((one): Counts => ({ ids: one.ids, counts: counts(one) })),
    rare: new Set(others.flatMap((one) => (counts(one).every(areEnough) ? [...one.ids] : []))),
  };
}

/** `step` is called between small steps: it takes seconds where people are many and dimensions too. */
export async function groundOf(
  counted: Counted,
  arvores: readonly Arvore[],
  minimo: number,
  perguntados: readonly Asked[] | null,
  step: () => Promise<void> | undefined = inSteps(),
): Promise<Ground> {
  const { places, classes, rare } = classesOf(counted, minimo, perguntados);
  const above = (dimension: number, value: number) => chainOf(arvores[dimension], value);
  const ledgerOf = async (people: readonly number[]): Promise<Ledger> => {
    const standing = places.map(({ values }, place) => ({ values, people: people[place] as number }));
    const ledger = new Ledger(people, [], minimo);
    for (const found of guardsOf(standing, minimo, above)) {
      for (const guard of found) ledger.guard(guard);
      await step();
    }
    return ledger;
  };
  const made: Class[] = [];
  for (const { ids, counts } of classes) {
    const ledgers: Ledger[] = [];
    for (const people of counts) ledgers.push(await ledgerOf(people));
    made.push({ ids, ledgers });
  }
  const of = new Map(perguntados?.map(([values, people]) => [values.join(), people]));
  // Whoever answered was asked, also if they were taken out since.
  const invited = places.map(({ values, people }) => Math.max(of.get(values.join()) ?? 0, people));
  const among = perguntados && (await ledgerOf(invited));
  return { places, arvores, classes: made, rare, asked: among, known: 0, sure: true };
}

/** How many of the dimensions, from the first, leave few enough combinations for an exact audit. */
export async function dimensionsFor(db: Queryable, rodada: Rodada, arvores: readonly Arvore[]): Promise<number> {
  for (let dimensions = rodada.dimensoes.length; dimensions > 0; dimensions--) {
    const { rows } = await countPlaces(db, { ...rodada, definicao: { ...rodada.definicao, perguntas: [] } }, dimensions);
    const asked = (await countAsked(db, rodada, dimensions))?.map(([values]) => ({ values })) ?? [];
    const widest = asked.length > rows.length ? asked : rows;
    const each = widest.reduce(
      (sum, { values }) => sum + values.reduce((product, value, at) => product * (2 + chainOf(arvores[at], value).length), 1),
      0,
    );
    if (each <= MOST_COMBINATIONS && widest.length <= 1_500) return dimensions;
  }
  return 0;
}

/** The ledgers in the order by which what was shown is stored: later ones come behind, so that what is stored keeps its meaning. */
export const ledgersOf = ({ classes, asked }: Ground): Ledger[] => [
  ...classes.flatMap(({ ledgers }) => ledgers),
  ...(asked ? [asked] : []),
];
