import { guardsOf, Ledger, type Place } from '#platform/questionario/audit.ts';
import { at } from './percentile.ts';
import type { ResultsFigure } from './questionarios.ts';

const PEOPLE = 1_200;
/** Values of each dimension; the first one stands in a tree of three levels. */
const VALUES = [120, 8, 60, 6, 4] as const;
const above = (dimension: number, value: number): number[] =>
  dimension > 0 || value === 1 ? [] : value > 20 ? [2 + (value % 19), 1] : [1];

/** Numbers from 0 to 1 that look random and are always the same. */
function* draws(): Generator<number, never> {
  for (let state = 7; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** How long others wait for one step of the audit of a round in which nearly everybody stands alone and some questions may be left out. */
export function measureAudit(): ResultsFigure[] {
  const source = draws();
  const draw = () => source.next().value;
  const counted = new Map<string, { values: number[]; people: number }>();
  for (let person = 0; person < PEOPLE; person++) {
    const values = VALUES.map((width) => 1 + Math.floor(width * draw() ** 1.5));
    const place = counted.get(values.join()) ?? { values, people: 0 };
    place.people++;
    counted.set(values.join(), place);
  }
  const places: Place[] = [...counted.values()];
  const where = (has: (values: readonly number[]) => boolean) =>
    places.flatMap(({ values }, place) => (has(values) ? [place] : []));
  const plan = VALUES.flatMap((width, dimension) =>
    Array.from({ length: width }, (_, value) =>
      where((values) => [values[dimension] as number, ...above(dimension, values[dimension] as number)].includes(value + 1)),
    ),
  );
  const filters = Array.from({ length: 200 }, () => {
    const most = VALUES.map((width) => 1 + Math.floor(width * draw()));
    return where((values) => values.every((value, dimension) => value <= (most[dimension] as number)));
  });
  const steps: Record<string, number[]> = { 'auditoria: uma tabela de grupos': [], 'auditoria: um conjunto': [] };
  const timed = <T>(name: string, work: () => T): T => {
    const begun = performance.now();
    const made = work();
    steps[name]?.push(performance.now() - begun);
    return made;
  };
  // Everybody answered the first class of questions, and most of them each of the others.
  for (const share of [1, 0.9, 0.7]) {
    const people = places.map((place) => (draw() < share ? place.people : 0));
    const guards: (readonly number[])[] = [];
    const tables = guardsOf(
      places.map(({ values }, place) => ({ values, people: people[place] as number })),
      5,
      above,
    );
    for (let next = tables.next(); !next.done; next = timed('auditoria: uma tabela de grupos', () => tables.next()))
      for (const guard of next.value) guards.push(guard);
    const ledger = new Ledger(people, guards, 5);
    for (const set of [places.map((_, place) => place), ...plan, ...filters])
      timed('auditoria: um conjunto', () => ledger.show(set));
  }
  return Object.entries(steps).map(([operation, times]) => ({ operation, p50: at(times, 0.5), p95: at(times, 0.95) }));
}
