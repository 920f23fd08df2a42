import sanitizeHtml from 'sanitize-html';
import { RICH_TAGS } from '#kit/ui/rich-tags.ts';
import { textOfHtml } from './html-text.ts';

/**
 * An address with its scheme and no character that browsers interpret differently: no backslash, space or control character. Angle
 * brackets stand in none, and the library cuts comments out of an address one by one, each time copying the rest.
 */
const WHOLE_ADDRESS = /^(?:https?:\/\/(?!\/)|mailto:)[^\s\\<>\p{Cc}]+$/iu;

/**
 * The parser looks for each end tag among all tags that are open, so time would grow with the square of the text. A text of 100,000
 * characters with a paragraph every 40 of them is within these limits; nobody nests lists in 25 levels.
 */
const MOST_TAGS = 5_000;
const MOST_NESTED = 50;
/** Each is decoded and written apart. */
const MOST_ENTITIES = 10_000;

class Excessive extends Error {}
const EXCESSIVE = new Excessive();

/** The faults of a text that has more formatting than is cleaned. */
export const EXCESSIVE_FORMATTING = 'O texto tem formatação demais. Cole-o sem a formatação e formate de novo só o que precisar';

function hasMore(html: string, sign: string, most: number): boolean {
  let at = -1;
  for (let found = 0; found <= most; found += 1) {
    at = html.indexOf(sign, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Drops links without an address, and links within links: of two addresses a browser, and whoever reads the text, would take different ones. */
function withoutNestedLinks(html: string): string {
  const open: boolean[] = [];
  let links = 0;
  return html.replace(/<a(?: [^<>]*)?>|<\/a>/g, (tag) => {
    const isLink = tag === '</a>' ? open.pop() === true : tag !== '<a>' && links === 0;
    if (tag !== '</a>') open.push(isLink);
    if (isLink) links += tag === '</a>' ? -1 : 1;
    return isLink ? tag : '';
  });
}

function sanitized(html: string): string | undefined {
  if (hasMore(html, '<', MOST_TAGS) || hasMore(html, '&', MOST_ENTITIES)) return undefined;
  let open = 0;
  try {
    const clean = sanitizeHtml(html, {
      allowedTags: [...RICH_TAGS, 'a'],
      allowedAttributes: { a: ['href'] },
      allowedSchemes: ['http', 'https', 'mailto'],
      allowProtocolRelative: false,
      // The parser calls these for every tag, allowed or not, before it reads on: what is open never exceeds the limit.
      onOpenTag() {
        open += 1;
        if (open > MOST_NESTED) throw EXCESSIVE;
      },
      onCloseTag() {
        open -= 1;
      },
      transformTags: {
        a: (tagName, { href = '' }) => ({
          tagName,
          attribs: WHOLE_ADDRESS.test(href) && URL.canParse(href) ? { href } : ({} as Record<string, string>),
        }),
      },
    });
    return withoutNestedLinks(clean);
  } catch (error) {
    if (error === EXCESSIVE) return undefined;
    throw error;
  }
}

/** Texts cleaned lately: a term that every visitor reads, a template that goes to thousands. */
const known = new Map<string, string | undefined>();
const MOST_KNOWN = 20;

/**
 * Removes every tag but those that the editor makes, and everything that a browser could run. Undefined: more formatting than can be
 * cleaned in a moment.
 */
export function cleanTyped(html: string): string | undefined {
  if (known.has(html)) return known.get(html);
  const cleaned = sanitized(html);
  known.set(html, cleaned);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value as string);
  return cleaned;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The same of a stored text, which has to stay readable: one with too much formatting loses all of it. */
export const cleanHtml = (html: string): string =>
  cleanTyped(html) ??
  textOfHtml(html)
    .split('\n')
    .map((line) => `<p>${line.replace(/[&<>]/g, (sign) => signs[sign] ?? sign)}</p>`)
    .join('');
