import { composed, fold } from '#kit/br/text.ts';

const longest = 200;

/** A name that is safe to store, show and send: no path, no control or direction characters, not empty, not too long. */
export function cleanName(given: string): string {
  const base =
    composed(String(given ?? '').toWellFormed())
      .split(/[/\\]/)
      .at(-1) ?? '';
  const clean = base
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  if (clean === '') return 'arquivo';
  if (clean.length <= longest) return clean;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  return (
    clean
      .slice(0, longest - ending.length)
      .toWellFormed()
      .replace(/\ufffd$/, '') + ending
  );
}

/** `Content-Disposition` of RFC 6266: a plain name for old readers, the true one in UTF-8. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const clean = cleanName(name);
  // fold lowers the case; the plain name keeps it and only loses its marks.
  const plain = clean
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(clean).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The name of a file after a change of format: 'foto.avif' and 'webp' → 'foto.webp'. */
export const withEnding = (name: string, ending: string) => cleanName(`${name.replace(/\.[A-Za-z0-9]{1,8}$/, '')}.${ending}`);

/** A title as the name of a file: 'Relatório de Áreas' and 'pdf' → 'Relatório de Áreas.pdf'. */
export const fileNameOf = (title: string, ending: string) =>
  cleanName(`${cleanName(title.replace(/[/\\]/g, '-'))}.${fold(ending)}`);
