import { Anchor, Typography } from '@mantine/core';
import { createElement, Fragment, type ReactNode } from 'react';
import { RICH_TAGS } from './rich-tags.ts';

const TAGS: ReadonlySet<string> = new Set(RICH_TAGS);
const ADDRESS = /^(https?:|mailto:)/i;

/** One node of the text; what is not known is shown as its text alone. */
function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  const inside = [...node.childNodes].map(drawn);
  const href = node.getAttribute('href') ?? '';
  if (tag === 'a' && ADDRESS.test(href))
    return (
      <Anchor key={key} href={href} target="_blank" rel="noopener noreferrer">
        {inside}
      </Anchor>
    );
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
  return TAGS.has(tag) ? createElement(tag, { key }, ...inside) : <Fragment key={key}>{inside}</Fragment>;
}

/** Formatted text to read. It is never put into the page as HTML. */
export function RichText({ html }: { html: string }) {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  return <Typography fz="sm">{[...body.childNodes].map(drawn)}</Typography>;
}
