import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

it('no pattern of the sources takes time in the square of a text', () => {
  expect(slowIn(`const tags = /<[^>]*>/g;`, 'antes.ts')).toEqual(['antes.ts: /<[^>]*>/g']);
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => slowIn(readFileSync(join(SOURCES, file), 'utf8'), file))).toEqual([]);
});

/**
 * The patterns of a source that may look at a long text again from each of its places: whoever sends such a text holds the loop. A pattern that begins
 * where a run begins (`(?<!\s)\s+$`), or that cannot pass over its own beginning (`<[^<>]*>`), looks once. Patterns that are put together in parts are not found here.
 */
function slowIn(source: string, file: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(file, source);
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      const { reports } = analyse({ source: pattern, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
      if (reports.length > 0) found.push(`${file}: /${pattern}/${flags}`);
    },
  }).visit(program);
  return found;
}
