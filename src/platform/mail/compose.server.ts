import sql from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { cleanHtml } from '#kit/fields/rich-text.server.ts';
import { filled, hasTooManyPlaces, type MessageType, variablesIn } from '#kit/message/message.ts';

export type Values = Readonly<Record<string, string>>;

/** A finished message: its text, and the same in HTML. */
export interface Composed {
  assunto: string;
  texto: string;
  html: string;
}

/** A company's own text of a message. */
export interface Template {
  assunto: string;
  corpo: string;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The declared text in the HTML of the template editor. */
export const bodyOf = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** The text of a template's HTML, line by line. */
const wordsOf = (html: string): string =>
  html
    .replace(/<a [^<>]*?href="([^"]*)"[^<>]*>((?:(?!<a ).)*?)<\/a>/gs, (_, href: string, name: string) =>
      name === href ? href : `${name} (${href})`,
    )
    .replace(/<li[^<>]*>/g, '- ')
    .replace(/<br\s*\/?>|<\/li>/g, '\n')
    .replace(/<\/(?:p|h\d|ul|ol|blockquote|pre)>/g, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    // Programs that look for addresses in a text do not all end one at a space of another kind.
    .replace(/[^\S\n]/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const linked = (html: string) => html.replace(/(^|>|\s)(https?:\/\/[^\s<"]+)/g, '$1<a href="$2">$2</a>');
const LINK = /(<a\s[^<>]*>(?:(?!<a\s).)*?<\/a>)/s;

/** The HTML with its values, in which line ends are kept. An address of the template becomes a link, unless it stands in one; one that somebody typed as a value stays text. */
function filledHtml(html: string, values: Values): string {
  const safe = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escaped(value).replaceAll('\n', '<br>')]));
  return html
    .split(LINK)
    .map((part, index) => filled(index % 2 === 1 ? part : linked(part), safe))
    .join('');
}

/**
 * Signs that stand for the addresses of a message until all else is written, and are judged there: an address may let its bearer set a
 * password, so no other host may be sent it, nor stand before or behind it. No template or value has them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them
const MARK = /[\u0001-\u0008]/;
const MARKS = new RegExp(MARK, 'g');
const markOf = (index: number) => String.fromCharCode(1 + index);
const withoutMarks = (text: string) => text.replace(MARKS, '');

/** A word in which a mark stands with anything but punctuation around it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them
const isApart = (word: string) => /^[([<"'«“]*[\u0001-\u0008][)\]>"'»”.,;:!?]*$/u.test(word);

/** The marks in a tag, a link or a longer word, of the text or of the HTML. */
function strayMarks({ texto, html }: Composed): ReadonlySet<string> {
  const links = [...(html.match(/<[^<>]*>/g) ?? []), ...html.split(LINK).filter((_, index) => index % 2 === 1)];
  const words = `${texto} ${wordsOf(html)}`.split(/[ \n]+/).filter((word) => MARK.test(word) && !isApart(word));
  return new Set([...links, ...words].flatMap((found) => found.match(MARKS) ?? []));
}

/** What is written, with the addresses where their marks are: links, if they are whole ones. */
function withAddresses({ assunto, texto, html }: Composed, addresses: readonly string[]): Composed {
  const address = (mark: string) => addresses[mark.charCodeAt(0) - 1] ?? '';
  const link = (mark: string) => {
    const safe = escaped(address(mark));
    return /^https?:/.test(safe) ? `<a href="${safe}">${safe}</a>` : safe;
  };
  return { assunto: assunto.replace(MARKS, address), texto: texto.replace(MARKS, address), html: html.replace(MARKS, link) };
}

/** Where a block of a template was of which nothing is left. No comment of a template gets this far. */
const GONE = '<!---->';

/** Whether nothing is left of a part of a text but the spaces between variables that say nothing. */
const saysNothing = (part: string, values: Values) =>
  (part.includes(GONE) || variablesIn(part).length > 0) && filled(part.replace(/<[^<>]*>|&nbsp;/g, ''), values).trim() === '';

/** The declared text without the lines and paragraphs of which nothing is left. */
const withoutEmpty = (text: string, values: Values): string =>
  text
    .split('\n\n')
    .map((paragraph) =>
      paragraph
        .split('\n')
        .filter((line) => !saysNothing(line, values))
        .join('\n'),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

const BLOCKS = 'p|h\\d|ul|ol|li|blockquote';
const BLOCK_TAG = new RegExp(`<(/?)(${BLOCKS})>`, 'g');
const AFTER_A_BLOCK = new RegExp(`(^|</(?:${BLOCKS}|pre)>)(?:${GONE})+`, 'g');

/**
 * The same of a template: its paragraphs, titles, quotes and lists, from within, in one walk. What stood before and behind such a block stays
 * apart: a host must not come to stand before an address of the program.
 */
function withoutEmptyBlocks(html: string, values: Values): string {
  // Each block that is open, with what is left of it until here; the first one is the whole.
  const open = [{ name: '', said: '', hasBlocks: false }];
  const top = () => open.at(-1) as (typeof open)[number];
  let at = 0;
  for (const { 0: tag, 1: closing, 2: name = '', index } of html.matchAll(BLOCK_TAG)) {
    top().said += html.slice(at, index);
    at = index + tag.length;
    if (!closing) open.push({ name, said: '', hasBlocks: false });
    else if (top().name !== name) top().said += tag;
    else {
      const { said, hasBlocks } = open.pop() as (typeof open)[number];
      const isGone = !hasBlocks && saysNothing(said, values);
      top().said += isGone ? GONE : `<${name}>${said}${tag}`;
      if (!isGone) top().hasBlocks = true;
    }
  }
  const left = open.map(({ name, said }) => (name ? `<${name}>${said}` : said)).join('') + html.slice(at);
  return left.replace(AFTER_A_BLOCK, '$1').replaceAll(GONE, '\n');
}

/** Most texts of one template that are kept, each without other variables. */
const MOST_BODIES = 20;

/** Fills the declared text in. */
function writeDeclared({ subject, text }: MessageType, values: Values): Composed {
  const left = withoutEmpty(text, values);
  return { assunto: oneLine(filled(subject, values)), texto: filled(left, values), html: filledHtml(bodyOf(left), values) };
}

/** What a template writes of some values, and the marks that it leads astray. */
interface Written {
  letter: Composed;
  strays: ReadonlySet<string>;
}

/** Fills a template in for one after the other; undefined for one with too many variables. */
function writing(own: Template): ((values: Values) => Written) | undefined {
  const assunto = withoutMarks(own.assunto);
  const clean = withoutMarks(cleanHtml(own.corpo));
  if ([assunto, clean, wordsOf(clean)].some(hasTooManyPlaces)) return undefined;
  const names = variablesIn(clean);
  const bodies = new Map<string, { corpo: string; words: string; strays: ReadonlySet<string> }>();
  return (values) => {
    const letterOf = (corpo: string, words: string, said: Values): Composed => ({
      assunto: oneLine(filled(assunto, said)),
      texto: filled(words, said),
      html: filledHtml(corpo, said),
    });
    const key = names.map((name) => (values[name] === undefined ? '?' : Number(values[name].trim() !== ''))).join('');
    let body = bodies.get(key);
    if (!body) {
      const corpo = withoutEmptyBlocks(clean, values);
      const words = wordsOf(corpo);
      // A mark beside a value is in a longer word, whatever is said there: what holds for one letter holds for all of this body.
      const sample = Object.entries(values).map(([name, value]) => [name, MARK.test(value) || !value.trim() ? value : 'x']);
      body = { corpo, words, strays: strayMarks(letterOf(corpo, words, Object.fromEntries(sample))) };
      if (bodies.size >= MOST_BODIES) bodies.clear();
      bodies.set(key, body);
    }
    return { letter: letterOf(body.corpo, body.words, values), strays: body.strays };
  };
}

/** The values with marks for the addresses of the program that there are. */
function marked({ addresses = [] }: MessageType, values: Values): Values {
  const clean = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutMarks(value)]));
  for (const [index, name] of addresses.entries()) if (clean[name]?.trim()) clean[name] = markOf(index);
  return clean;
}

/** The addresses of the program that a template puts into a link, a longer word or the subject. */
export function strayAddresses(type: MessageType, own: Template): { field: string; name: string }[] {
  const { variables, addresses = [] } = type;
  const write = writing(own);
  // As where each variable says something, and as where only addresses do.
  const written = ['x', ''].flatMap((said) => {
    const values = Object.keys(variables).map((name) => [name, addresses.includes(name) ? 'x' : said]);
    return write ? [write(marked(type, Object.fromEntries(values)))] : [];
  });
  return addresses.flatMap((name, index) => [
    ...(written.some(({ letter }) => letter.assunto.includes(markOf(index))) ? [{ field: 'assunto', name }] : []),
    ...(written.some(({ strays }) => strays.has(markOf(index))) ? [{ field: 'corpo', name }] : []),
  ]);
}

/**
 * Fills a message in for one after the other, from the company's template or from the declared text: what is the same for all of them is made
 * once. A template that leads an address of the program astray is not used.
 */
export function composing(type: MessageType, own: Template | undefined): (values: Values) => Composed {
  const write = own && writing(own);
  return (given) => {
    const values = marked(type, given);
    const written = write?.(values);
    const isGood = written && written.strays.size === 0 && !MARK.test(written.letter.assunto);
    return withAddresses(
      isGood ? written.letter : writeDeclared(type, values),
      (type.addresses ?? []).map((name) => withoutMarks(given[name] ?? '')),
    );
  };
}

/** The same for one. */
export const composed = (type: MessageType, own: Template | undefined, values: Values): Composed => composing(type, own)(values);

/** The company's own text of a message, while it is in use. */
export const templateOf = async (tx: Queryable, type: MessageType, empresaId: number | null): Promise<Template | undefined> =>
  empresaId === null
    ? undefined
    : tx.one<Template>(
        sql`select assunto, corpo from modelos_mensagens where empresa_id = ${empresaId} and tipo = ${type.id} and ativo`,
      );

/** The message with the company's template. */
export const compose = async (tx: Queryable, type: MessageType, empresaId: number | null, values: Values): Promise<Composed> =>
  composed(type, await templateOf(tx, type, empresaId), values);

/** The link of a message, below the program's own address. */
export const linkOf = ({ link }: MessageType, values: Values): string | null =>
  link === undefined
    ? null
    : filled(link, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)])));

/** Text and HTML as sent: with the link and the sender. */
export function dressed(
  { texto, html, link, empresa }: { texto: string; html: string | null; link: string | null; empresa: string | null },
  address: string,
) {
  const href = link === null ? null : new URL(link, address).href;
  const foot = empresa === null ? '' : `<p style="color:#666;font-size:12px">${escaped(empresa)}</p>`;
  return {
    text: [texto, ...(href === null ? [] : [`Abrir: ${href}`]), ...(empresa === null ? [] : [`-- \n${empresa}`])].join('\n\n'),
    html: `<div style="font-family:Arial,sans-serif;font-size:15px;line-height:1.5">${html ?? bodyOf(texto)}${
      href === null ? '' : `<p><a href="${escaped(href)}">Abrir no Vínculo</a></p>`
    }${foot}</div>`,
  };
}
