import { inflateSync } from 'node:zlib';

const two = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** A `name` table that says the family and nothing that would contradict it. */
function nameTable(family: string, weight: string): Buffer {
  const names: [id: number, text: string][] = [
    [1, family],
    [2, weight],
    [4, `${family} ${weight}`],
    [6, `${family.replaceAll(' ', '')}-${weight}`],
  ];
  const records: Buffer[] = [];
  const texts: Buffer[] = [];
  let at = 0;
  for (const [id, text] of names) {
    const bytes = utf16(text);
    records.push(...[3, 1, 0x409, id, bytes.length, at].map(two));
    texts.push(bytes);
    at += bytes.length;
  }
  return Buffer.concat([two(0), two(names.length), two(6 + 12 * names.length), ...records, ...texts]);
}

/**
 * A WOFF file as the TrueType or OpenType font inside of it, under a family name of our own: the packages bring one file for
 * each alphabet, all of the same name, and a program that chooses by name would see only the first.
 */
export function trueType(woff: Buffer, family: string, weight: string): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const at = 44 + i * 20;
    const tag = woff.toString('latin1', at, at + 4);
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((more) => woff.readUInt32BE(at + more)) as [
      number,
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    return { tag, checksum, bytes: packed < length ? inflateSync(bytes) : bytes };
  }).map((table) => (table.tag === 'name' ? { ...table, bytes: nameTable(family, weight) } : table));
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  for (const [i, value] of [count, 2 ** power * 16, power, count * 16 - 2 ** power * 16].entries())
    head.writeUInt16BE(value, 4 + i * 2);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [i, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + i * 16;
    head.write(tag, at, 'latin1');
    for (const [j, value] of [checksum, offset, bytes.length].entries()) head.writeUInt32BE(value, at + 4 + j * 4);
    const padding = (4 - (bytes.length % 4)) % 4;
    parts.push(bytes, Buffer.alloc(padding));
    offset += bytes.length + padding;
  }
  return Buffer.concat(parts);
}
