const MARKS = /[\u0300\u0301\u0302\u0303\u0308\u030a\u0327]/g;
const JOINTS = /[\n.,;:!?\-/()@_"&+=~<>]/g;
const FINALS = [
  ['oes ', 'ao  '],
  ['aes ', 'ao  '],
  ['ais ', 'al  '],
  ['eis ', 'el  '],
  ['ois ', 'ol  '],
  ['uis ', 'ul  '],
  ['ns ', 'm  '],
  ['cao ', 'ção '],
] as const;

/**
 * A text as the full-text search reads it, the same as palavras() of the database: small letters without accents, spaces for the signs that join words, and the
 * plurals and endings whose stems need accents written one way. Each character of a composed text stays in its place.
 */
export function searched(text: string): string {
  const folded = `${text.toLowerCase().normalize('NFD').replace(MARKS, '').replace(JOINTS, ' ')} `;
  return FINALS.reduce((made, [is, becomes]) => made.replaceAll(is, becomes), folded).slice(0, -1);
}

/** Words of a search that count; more make it slow and no better. */
const MOST_WORDS = 24;
const LONGEST_WORD = 60;
const SHORTEST_BEGINNING = 3;
/** What may follow the beginning of a word, so that its stem, which is shorter, is found too. */
const ENDINGS = ['', 'a', 'o', 'ao'];

/** Letters and digits alone: whatever else is typed cannot become part of the query's syntax. */
const WORD = /[\p{L}\p{N}]+/gu;
const TERM = /(-?)(?:"([^"]*)"?|([^\s"]+))/g;
const OR = /^(ou|\||or)$/i;

/**
 * What somebody types as a query of the database's full-text search (`to_tsquery`): all words, the last one also as the beginning of a word (`seguran`), a
 * phrase in quotes, `-` before what must not be there, `ou` between alternatives. Null when no word is left that must be there.
 */
export function searchQuery(typed: string): string | null {
  let left = MOST_WORDS;
  const wordsOf = (text: string) => {
    const words = (searched(text).match(WORD) ?? []).slice(0, left).map((word) => word.slice(0, LONGEST_WORD));
    left -= words.length;
    return words;
  };
  /** Alternatives, each of which demands all of its terms. */
  const groups: { wanted: string[]; unwanted: string[] }[] = [{ wanted: [], unwanted: [] }];
  const terms = [...typed.slice(0, 1_000).matchAll(TERM)];
  for (const [at, [whole, minus, phrase, word = '']] of terms.entries()) {
    if (OR.test(whole)) {
      groups.push({ wanted: [], unwanted: [] });
      continue;
    }
    const isBeginning = phrase === undefined && !minus && (word.endsWith('*') || (at === terms.length - 1 && !/\s$/.test(typed)));
    const words = wordsOf(phrase ?? word);
    if (words.length === 0) continue;
    const [only = ''] = words;
    const one =
      words.length === 1 && isBeginning && only.length >= SHORTEST_BEGINNING ? beginning(only) : `(${words.join(' <-> ')})`;
    const group = groups.at(-1);
    if (minus) group?.unwanted.push(one);
    else group?.wanted.push(one);
  }
  const unwanted = groups.flatMap((group) => group.unwanted).map((one) => ` & !${one}`);
  const wanted = groups.filter((group) => group.wanted.length > 0).map((group) => `(${group.wanted.join(' & ')})`);
  return wanted.length > 0 ? `(${wanted.join(' | ')})${unwanted.join('')}` : null;
}

/** A query that finds all that another one finds, and more where that asks for words beside each other: an index answers it alone. */
export const unordered = (query: string): string => query.replaceAll(/ & !\([^()]*<->[^()]*\)/g, '').replaceAll('<->', '&');

const beginning = (word: string): string => {
  const whole = new Set(ENDINGS.map((ending) => searched(word + ending).trim()));
  return `(${[`${word}:*`, ...whole].join(' | ')})`;
};

/** A piece of a text, marked when it is what was searched. */
export interface Piece {
  texto: string;
  marcado: boolean;
}

/** Characters of an excerpt. */
const EXCERPT = 240;
/** Signs that palavras() never gives. */
export const MARK = { begin: '<', end: '>' } as const;

/**
 * The excerpt of a text with the most of what was found. `marked` is palavras() of the same text with the signs of `MARK` around what was found.
 */
export function excerpt(text: string, marked: string): Piece[] {
  const signs = [...text];
  const isFound: boolean[] = [];
  const starts: number[] = [];
  let inside = false;
  for (const sign of marked) {
    if (sign === MARK.begin) {
      inside = true;
      starts.push(isFound.length);
    } else if (sign === MARK.end) inside = false;
    else isFound.push(inside);
  }
  const places = isFound.length;
  // A plural is shorter in palavras() than in the text.
  for (const [at, sign] of signs.entries()) if (isFound[at - 1] && /[\p{L}\p{M}]/u.test(sign)) isFound[at] = true;
  // Only a letter that grows when it is made small shifts the places; such a text is shown without marks.
  const fits = places === signs.length;
  const best = fits ? fullest(starts) : 0;
  let from = Math.max(0, best - 40);
  while (from > 0 && /\S/.test(signs[from - 1] ?? '')) from -= 1;
  let to = Math.min(signs.length, from + EXCERPT);
  while (to < signs.length && /\S/.test(signs[to] ?? '')) to += 1;
  const pieces: Piece[] = [];
  for (let at = from; at < to; at += 1) {
    const marcado = fits && (isFound[at] ?? false) && signs[at] !== ' ';
    const last = pieces.at(-1);
    if (last?.marcado === marcado) last.texto += signs[at];
    else pieces.push({ texto: signs[at] ?? '', marcado });
  }
  return pieces;
}

/** The start after which the most others follow within an excerpt. */
function fullest(starts: readonly number[]): number {
  let best = 0;
  let most = 0;
  for (let first = 0, last = 0; first < starts.length; first += 1) {
    while (last < starts.length && (starts[last] ?? 0) < (starts[first] ?? 0) + EXCERPT - 40) last += 1;
    if (last - first <= most) continue;
    most = last - first;
    best = starts[first] ?? 0;
  }
  return best;
}
