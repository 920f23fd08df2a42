import sharp from 'sharp';
import { expect, test } from 'vitest';
import { jpegQuality } from './jpeg-quality.ts';

const written = (quality: number, progressive = false) =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: '#ff850a' } })
    .jpeg({ quality, progressive })
    .withMetadata({ orientation: 6 })
    .toBuffer();

test.each([40, 60, 75, 85, 95])('quality %i is read from the tables of a JPEG', async (quality) => {
  expect(Math.abs((jpegQuality(await written(quality)) ?? 0) - quality)).toBeLessThanOrEqual(2);
  expect(Math.abs((jpegQuality(await written(quality, true)) ?? 0) - quality)).toBeLessThanOrEqual(2);
});

test('a head without tables, or cut, has no quality', async () => {
  const whole = await written(80);
  for (const head of [whole.subarray(0, 0), whole.subarray(0, 20), Buffer.from('isto é texto'), Buffer.alloc(300, 0xff)])
    expect(jpegQuality(head)).toBeNull();
});
