import { inflateRawSync } from 'node:zlib';

export interface ZipPart {
  packed: number;
  plain: number;
  method: number;
  offset: number;
}

/** The directory at the end of a ZIP: all parts with their sizes; null when there is none. */
export function zipDirectory(file: Buffer): Map<string, ZipPart> | null {
  let end = -1;
  for (let at = file.length - 22; at >= Math.max(0, file.length - 65_557); at--) {
    if (file.readUInt32LE(at) === 0x06054b50) {
      end = at;
      break;
    }
  }
  if (end < 0) return null;
  const parts = new Map<string, ZipPart>();
  try {
    let count = file.readUInt16LE(end + 10);
    let at = file.readUInt32LE(end + 16);
    if (at === 0xffff_ffff || count === 0xffff) {
      const end64 = Number(file.readBigUInt64LE(end - 20 + 8));
      count = Number(file.readBigUInt64LE(end64 + 32));
      at = Number(file.readBigUInt64LE(end64 + 48));
    }
    if (count > 20_000) return null;
    for (let i = 0; i < count; i++) {
      if (file.readUInt32LE(at) !== 0x02014b50) return null;
      const nameLength = file.readUInt16LE(at + 28);
      const extraLength = file.readUInt16LE(at + 30);
      const name = file.toString('utf8', at + 46, at + 46 + nameLength);
      const part = {
        packed: file.readUInt32LE(at + 20),
        plain: file.readUInt32LE(at + 24),
        method: file.readUInt16LE(at + 10),
        offset: file.readUInt32LE(at + 42),
      };
      widen(part, file.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
      parts.set(name, part);
      at += 46 + nameLength + extraLength + file.readUInt16LE(at + 32);
    }
  } catch {
    return null; // an address outside of the file
  }
  return parts;
}

// ZIP64 writers put 0xffffffff here and the real sizes into extra field 1, in this order.
function widen(part: ZipPart, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let field = at + 4;
    for (const key of ['plain', 'packed', 'offset'] as const) {
      if (part[key] !== 0xffff_ffff) continue;
      part[key] = Number(extra.readBigUInt64LE(field));
      field += 8;
    }
  }
}

/** The packed bytes of one part, or null when it lies outside of the file. */
export function zipBytes(file: Buffer, part: ZipPart): Buffer | null {
  try {
    const start = part.offset + 30 + file.readUInt16LE(part.offset + 26) + file.readUInt16LE(part.offset + 28);
    return file.subarray(start, start + part.packed);
  } catch {
    return null;
  }
}

/** One part as text, or null when it is absent, damaged or larger than `maxBytes`. */
export function zipText(file: Buffer, part: ZipPart | undefined, maxBytes: number): string | null {
  const packed = part ? zipBytes(file, part) : null;
  if (!part || !packed) return null;
  try {
    const bytes = part.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxBytes });
    return bytes.length > maxBytes ? null : bytes.toString('utf8');
  } catch {
    return null;
  }
}
