import { expect, test } from 'vitest';
import { hasMoreScans } from './jpeg-scans.ts';

const START = [0xff, 0xd8];
const END = [0xff, 0xd9];
const SCAN = [0xff, 0xda, 0, 3, 7, 0xff, 0, 5, 0xff, 0xd0, 9];
const segment = (...content: number[]) => [0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content];
const scans = (n: number) => Array.from({ length: n }, () => SCAN).flat();

async function* inPieces(bytes: readonly number[], size: number) {
  for (let at = 0; at < bytes.length; at += size) yield Uint8Array.from(bytes.slice(at, at + size));
}
const over = (bytes: readonly number[], most: number, size = 7) => hasMoreScans(inPieces(bytes, size), most);

test.each([1, 2, 7, 10_000])('scans are counted in pieces of %i bytes', async (size) => {
  const picture = [...START, ...segment(1, 2, 3), ...scans(5), ...END];
  expect(await over(picture, 5, size)).toBe(false);
  expect(await over(picture, 4, size)).toBe(true);
});

test('those of a preview in a segment, and what follows the end, are not', async () => {
  expect(await over([...START, ...segment(...START, ...scans(50), ...END), ...scans(1), ...END, ...scans(50)], 1)).toBe(false);
});

test('fill bytes before a marker are passed over', async () => {
  expect(await over([...START, 0xff, 0xff, ...SCAN, 0xff, ...SCAN], 1)).toBe(true);
});

test('a picture that is cut anywhere has an answer', async () => {
  const picture = [...START, ...segment(1, 2, 3), ...scans(2)];
  for (let length = 0; length < picture.length; length += 1) expect(await over(picture.slice(0, length), 2)).toBe(false);
});
