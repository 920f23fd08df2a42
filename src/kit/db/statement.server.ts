import { createHash } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import { LIFE_OF_A_CONNECTION } from './database.server.ts';

/** An SQL statement under construction: text with numbered parameters, and their values. */
export class Statement {
  readonly values: unknown[] = [];
  put(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
  /** Inserts a fragment of `sql-template-tag`, renumbering its parameters. */
  splice(fragment: Sql): string {
    return fragment.strings.reduce((text, part, index) => text + this.put(fragment.values[index - 1]) + part);
  }
}

/**
 * Hot statements are prepared once a connection, under the digest of their text. Each name costs memory in every connection, so
 * their number is limited for the life of a connection; then all names are forgotten, and the statements that are hot then get
 * names first.
 */
export function prepared(text: string, values: unknown[]): { name?: string; text: string; values: unknown[] } {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MOST_PREPARED) {
      if (Date.now() - namedSince < LIFE_OF_A_CONNECTION * 1_000) return { text, values };
      names.clear();
      namedSince = Date.now();
    }
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return { name, text, values };
}
const MOST_PREPARED = 1_000;
const names = new Map<string, string>();
let namedSince = Date.now();
