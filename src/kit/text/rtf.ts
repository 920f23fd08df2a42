const PIECE = /\\'([0-9a-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\(\*)|\\([^a-z])|([{}])|([^\\{}\r\n]+)/giy;
/** Groups that hold no text of the document. */
const ASIDE = new Set(
  'fonttbl colortbl stylesheet info pict object themedata datastore listtable listoverridetable generator'.split(' '),
);
const BREAKS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  page: '\n',
  sect: '\n',
  tab: '\t',
  cell: '\t',
};
const SIGNS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};
const DEEPEST = 200;

/** The text of an RTF document in the Western code page; formats, pictures and lists of fonts are left out. */
export function textOfRtf(rtf: string): string {
  const western = new TextDecoder('windows-1252');
  const outer: { isAside: boolean; skip: number }[] = [];
  // `skip`: characters that follow a Unicode sign, for programs that do not know it.
  let group = { isAside: false, skip: 1 };
  let toSkip = 0;
  let text = '';
  const add = (piece: string) => {
    if (group.isAside) return;
    const skipped = Math.min(toSkip, piece.length);
    toSkip -= skipped;
    text += piece.slice(skipped);
  };
  for (const [, hex, word, number, star, sign, brace, plain] of rtf.matchAll(new RegExp(PIECE, 'gi'))) {
    if (brace === '{') {
      if (outer.length >= DEEPEST) return text;
      outer.push(group);
      group = { ...group };
    } else if (brace === '}') {
      group = outer.pop() ?? group;
      toSkip = 0;
    } else if (hex) add(western.decode(Uint8Array.of(Number.parseInt(hex, 16))));
    else if (star) group.isAside = true;
    else if (plain) add(plain);
    else if (sign) add(sign === '~' ? ' ' : '\\{}'.includes(sign) ? sign : '');
    else if (word === 'u') {
      toSkip = 0;
      add(String.fromCharCode(Number(number) & 0xffff));
      toSkip = group.skip;
    } else if (word === 'uc') group.skip = Math.min(10, Math.max(0, Number(number) || 0));
    else if (word && ASIDE.has(word)) group.isAside = true;
    else if (word) add(BREAKS[word] ?? SIGNS[word] ?? '');
  }
  return text;
}
