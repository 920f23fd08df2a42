import { Refusal } from '#kit/refusal/refusal.ts';

/** Forms, and rich text in them, are far from it; what walks through a body calls itself, and must not run out of stack. */
const DEEPEST = 100;
/** The longest lists of ours have some ten thousands. What is judged value by value must not take a second, nor must the faults of all of them. */
const MOST_VALUES = 50_000;
/** Of one object; no form of ours has a quarter of it. */
const MOST_NAMES = 2_000;

/**
 * What a JSON text says, without names that every object has (`__proto__`, `toString`): they are nobody's field, and with a `toString` that is no
 * function a value cannot even be refused in words. Throws when it is no JSON, or nested deeper than any of ours; a Refusal when it has more values than
 * any of ours. It goes level by level: a reviver would be called for each of a million values, and the server would stand still for most of a second.
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
