import { Refusal } from '#kit/refusal/refusal.ts';

/** Forms, and their rich text, stay far below it; code that walks through a body is recursive and must not run out of stack. */
const DEEPEST = 100;
/**
 * Our longest lists have some ten thousand values. Judging them, and collecting the faults of all of them, must stay below a
 * second.
 */
const MOST_VALUES = 50_000;
/** Names of one object; no form of ours has a quarter as many. */
const MOST_NAMES = 2_000;

/**
 * Parses a JSON text and leaves out names that every object has (`__proto__`, `toString`): no field has them, and a value whose
 * `toString` is no function could not even be shown in a refusal. Throws when the text is no JSON or is nested too deep; throws a
 * Refusal when it has too many values. It goes level by level, because a reviver would be called for each of a million values and
 * block the server for most of a second.
 */
export function parseJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  let level = isNode(parsed) ? [parsed] : [];
  let values = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw new SyntaxError('nested too deep');
    const below: object[] = [];
    for (const node of level) {
      if (!Array.isArray(node))
        for (const key of Object.keys(node)) if (key in Object.prototype) Reflect.deleteProperty(node, key);
      const inside = Array.isArray(node) ? node : Object.values(node);
      values += inside.length;
      if (values > MOST_VALUES || (!Array.isArray(node) && inside.length > MOST_NAMES))
        throw new Refusal('ARQUIVO_GRANDE', 'Os dados enviados são grandes demais.', 413);
      for (const value of inside) if (isNode(value)) below.push(value);
    }
    level = below;
  }
  return parsed;
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;
