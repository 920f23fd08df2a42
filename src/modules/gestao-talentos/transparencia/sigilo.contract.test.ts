import sql, { join } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { guardadas } from './sigilo.server.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase(() => Promise.resolve(), 'sigilo');
});
afterAll(() => db.drop());

interface Celula {
  grupo: string | null;
  estabelecimento: number | null;
  sexo: 'F' | 'M';
  n: number;
}

interface Guardada extends Omit<Celula, 'n'> {
  inteira: boolean;
}

const quais = (celulas: readonly Celula[]) =>
  db.query<Guardada>(
    guardadas(
      sql`select * from (values ${join(
        celulas.map(
          ({ grupo, estabelecimento, sexo, n }) => sql`(${grupo}::text, ${estabelecimento}::bigint, ${sexo}::text, ${n}::int)`,
        ),
        ', ',
      )}) x(grupo, estabelecimento, sexo, n)`,
    ),
  );

const linhaDe = ({ grupo, sexo }: Pick<Celula, 'grupo' | 'sexo'>) => `${grupo}/${sexo}`;
const chaveDe = (celula: Omit<Celula, 'n'>) => `${linhaDe(celula)}/${celula.estabelecimento}`;

/** The least and the most that a hidden number can be; the same where it can be derived. */
type Entre = readonly [menos: number, mais: number];

/** What each hidden number may be, given everything that is shown: each is one at least, rows add up to the company's, and those to all people. */
function possiveis(celulas: readonly Celula[], hidden: readonly Guardada[]): Map<string, Entre> {
  const cells = new Set(hidden.filter(({ inteira }) => !inteira).map(chaveDe));
  const rows = new Set(hidden.filter(({ inteira }) => inteira).map(linhaDe));
  const byRow = Map.groupBy(celulas, linhaDe);
  const sum = (of: readonly Celula[]) => of.reduce((all, { n }) => all + n, 0);
  const least = (of: readonly Celula[]) => of.reduce((all, one) => all + (cells.has(chaveDe(one)) ? 1 : one.n), 0);
  const inside = (of: readonly Celula[]) => of.filter((one) => cells.has(chaveDe(one)));
  // Hidden rows share what all people are more than the least that these rows can be; of one alone that is known.
  const unknown = [...byRow].filter(([row, of]) => rows.has(row) && inside(of).length > 0);
  const slack = unknown.reduce((all, [, of]) => all + sum(of) - least(of), 0);
  const found = new Map<string, Entre>();
  for (const [row, of] of byRow) {
    const isKnown = !rows.has(row) || unknown.length < 2;
    const free = inside(of).length < (isKnown ? 2 : 1) ? 0 : isKnown ? sum(of) - least(of) : slack;
    if (rows.has(row)) found.set(row, [least(of), least(of) + (isKnown ? 0 : free)]);
    for (const one of inside(of)) found.set(chaveDe(one), [1, 1 + free]);
  }
  return found;
}

/** The same numbers on each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function tabela(seed: number): Celula[] {
  const any = numbers(seed);
  const most = [4, 8, 40][any(3)] as number;
  const places = 1 + any(5);
  return Array.from({ length: 1 + any(4) }, (_, grupo) =>
    Array.from({ length: places }, (_place, place) =>
      (['F', 'M'] as const).map((sexo) => ({
        grupo: grupo === 3 ? null : String(grupo),
        estabelecimento: place === 4 ? null : place + 1,
        sexo,
        n: any(most),
      })),
    ),
  )
    .flat(2)
    .filter(({ n }) => n > 0);
}

describe('what is not told', () => {
  it('follows from nothing that is, whatever the company', async () => {
    let hidden = 0;
    let told = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const celulas = tabela(seed);
      const linhas = new Set(celulas.map(linhaDe));
      // Of one row, or of one person in each place, how many people there are in all tells everything.
      if (linhas.size < 2 || celulas.every(({ n }) => n === 1)) continue;
      const guardado = await quais(celulas);
      const chaves = new Set(guardado.filter(({ inteira }) => !inteira).map(chaveDe));
      for (const celula of celulas) {
        const isHidden = chaves.has(chaveDe(celula));
        if (celula.n < 3) expect(isHidden, `${seed} ${chaveDe(celula)}`).toBe(true);
        if (isHidden) hidden += 1;
        else told += 1;
      }
      for (const [onde, [menos, mais]] of possiveis(celulas, guardado))
        expect(mais, `${seed}: ${onde} is ${menos} of ${JSON.stringify(celulas)}`).toBeGreaterThan(menos);
      // Where nobody is few everything is told.
      if (celulas.every(({ n }) => n >= 3)) expect(guardado).toEqual([]);
    }
    expect(hidden).toBeGreaterThan(1_000);
    expect(told).toBeGreaterThan(1_000);
  });

  it('takes the smallest beside it along', async () => {
    const celula = (estabelecimento: number, n: number): Celula => ({ grupo: '4', estabelecimento, sexo: 'F', n });
    expect((await quais([celula(1, 20), celula(2, 2), celula(3, 6)])).map(chaveDe).toSorted()).toEqual(['4/F/2', '4/F/3']);
    // Two and two are more than three people: their sum tells of neither.
    expect((await quais([celula(1, 20), celula(2, 2), celula(3, 2)])).map(chaveDe).toSorted()).toEqual(['4/F/2', '4/F/3']);
    // One and one would be one each.
    expect((await quais([celula(1, 20), celula(2, 1), celula(3, 1)])).map(chaveDe).toSorted()).toEqual([
      '4/F/1',
      '4/F/2',
      '4/F/3',
    ]);
  });
});
