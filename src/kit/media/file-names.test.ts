import { expect, test } from 'vitest';
import { cleanName, contentDisposition } from './file-names.ts';

test('a name loses its folder, what no eye sees, and what file systems refuse', () => {
  expect(cleanName('../../etc/passwd')).toBe('passwd');
  expect(cleanName('C:\\temp\\ficha.pdf')).toBe('ficha.pdf');
  expect(cleanName('foto\u202egpj.exe\u0000')).toBe('fotogpj.exe');
  expect(cleanName(' ..ata: 3?.pdf.. ')).toBe('ata_ 3_.pdf');
  expect(cleanName('. . .')).toBe('arquivo');
  expect(contentDisposition('attachment', 'a"\r\nSet-Cookie: x.pdf')).toBe(
    `attachment; filename="a_Set-Cookie_ x.pdf"; filename*=UTF-8''a_Set-Cookie_%20x.pdf`,
  );
});

// Anybody who is logged in names the files that they send: names that took seconds each stopped the server for everybody.
test('a name as long as a header can be is cleaned at once', { timeout: 5_000 }, () => {
  for (const pump of ['.', ' ', '. ', '\u0301', '/', '<'])
    expect(cleanName(`x${pump.repeat(80_000 / pump.length)}x.pdf`).length).toBeLessThanOrEqual(200);
});
