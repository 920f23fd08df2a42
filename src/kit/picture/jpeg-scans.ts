const END = 0xd9;
const SCAN = 0xda;

/** Markers that stand alone: a byte of data that was escaped, a restart, the start. */
const isAlone = (marker: number) => marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Whether a JPEG, given piece by piece, has more scans than `most`. Each is a pass over the whole picture, though it may take a hundred bytes. Walks as decoders do:
 * over the content of segments, which may hold a whole preview, and to the first end.
 */
export async function hasMoreScans(pieces: AsyncIterable<Uint8Array>, most: number): Promise<boolean> {
  let scans = 0;
  /** what the next byte is */
  let next: 'data' | 'marker' | 'length' | 'length-low' = 'data';
  let length = 0;
  /** bytes of a segment that are still to be passed over */
  let rest = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += 1) {
      if (rest > 0) {
        const passed = Math.min(rest, piece.length - at);
        rest -= passed;
        at += passed - 1;
        continue;
      }
      const byte = piece[at] as number;
      if (next === 'data') {
        if (byte === 0xff) next = 'marker';
      } else if (next === 'marker') {
        if (byte === END) return false;
        if (byte === SCAN && ++scans > most) return true;
        if (byte !== 0xff) next = isAlone(byte) ? 'data' : 'length';
      } else if (next === 'length') {
        length = byte << 8;
        next = 'length-low';
      } else {
        rest = Math.max(0, (length | byte) - 2);
        next = 'data';
      }
    }
  }
  return false;
}
