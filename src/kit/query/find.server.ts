import { fold } from '#kit/br/text.ts';
import { containing } from '#kit/db/like.ts';
import { Statement } from '#kit/db/statement.server.ts';
import { activityOf, fieldOf } from '#kit/fields/field.ts';
import { identities, isIdentity } from '#kit/fields/identity.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { columnIn, foldedColumn, isFolded, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { conditionsSql } from './conditions.server.ts';
import { type Asked, reachSql } from './list.server.ts';

/** A text that many thousand records contain is ordered among these, so that it costs no more than a rare one. */
const CANDIDATES = 500;
/** Shorter words are in no trigram index. */
const SHORTEST = 3;
const MOST_WORDS = 6;

/** The end of the range of texts that begin with another, in the order of `"C"`. */
const LAST_SIGN = '\u{10ffff}';

/**
 * The few records that a text most probably means: those whose name or own number it is, then names that begin with it, then
 * those in which each of its words begins a word, then all that contain its words. Each part ends at an index or at a limit.
 */
export function findStatement(asked: Asked, text: string, most: number, { select }: { select: string }) {
  const { registry } = asked;
  const statement = new Statement();
  const table = `${quote(registry.table)} t`;
  const name = `t.${quote(foldedColumn(columnIn(registry, registry.label)))}`;
  const folded = fold(text);
  const words = [...new Set(folded.split(' '))].slice(0, MOST_WORDS);

  const whole = statement.put(folded);
  const begins = `${name} >= ${whole} and ${name} < ${statement.put(`${folded}${LAST_SIGN}`)}`;
  const wordsBegin = words.map((word) => `' ' || ${name} like ${statement.put(containing(` ${word}`))}`).join(' and ');
  const place = `case when ${name} = ${whole} then 0 when ${begins} then 1 when ${wordsBegin} then 2 else 3 end`;
  const past = pastSql(registry, statement);
  const part = (conditions: readonly string[], end: string, where = place) =>
    `(select t.id, ${name} as nome, ${where} as lugar, ${past ?? 'false'} as passado from ${table} where ${[...reachSql(asked, statement), ...conditions].join(' and ')} ${end})`;

  const beginning = `order by ${name} limit ${most}`;
  const parts = [part([begins], beginning)];
  // Many past namesakes do not keep the present ones out.
  if (past) parts.push(part([begins, `not (${past})`], beginning));
  const numbers = numberSql(asked, folded, statement);
  if (numbers.length > 0) parts.push(part([`(${numbers.join(' or ')})`], `limit ${most}`, '0'));
  if (words.some((word) => word.length >= SHORTEST)) {
    const contained = words.flatMap((busca) => conditionsSql({ ...asked, query: { ...asked.query, busca } }, statement));
    parts.push(part(contained, `limit ${CANDIDATES}`));
  }
  return {
    text: `select ${select} from (select q.*, row_number() over () as posicao from (
      select id as pid from (${parts.join(' union all ')}) c group by id, nome, passado order by min(lugar), passado, nome, id limit ${most}) q) p
      join ${table} on t.id = p.pid order by p.posicao`,
    values: statement.values,
  };
}

/** The conditions that the text is a number of the record's own, such as its registration or its CPF, that the reader may see. */
function numberSql({ registry, acting: { can } }: Asked, text: string, statement: Statement): string[] {
  return ownNumbers(registry).flatMap((name) => {
    const field = fieldOf(registry, name);
    if (isHidden(field, can)) return [];
    const column = columnIn(registry, name);
    if (isIdentity(field.kind)) {
      const normal = identities[field.kind].normalize(text);
      return normal === '' ? [] : [`t.${quote(column)} = ${statement.put(normal)}`];
    }
    return isFolded(registry, name) ? [`t.${quote(foldedColumn(column))} = ${statement.put(text)}`] : [];
  });
}

/** The condition that a record is past: somebody who left, a position no longer in use. */
function pastSql(registry: AnyRegistry, statement: Statement): string | undefined {
  const { past } = registry.findable ?? {};
  if (past) return `t.${quote(columnIn(registry, past.field))} = any(${statement.put(past.values)})`;
  const activity = activityOf(registry.fields);
  return activity && `not t.${quote(columnIn(registry, activity))}`;
}

/** The searched fields, besides the name, whose values are unique. */
const ownNumbers = ({ search, label, unique = [] }: AnyRegistry): string[] =>
  search.filter((name) => name !== label && unique.some((set) => set.length === 1 && set[0] === name));
