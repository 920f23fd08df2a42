import { Buffer } from 'node:buffer';
import type { Writable } from 'node:stream';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { endOf, sendTo } from '#kit/sheet/drain.server.ts';

interface Entry {
  name: Buffer;
  offset: number;
  crc: number;
  packed: number;
  plain: number;
}

const limit = 0xffff_ffff;
// Bit 3: sizes follow the data, for nothing is known before it is written. Bit 11: names are UTF-8.
const flags = 0x0808;
// 1980-01-01, the first day that a ZIP knows: the same rows give the same bytes.
const day = 0x0021;

/** Streams a ZIP archive, one entry after the other, in constant memory. Entries and archive stay below 4 GiB. */
export class ZipWriter {
  readonly #out: Writable;
  readonly #signal: AbortSignal | undefined;
  readonly #entries: Entry[] = [];
  #offset = 0;
  #entry: Entry | null = null;
  #deflate: DeflateRaw | null = null;
  #pumped: Promise<void> = Promise.resolve();

  constructor(out: Writable, signal?: AbortSignal) {
    this.#out = out;
    this.#signal = signal;
  }

  /** How many bytes the open entry has taken so far. */
  get entryBytes(): number {
    return this.#entry?.plain ?? 0;
  }

  async #send(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length;
    if (this.#offset > limit) throw new RangeError('A ZIP archive above 4 GiB is not written.');
    await sendTo(this.#out, bytes, this.#signal);
  }

  async open(name: string): Promise<void> {
    await this.close();
    const entry: Entry = { name: Buffer.from(name), offset: this.#offset, crc: 0, packed: 0, plain: 0 };
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(flags, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(day, 12);
    head.writeUInt16LE(entry.name.length, 26);
    await this.#send(Buffer.concat([head, entry.name]));
    const deflate = createDeflateRaw({ level: 4 });
    this.#entry = entry;
    this.#deflate = deflate;
    this.#pumped = (async () => {
      for await (const chunk of deflate as AsyncIterable<Buffer>) {
        entry.packed += chunk.length;
        await this.#send(chunk);
      }
    })();
    this.#pumped.catch((fault) => deflate.destroy(fault instanceof Error ? fault : undefined));
    deflate.on('error', () => {}); // told by `pumped`
  }

  async write(text: string): Promise<void> {
    const entry = this.#entry;
    const deflate = this.#deflate;
    if (!entry || !deflate) throw new Error('No entry is open.');
    const bytes = Buffer.from(text);
    entry.crc = crc32(bytes, entry.crc);
    entry.plain += bytes.length;
    if (entry.plain > limit) throw new RangeError('A ZIP entry above 4 GiB is not written.');
    // A broken `out` destroys the deflater with the same fault, so waiting on it is enough.
    await sendTo(deflate, bytes);
  }

  async close(): Promise<void> {
    const entry = this.#entry;
    if (!entry) return;
    this.#deflate?.end();
    await this.#pumped;
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(0x08074b50, 0);
    tail.writeUInt32LE(entry.crc, 4);
    tail.writeUInt32LE(entry.packed, 8);
    tail.writeUInt32LE(entry.plain, 12);
    this.#entries.push(entry);
    this.#entry = null;
    this.#deflate = null;
    await this.#send(tail);
  }

  /** Writes the directory, ends `out` and waits until it is through. */
  async finish(): Promise<void> {
    await this.close();
    const start = this.#offset;
    for (const entry of this.#entries) {
      const head = Buffer.alloc(46);
      head.writeUInt32LE(0x02014b50, 0);
      head.writeUInt16LE(20, 4);
      head.writeUInt16LE(20, 6);
      head.writeUInt16LE(flags, 8);
      head.writeUInt16LE(8, 10);
      head.writeUInt16LE(day, 14);
      head.writeUInt32LE(entry.crc, 16);
      head.writeUInt32LE(entry.packed, 20);
      head.writeUInt32LE(entry.plain, 24);
      head.writeUInt16LE(entry.name.length, 28);
      head.writeUInt32LE(entry.offset, 42);
      await this.#send(Buffer.concat([head, entry.name]));
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#send(end);
    await endOf(this.#out);
  }
}
