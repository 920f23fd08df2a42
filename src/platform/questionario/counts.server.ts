import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Definicao, Pergunta } from './definition.ts';
import { slotOf } from './ground.server.ts';
import type { Contagem } from './result.ts';

/** The answers of people with one value in the dimension by which is counted. */
export interface Contadas {
  valor: number;
  pessoas: number;
  perguntas: ReadonlyMap<number, Contagem>;
}

/** Places of `notas` that a statement counts at a time. */
const MOST_SLOTS = 60;
/** Above every note and every id of an option. */
const BASE = 10_000;

const slotsOf = (pergunta: Pergunta): number[] =>
  pergunta.tipo === '5' ? pergunta.respostas.map(({ id }) => id) : [slotOf(pergunta)].filter((slot) => slot !== null);

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
  const step = inSteps();
  const found = new Map(
    people.map(({ valor, pessoas }) => [valor, { valor, pessoas, cells: new Map<number, Map<number, number>>() }]),
  );
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
    for (const { valor, counts } of rows) {
      const cells = found.get(valor)?.cells;
      for (const count of counts.split(',')) {
        const [cell = 0, pessoas = 0] = count.split(':').map(Number);
        const slot = Math.floor(cell / BASE);
        cells?.set(slot, (cells.get(slot) ?? new Map<number, number>()).set(cell % BASE, pessoas));
      }
      await step();
    }
  }
  const counted: Contadas[] = [];
  for (const { valor, pessoas, cells } of found.values()) {
    const perguntas = new Map(definicao.perguntas.map((pergunta) => [pergunta.id, contagemDe(pergunta, cells)]));
    counted.push({ valor, pessoas, perguntas });
    await step();
  }
  return counted;
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

/** The answers of several groups together. */
export function together(groups: readonly Contadas[]): Omit<Contadas, 'valor'> {
  const perguntas = new Map<number, { pessoas: number; por: Map<number, number> }>();
  let pessoas = 0;
  for (const group of groups) {
    pessoas += group.pessoas;
    for (const [id, contagem] of group.perguntas) {
      const sum = perguntas.get(id) ?? { pessoas: 0, por: new Map<number, number>() };
      sum.pessoas += contagem.pessoas;
      for (const [valor, quantas] of contagem.por) sum.por.set(valor, (sum.por.get(valor) ?? 0) + quantas);
      perguntas.set(id, sum);
    }
  }
  return { pessoas, perguntas };
}
