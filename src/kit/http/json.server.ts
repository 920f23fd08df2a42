import { Refusal } from '#kit/refusal/refusal.ts';

/** Forms, and their rich text, stay far below it; code that walks through a body is recursive and must not run out of stack. */
const DEEPEST = 100;
/**
 * Our longest lists have some ten thousand values. Judging them, and collecting the faults of all of them, must stay below a
 * second.
 */
const MOST_VALUES = 50_000;
/**
 * Bytes of text for each list and object: `[[],[]]` would take thirty times as much memory as it has bytes, and bodies of many requests are in memory at a
 * time. A thousand are let pass.
 */
const BYTES_OF_A_NODE = 8;
const FEW_NODES = 1_000;
/** Names of one object; no form of ours has a quarter as many. */
const MOST_NAMES = 2_000;

/**
 * Parses a JSON text and leaves out names that every object has (`__proto__`, `toString`): no field has them, and a value whose
 * `toString` is no function could not even be shown in a refusal. Throws when the text is no JSON or is nested too deep; throws a
 * Refusal when it has too many values. It goes level by level, because a reviver would be called for each of a million values and
 * block the server for most of a second.
 */
export function parseJson(text: string): unknown {
  demandFew(text);
  const parsed: unknown = JSON.parse(text);
  for (let level = isNode(parsed) ? [parsed] : []; level.length > 0; ) {
    const below: object[] = [];
    for (const node of level) {
      if (!Array.isArray(node))
        for (const key of Object.keys(node)) if (key in Object.prototype) Reflect.deleteProperty(node, key);
      for (const value of Array.isArray(node) ? node : Object.values(node)) if (isNode(value)) below.push(value);
    }
    level = below;
  }
  return parsed;
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;

const [QUOTE, COMMA, COLON, LIST, LIST_END, OBJECT, OBJECT_END, ESCAPE] = Array.from('",:[]{}\\', (sign) => sign.charCodeAt(0));

/** Counts the signs of a JSON text before it is parsed: an object of a hundred thousand names takes a second to make. */
function demandFew(text: string): void {
  const names: number[] = [];
  const mostNodes = Math.max(FEW_NODES, text.length / BYTES_OF_A_NODE);
  let nodes = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === COMMA) values += 1;
    else if (sign === COLON) names.push((names.pop() ?? 0) + 1);
    else if (sign === LIST_END || sign === OBJECT_END) names.pop();
    else if (sign === LIST || sign === OBJECT) {
      values += 1;
      nodes += 1;
      if (names.push(0) > DEEPEST) throw new SyntaxError('nested too deep');
    }
    if (values > MOST_VALUES || nodes > mostNodes || (names.at(-1) ?? 0) > MOST_NAMES)
      throw new Refusal('ARQUIVO_GRANDE', 'Os dados enviados são grandes demais.', 413);
  }
}

/** Where the string that begins at a quotation mark ends; the end of the text if nowhere. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === ESCAPE) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
