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
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const linked = (html: string) => html.replace(/(^|>|\s)(https?:\/\/[^\s<"]+)/g, '$1<a href="$2">$2</a>');
const LINK = /(<a\s[^<>]*>(?:(?!<a\s).)*?<\/a>)/s;

/** The HTML filled in. Addresses that the message itself says become links, unless they stand in one; an address that somebody typed stays text. */
function filledHtml(html: string, { addresses = [] }: MessageType, safe: Values): string {
  const links = Object.fromEntries(
    addresses.flatMap((name) =>
      !/^https?:/.test(safe[name] ?? '') ? [] : [[name, `<a href="${safe[name]}">${safe[name]}</a>`]],
    ),
  );
  return html
    .split(LINK)
    .map((part, index) => (index % 2 === 1 ? filled(part, safe) : filled(linked(part), { ...safe, ...links })))
    .join('');
}

/** A word of the text in which the variable stands with anything but punctuation around it. */
const isApart = (word: string) => /^[([<"'«“]*\{\{[^{}]*\}\}[)\]>"'»”.,;:!?]*$/u.test(word);

/** The variables without spaces, so that each is a single word. */
const closed = (text: string) => text.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => `{{${name.trim()}}}`);

const isIn = (name: string, text: string) => text.includes(`{{${name}}}`);

/** The addresses of the program that stand in a tag, a link or a longer word of clean HTML. */
function strayIn({ addresses = [] }: MessageType, clean: string): string[] {
  const html = closed(clean);
  const links = [...(html.match(/<[^<>]*>/g) ?? []), ...html.split(LINK).filter((_, index) => index % 2 === 1)];
  const words = wordsOf(html).split(/\s+/);
  return addresses.filter(
    (name) => links.some((link) => isIn(name, link)) || words.some((word) => isIn(name, word) && !isApart(word)),
  );
}

/**
 * The addresses of the program that a template puts into a link, a longer word or the subject. Such an address may let its bearer set a
 * password, so no other host may be sent it, nor stand behind it.
 */
export function strayAddresses(type: MessageType, { assunto, corpo }: Template): { field: string; name: string }[] {
  const strays = strayIn(type, cleanHtml(corpo));
  return (type.addresses ?? []).flatMap((name) => [
    ...(isIn(name, closed(assunto)) ? [{ field: 'assunto', name }] : []),
    ...(strays.includes(name) ? [{ field: 'corpo', name }] : []),
  ]);
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

/** Fills a message in for one after the other, from the company's template or from the declared text: what is the same for all of them is made once. */
export function composing(type: MessageType, own: Template | undefined): (values: Values) => Composed {
  const safeOf = (values: Values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escaped(value).replaceAll('\n', '<br>')]));
  const isGood = own && strayAddresses(type, own).length === 0 && !hasTooManyPlaces(own.assunto) && !hasTooManyPlaces(own.corpo);
  const declared = (values: Values): Composed => {
    const text = withoutEmpty(type.text, values);
    return {
      assunto: oneLine(filled(type.subject, values)),
      texto: filled(text, values),
      html: filledHtml(bodyOf(text), type, safeOf(values)),
    };
  };
  if (!isGood) return declared;
  const clean = cleanHtml(own.corpo);
  const names = variablesIn(clean);
  const bodies = new Map<string, { corpo: string; words: string; isGood: boolean }>();
  const bodyWith = (values: Values) => {
    const key = names.filter((name) => values[name]?.trim() === '').join();
    let body = bodies.get(key);
    if (!body) {
      const corpo = withoutEmptyBlocks(clean, values);
      // Judged once more, as it is sent: a second door behind the first.
      body = { corpo, words: wordsOf(corpo), isGood: strayIn(type, corpo).length === 0 };
      if (bodies.size >= MOST_BODIES) bodies.clear();
      bodies.set(key, body);
    }
    return body;
  };
  return (values) => {
    const body = bodyWith(values);
    if (!body.isGood) return declared(values);
    const { corpo, words } = body;
    return {
      assunto: oneLine(filled(own.assunto, values)),
      texto: filled(words, values),
      html: filledHtml(corpo, type, safeOf(values)),
    };
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
