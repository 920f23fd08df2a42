/** Bytes of one tag, comment or CDATA section: a cell has 32,767 characters at most. */
const MOST_MARKUP = 128 * 1024;

const after = (at: number, end: string) => (at < 0 ? -1 : at + end.length);

/** What ends otherwise than a tag with attributes, the longer beginning first. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
  ['<?', '?>'],
  ['</', '>'],
] as const;

/** Where the markup that begins at `from` is over, as the reader sees it; -1: not yet. */
function endOf(text: string, from: number): number {
  if ('!?/'.includes(text[from + 1] ?? ' '))
    for (const [begin, end] of OTHERS)
      if (text.startsWith(begin, from)) return after(text.indexOf(end, from + begin.length), end);
  // A tag: a > between quotes does not end it.
  let quote = 0;
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at + 1;
  }
  return -1;
}

/**
 * Takes the XML of a sheet piece by piece and says whether one of its tags, comments or CDATA sections is endless: the reader begins it anew with each
 * piece that comes, and three hundred thousand attributes in a file of half a megabyte took it half a minute.
 */
export function markupWatch(): (piece: string) => boolean {
  let begun = '';
  return (piece) => {
    const text = begun + piece;
    begun = '';
    for (let from = text.indexOf('<'); from >= 0; ) {
      const to = endOf(text, from);
      if ((to < 0 ? text.length : to) - from > MOST_MARKUP) return true;
      if (to < 0) begun = text.slice(from);
      from = to < 0 ? -1 : text.indexOf('<', to);
    }
    return false;
  };
}
