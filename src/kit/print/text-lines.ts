/** Measures a piece of text on one line. */
type Measurer = (text: string) => number;

const ellipsis = '…';
/** A line may end after each of these, but a number and its check digits stay together: 123.456.789-09. */
const BREAK = /(?<=[ \-/@\n])(?<!\d-(?=\d))(?=[^ \-/\n])/g;

/** The last step of a path of areas, which identifies the area. */
const LAST_STEP = / > [^>]*$/;

/** The beginning that fits before an ellipsis; of a path the last step too, when there is room. */
export function shorten(text: string, room: number, width: Measurer): string {
  if (width(text) <= room) return text;
  const end = LAST_STEP.exec(text)?.[0] ?? '';
  const left = room - width(end);
  if (end !== '' && left > width(ellipsis)) {
    const whole = beginning(text.slice(0, -end.length), left, width) + end;
    if (width(whole) <= room) return whole;
  }
  return beginning(text, room, width);
}

function beginning(text: string, room: number, width: Measurer): string {
  const signs = [...text];
  let low = 0;
  let high = signs.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (width(signs.slice(0, middle).join('').trimEnd() + ellipsis) <= room) low = middle;
    else high = middle - 1;
  }
  return signs.slice(0, low).join('').trimEnd() + ellipsis;
}

/** How many characters of a word without spaces fit in the room; at least one, so that wrapping always makes progress. */
function fitting(word: string, room: number, width: Measurer): string {
  const signs = [...word];
  let low = 1;
  let high = signs.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (width(signs.slice(0, middle).join('')) <= room) low = middle;
    else high = middle - 1;
  }
  return signs.slice(0, low).join('');
}

/** The smallest type, as a share of the usual one, that keeps a word whole; a longer word is broken instead. */
const LEAST_SHARE = 0.68;

/** By how much the type shrinks so that the longest word stays whole; 1 when all fit, or when none of it would help. */
export function wordShare(text: string, room: number, width: Measurer): number {
  if (text.length > 2000 || width(text) <= room) return 1;
  // Slightly less than the room, because measures are sums of fractions.
  const longest = Math.max(...text.split(BREAK).map((word) => width(word.trimEnd())));
  const share = (room / longest) * 0.999;
  return share >= 1 || share < LEAST_SHARE ? 1 : share;
}

/** Breaks text between words into at most `max` lines; the rest is cut with an ellipsis. */
export function wrap(text: string, room: number, max: number, width: Measurer): string[] {
  // Text far beyond three lines need not be measured.
  const whole = text.length > 2000 ? text.slice(0, 2000) : text;
  if (!whole.includes('\n') && width(whole) <= room) return [whole];
  const lines: string[] = [];
  for (const paragraph of whole.split('\n')) {
    let rest = paragraph.trim();
    while (rest !== '') {
      if (lines.length === max) {
        lines[max - 1] = shorten(`${lines[max - 1]} ${rest}`, room, width);
        // A full last line keeps its ellipsis.
        if (!lines[max - 1]?.includes(ellipsis)) lines[max - 1] = shorten(`${lines[max - 1]} ${rest}${ellipsis}`, room, width);
        return lines;
      }
      const line = firstLine(rest, room, width);
      lines.push(line.trimEnd());
      rest = rest.slice(line.length).trimStart();
    }
  }
  return lines.length ? lines : [''];
}

function firstLine(text: string, room: number, width: Measurer): string {
  if (width(text) <= room) return text;
  let end = 0;
  for (const { index } of [...text.matchAll(BREAK), { index: text.length }]) {
    if (width(text.slice(0, index).trimEnd()) > room) break;
    end = index;
  }
  return end > 0 ? text.slice(0, end) : fitting(text, room, width);
}
