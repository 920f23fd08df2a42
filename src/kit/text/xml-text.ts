const PIECE =
  /<(?:\w+:)?(tab|br|cr|line-break|s)(?=[\s/>])[^<>]*>|<\/(?:\w+:)?(p|h|tr|table-row)>|<\/(?:\w+:)?(tc|table-cell)>|<w:t(?:\s[^<>]*)?>([^<]*)|<[^<>]*>?|([^<]+)/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeXml = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff ? '' : String.fromCodePoint(code);
  });

/**
 * The text of a part of a word processor's document, a line for each paragraph. Word (`word`) keeps text in `w:t` alone, and what it repeats for older
 * programs in `mc:Fallback`; LibreOffice keeps it in paragraphs.
 */
export function textOfXml(xml: string, word: boolean): string {
  let text = '';
  const body = word ? withoutFallbacks(xml) : xml.slice(Math.max(0, xml.indexOf('<office:body')));
  for (const [, gap, paragraph, cell, inWord, inOther] of body.matchAll(PIECE)) {
    if (inWord !== undefined) text += unescapeXml(inWord);
    else if (inOther !== undefined) text += word ? '' : unescapeXml(inOther);
    else if (gap) text += gap === 's' ? ' ' : gap === 'tab' ? '\t' : '\n';
    else if (paragraph) text += '\n';
    else if (cell) text += '\t';
  }
  return text;
}

function withoutFallbacks(xml: string): string {
  const [first = '', ...others] = xml.split('<mc:Fallback');
  return first + others.map((one) => one.slice(Math.max(0, one.indexOf('</mc:Fallback>')))).join('');
}
