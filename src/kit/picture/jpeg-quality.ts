/** The sum of the table for brightness that the standard gives as quality 50. */
const SUM_AT_50 = 3_685;
const QUANTISATION = 0xdb;
const SCAN = 0xda;

/** The quality of a JPEG, 1 to 100, on the scale that encoders share; null when its head does not reveal it. */
export function jpegQuality(head: Uint8Array): number | null {
  for (let at = 2; at + 4 < head.length && head[at] === 0xff; ) {
    const marker = head[at + 1];
    if (marker === SCAN) return null;
    const length = ((head[at + 2] ?? 0) << 8) | (head[at + 3] ?? 0);
    const table = head.subarray(at + 5, at + 5 + 64);
    // Table 0 with one byte a value; tables of the colours may follow it.
    if (marker === QUANTISATION && head[at + 4] === 0 && table.length === 64) {
      const scale = (table.reduce((sum, step) => sum + step, 0) * 100) / SUM_AT_50;
      return Math.round(Math.max(1, Math.min(100, scale <= 100 ? 100 - scale / 2 : 5_000 / scale)));
    }
    at += 2 + Math.max(2, length);
  }
  return null;
}
