/** The sum of the table for brightness that the standard gives as quality 50. */
const SUM_AT_50 = 3_685;
const QUANTISATION = 0xdb;
const SCAN = 0xda;

/** How finely a JPEG was written, 1 to 100, by the scale that encoders share; null when its head does not say. */
export function jpegQuality(head: Uint8Array): number | null {
  for (let at = 2; at + 4 < head.length && head[at] === 0xff; ) {
    const marker = head[at + 1];
    if (marker === SCAN) return null;
    const length = ((head[at + 2] ?? 0) << 8) | (head[at + 3] ?? 0);
    const table = head.subarray(at + 5, at + 5 + 64);
    // A table of bytes whose number is 0; further ones, of the colours, may stand behind it.
    if (marker === QUANTISATION && head[at + 4] === 0 && table.length === 64) {
      const scale = (table.reduce((sum, step) => sum + step, 0) * 100) / SUM_AT_50;
      return Math.round(Math.max(1, Math.min(100, scale <= 100 ? 100 - scale / 2 : 5_000 / scale)));
    }
    at += 2 + Math.max(2, length);
  }
  return null;
}
