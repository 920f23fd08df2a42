import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Definicao, Pergunta } from './definition.ts';
import { slotOf } from './ground.server.ts';
import type { Contagem } from './result.ts';

/** The answers of people with one value in the dimension by which is counted. */
export interface Contadas {
  valor: number;
  pessoas: number;
  /** as the database tells them (`cell:people,…`): maps of ten thousand groups would fill the memory */
  textos: string[];
}

/** What groups answered together, by question. */
export interface Reunidas {
  pessoas: number;
  perguntas: ReadonlyMap<number, Contagem>;
}

/** Places of `notas` that a statement counts at a time. */
const MOST_SLOTS = 60;
/** Numbers that are kept of one counting, each of some ten bytes. */
const MOST_CELLS = 3_000_000;
/** Above every note and every id of an option. */
const BASE = 10_000;

const slotsOf = (pergunta: Pergunta): number[] =>
  pergunta.tipo === '5' ? pergunta.respostas.map(({ id }) => id) : [slotOf(pergunta)].filter((slot) => slot !== null);

/** What may be answered in each place of `notas`. */
const widthsOf = (pergunta: Pergunta): number[] =>
  slotsOf(pergunta).map(() =>
    pergunta.tipo === '4'
      ? 1 + (pergunta.notaMaxima ?? 0) - (pergunta.notaMinima ?? 0)
      : pergunta.tipo === '5'
        ? 2
        : pergunta.respostas.length,
  );

export const tooManyGroups = () =>
  new Refusal(
    'GRUPOS_DEMAIS',
    'São grupos e perguntas demais para mostrar de uma vez. Filtre, ou agrupe por um campo de menos valores.',
    422,
  );

/** Refuses what would be too many numbers, by who answered and not by what: a refusal must not tell of answers. */
function demandFew(groups: readonly { pessoas: number }[], { perguntas }: Definicao): void {
  const slots = new Map<number, number>();
  for (const width of perguntas.flatMap(widthsOf)) slots.set(width, (slots.get(width) ?? 0) + 1);
  let cells = 0;
  for (const { pessoas } of groups) for (const [width, howMany] of slots) cells += Math.min(pessoas, width) * howMany;
  if (cells > MOST_CELLS) throw tooManyGroups();
}

/**
 * Counts the answers of a round that satisfy a condition over `d`, by the values of a dimension (`por`, from 0) or all together.
 * Each answer is read once: its numbers are set apart first and then counted side by side.
 */
export async function countAnswers(
  db: Queryable,
  { rodadaId, definicao, por, where }: { rodadaId: number; definicao: Definicao; por: number | null; where: Sql },
): Promise<Contadas[]> {
  const slots = definicao.perguntas.flatMap(slotsOf).sort((a, b) => a - b);
  const value = por === null ? raw('0') : raw(`coalesce(atributos[${por + 1}], 0)`);
  const people = await db.query<{ valor: number; pessoas: number }>(
    sql`select ${value} as valor, count(*)::int as pessoas from respostas_dadas d where rodada_id = ${rodadaId} and ${where} group by 1`,
  );
  demandFew(people, definicao);
  const found = new Map(people.map((one): [number, Contadas] => [one.valor, { ...one, textos: [] }]));
  for (let first = 0; first < slots.length; first += MOST_SLOTS) {
    const some = slots.slice(first, first + MOST_SLOTS);
    // A long answer is kept compressed, and is unpacked anew for each number that is taken of it: of a part of it only once.
    const [begin, part] = slots.length > MOST_SLOTS ? [some[0] ?? 1, `notas[${some[0]}:${some.at(-1)}]`] : [1, 'notas'];
    const columns = some.map((slot) => raw(`part[${slot - begin + 1}] + ${slot * BASE} as c${slot}`));
    const sets = some.map((slot) => raw(`(valor, c${slot})`));
    const names = raw(some.map((slot) => `c${slot}`).join());
    // One text for each value: as rows, the cells of a thousand values would be four times as long.
    const rows = await db.query<{ valor: number; counts: string }>(sql`
      select valor, string_agg(cell || ':' || pessoas, ',') as counts from (
        select valor, coalesce(${names}) as cell, count(*) as pessoas
        from (
          select valor, ${join(columns)} from (
            select ${value} as valor, ${raw(part)} as part from respostas_dadas d where rodada_id = ${rodadaId} and ${where} offset 0) parts
          offset 0) answers
        group by grouping sets (${join(sets)}) having coalesce(${names}) is not null) counted
      group by valor`);
    for (const { valor, counts } of rows) found.get(valor)?.textos.push(counts);
  }
  return [...found.values()];
}

function contagemDe(pergunta: Pergunta, cells: ReadonlyMap<number, ReadonlyMap<number, number>>): Contagem {
  if (pergunta.tipo === '5') {
    const of = (option: number, answer: number) => cells.get(option)?.get(answer) ?? 0;
    const [first] = pergunta.respostas;
    return {
      pessoas: first ? of(first.id, 0) + of(first.id, 1) : 0,
      por: new Map(pergunta.respostas.map(({ id }) => [id, of(id, 1)])),
    };
  }
  const por = cells.get(pergunta.id) ?? new Map<number, number>();
  return { pessoas: [...por.values()].reduce((sum, one) => sum + one, 0), por };
}

const [ZERO, COLON] = [48, 58];

/** The numbers of `cell:people,…`: digit by digit, as a large branch has millions of them. */
function* cellsIn(text: string): Generator<readonly [cell: number, people: number], void, void> {
  let [cell, number] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code < COLON) number = number * 10 + code - ZERO;
    else {
      if (code === COLON) cell = number;
      else yield [cell, number];
      number = 0;
    }
  }
}

/** The answers of several groups together; `step` lets others have the loop between two of them. */
export async function together(
  { perguntas }: Definicao,
  groups: readonly Contadas[],
  step: () => Promise<void> | undefined = inSteps(),
): Promise<Reunidas> {
  const cells = new Map<number, Map<number, number>>();
  let pessoas = 0;
  for (const group of groups) {
    pessoas += group.pessoas;
    for (const text of group.textos)
      for (const [cell, quantas] of cellsIn(text)) {
        const slot = Math.floor(cell / BASE);
        const of = cells.get(slot) ?? new Map<number, number>();
        cells.set(slot, of.set(cell % BASE, (of.get(cell % BASE) ?? 0) + quantas));
      }
    await step();
  }
  return { pessoas, perguntas: new Map(perguntas.map((pergunta) => [pergunta.id, contagemDe(pergunta, cells)])) };
}
