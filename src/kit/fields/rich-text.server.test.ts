import { cpuUsage } from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RICH_TAGS } from '#kit/ui/rich-tags.ts';
import { textOfHtml } from './html-text.ts';
import { cleanHtml, cleanTyped } from './rich-text.server.ts';

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
  ['a comment within', 'https://exemplo.com.br/<!---->x'],
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
  expect(cleanHtml('<svg><a xlink:href="javascript:x">b</a></svg>')).toBe('b');
});

it('a link within a link is none, and what has no address is no link', () => {
  const inner = '<a href="https://x.exemplo/a">x</a>';
  expect(cleanHtml(`<p><a name="_Toc1">${inner} e</a> ${inner}</p>`)).toBe(`<p>${inner} e ${inner}</p>`);
  expect(cleanHtml(`<p><a href="https://y.exemplo/">y ${inner}</a></p>`)).toBe('<p><a href="https://y.exemplo/">y x</a></p>');
});

describe('a text made to keep the server busy', () => {
  const long = (part: string) => part.repeat(100_000 / part.length);
  /** ms of the processor: others may use the machine too. */
  function costOf(html: string): number {
    const { user, system } = cpuUsage();
    cleanHtml(html);
    const since = cpuUsage({ user, system });
    return (since.user + since.system) / 1000;
  }

  it.each([
    ['headings that other end tags follow', `x${'<h1>'.repeat(12_498)}${'</h2>'.repeat(9_999)}`],
    ['tags that others end', `${'<b>'.repeat(16_000)}${'</i>'.repeat(12_000)}`],
    ['lists in lists', long('<ul><li>x')],
    ['tags that never end', long('<em>')],
    ['end tags alone', long('</p>')],
    ['drawings in drawings', long('<svg>')],
    ['one tag with thousands of attributes', `<a ${Array.from({ length: 12_000 }, (_, n) => `a${n}=1`).join(' ')}>x</a>`],
    ['comments in an address', `<a href="https://a.b/${long('<!---->')}">x</a>`],
    ['comments', long('<!---->')],
    ['the beginning of comments', long('<!--')],
    ['the beginning of tags', long('<')],
    ['entities', long('&lt;')],
    ['entities that end in nothing', long('&ltx')],
    ['one entity without an end', `&${long('a')}`],
    ['quotes without an end', long('<a href="')],
    ['scripts', long('<script>')],
  ])('costs a moment: %s', (_what, html) => {
    // Some took seconds before; a busy machine makes a few ms many.
    expect(costOf(html)).toBeLessThan(300);
  });

  it('is refused where somebody types it, and where it is stored stays to be read without its formatting', () => {
    const nested = '<ul><li>a &lt; b'.repeat(26);
    expect(cleanTyped(nested)).toBeUndefined();
    expect(cleanHtml(nested)).toBe(`<p>${'a &lt; b'.repeat(26)}</p>`);
    expect(cleanTyped('<ul><li>x'.repeat(25))).toBe(`${'<ul><li>x'.repeat(25)}${'</li></ul>'.repeat(25)}`);
    expect(cleanTyped('<p>x</p>'.repeat(2_500))).toHaveLength(20_000);
    expect(cleanTyped('<p>x</p>'.repeat(2_501))).toBeUndefined();
    expect(cleanTyped('&amp;'.repeat(10_001))).toBeUndefined();
    expect(cleanHtml('<script>&lt;script&gt;</p>'.repeat(2_501))).not.toContain('<script');
  });

  it('whatever it is made of, what comes out has the tags of the editor alone, and cleaned again says the same', () => {
    const tags =
      '<p>|</p>|<b>|</b>|<li>|</ul>|<ul>|<em>|<br/>|<hr>|</br>|<svg>|<svg/>|</svg>|<title>|<a href="https://a.b">|</a>';
    const bad =
      '<a href=javascript:x>|<script>|</script>|<style>|<textarea>|<xmp>|<math>|img src=x onerror=y|<!--|-->|<![CDATA[|]]>|<?x';
    const parts = fc.constantFrom(...`${tags}|${bad}|<|>|</|&|&lt;|&#60;|&lt|"|'|=| |x`.split('|'));
    const ours = new RegExp(`^</?(${RICH_TAGS.join('|')})( /)?>$|^</?a>$|^<a href="https://a\\.b">$`);
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (some) => {
        const cleaned = cleanHtml(some.join(''));
        for (const tag of cleaned.match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(ours);
        expect(textOfHtml(cleanHtml(cleaned))).toBe(textOfHtml(cleaned));
      }),
      { numRuns: 500 },
    );
  });
});
