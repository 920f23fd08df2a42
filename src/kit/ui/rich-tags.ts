/** The tags of a rich text besides links: what the editor makes, a save keeps and a screen draws. */
export const RICH_TAGS = [
  'p',
  'br',
  'h2',
  'h3',
  'h4',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'code',
  'pre',
];
