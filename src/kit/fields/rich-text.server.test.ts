import { expect, it } from 'vitest';
import { cleanHtml } from './rich-text.server.ts';

const link = (href: string) => cleanHtml(`<p><a href="${href}">x</a></p>`);

it.each([
  ['protocol-relative', '//mal.exemplo/x'],
  ['three slashes', '///mal.exemplo'],
  ['backslashes', '\\\\mal.exemplo\\x'],
  ['a slash and a backslash', '/\\mal.exemplo'],
  ['protocol-relative behind a tab', '\t//mal.exemplo'],
  ['protocol-relative with a line break within', '/&#10;/mal.exemplo'],
  ['a script', 'javascript:alert(1)'],
  ['a script with a tab within', 'java\tscript:alert(1)'],
  ['a script with a line break as an entity', 'java&#10;script:alert(1)'],
  ['a script behind a control character', '&#1;javascript:alert(1)'],
  ['a script with NUL within', 'java\u0000script:alert(1)'],
  ['a script in capitals', 'JaVaScRiPt:alert(1)'],
  ['a script whose colon is an entity', 'javascript&colon;alert(1)'],
  ['a script behind a comment', '<!-- -->javascript:alert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a VB script', 'vbscript:msgbox(1)'],
  ['a file', 'file:///etc/passwd'],
  ['a blob', 'blob:https://mal.exemplo/1'],
  ['http without slashes', 'http:mal.exemplo'],
  ['http with one slash', 'https:/mal.exemplo'],
  ['http with backslashes', 'https:\\\\mal.exemplo'],
  ['a path of ours', '/api/logout'],
  ['a path without a slash', 'talentos'],
  ['nothing', ''],
  ['an address that is none', 'https://'],
])('a link by %s loses its address', (_what, href) => {
  expect(link(href)).not.toContain('href');
});

it.each([
  ['https://exemplo.com.br/politica?a=1', 'https://exemplo.com.br/politica?a=1'],
  ['http://exemplo.com.br', 'http://exemplo.com.br'],
  ['HTTPS://exemplo.com.br', 'HTTPS://exemplo.com.br'],
  ['mailto:rh@exemplo.com.br', 'mailto:rh@exemplo.com.br'],
])('a link to %s stays', (href, stays) => {
  expect(link(href)).toBe(`<p><a href="${stays}">x</a></p>`);
});

it('other tags and attributes go, their text stays', () => {
  expect(cleanHtml('<p onclick="x()" style="a">a<img src=x onerror=y><script>z</script><iframe src="//m"></iframe></p>')).toBe(
    '<p>a</p>',
  );
  expect(cleanHtml('<svg><a xlink:href="javascript:x">b</a></svg>')).toBe('<a>b</a>');
});
