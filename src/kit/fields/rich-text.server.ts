import sanitizeHtml from 'sanitize-html';
import { RICH_TAGS } from '#kit/ui/rich-tags.ts';

/** An address with its scheme and no character that browsers interpret differently: no backslash, space or control character. */
const WHOLE_ADDRESS = /^(?:https?:\/\/(?!\/)|mailto:)[^\s\\\p{Cc}]+$/iu;

/** Removes every tag but those that the editor makes, and everything that a browser could run. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...RICH_TAGS, 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: WHOLE_ADDRESS.test(href) && URL.canParse(href) ? { href } : ({} as Record<string, string>),
      }),
    },
  });
