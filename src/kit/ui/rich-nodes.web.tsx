import { type ComponentType, createElement, Fragment, type ReactNode } from 'react';
import { RICH_TAGS } from './rich-tags.ts';

const TAGS: ReadonlySet<string> = new Set(RICH_TAGS);
const ADDRESS = /^(https?:|mailto:)/i;

type Anchor = 'a' | ComponentType<{ href: string; target: string; rel: string; children?: ReactNode }>;

/** One node of the text; what is not known is shown as its text alone. */
function drawn(node: Node, key: number, Link: Anchor): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  const inside = [...node.childNodes].map((one, at) => drawn(one, at, Link));
  const href = node.getAttribute('href') ?? '';
  if (tag === 'a' && ADDRESS.test(href))
    return (
      <Link key={key} href={href} target="_blank" rel="noopener noreferrer">
        {inside}
      </Link>
    );
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
  return TAGS.has(tag) ? createElement(tag, { key }, ...inside) : <Fragment key={key}>{inside}</Fragment>;
}

/** Formatted text as elements, for a page that has its own styles. It is never put into the page as HTML. */
export function RichNodes({ html, link = 'a' }: { html: string; link?: Anchor }) {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  return [...body.childNodes].map((node, at) => drawn(node, at, link));
}
