import { composed, visible, withFewMarks } from '#kit/br/text.ts';
import { MOST_TEXT } from './text.ts';

/** Latin letters of a text: what a scan without a text layer, or one in a font without names, has none of. */
export const letters = (text: string): number => text.match(/\p{Script=Latin}/gu)?.length ?? 0;

/** Text as it is kept: composed accents, no signs without a shape, single spaces, at most one empty line, words joined that a line divided. */
export function plain(text: string): string {
  const kept = text.slice(0, 2 * MOST_TEXT).toWellFormed();
  const words = visible(composed(kept))
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replace(/[^\P{C}\n\t]|\p{Co}/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/(\p{Ll})-\n(\p{Ll})/gu, '$1$2')
    .trim()
    .slice(0, MOST_TEXT)
    .toWellFormed();
  // Once the signs between them are left out, more marks may follow one letter.
  return withFewMarks(words);
}
