import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { sendTo } from '#kit/sheet/drain.server.ts';

// The first day that a ZIP can store: the same rows give the same bytes.
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 4 };

/** Streams a ZIP archive in constant memory, one entry after the other, at its reader's pace. */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #sent: Promise<void>;
  #entry: PassThrough | undefined;
  #entryBytes = 0;
  #fault: Error | undefined;

  constructor(out: Writable, signal?: AbortSignal) {
    this.#sent = pipeline(this.#zip.outputStream, out, { ...(signal && { signal }) });
    // A reader that has gone must not keep the writer waiting.
    this.#sent.catch((fault: Error) => {
      this.#fault = fault;
      this.#entry?.destroy(fault);
    });
  }

  /** How many bytes the open entry has taken so far. */
  get entryBytes(): number {
    return this.#entryBytes;
  }

  open(name: string): void {
    this.close();
    if (this.#fault) throw this.#fault;
    this.#entryBytes = 0;
    this.#entry = new PassThrough().on('error', () => {}); // told to who writes
    this.#zip.addReadStream(this.#entry, name, options);
  }

  async write(content: string | Uint8Array): Promise<void> {
    if (!this.#entry) throw new Error('No entry is open.');
    const bytes = Buffer.from(content);
    this.#entryBytes += bytes.length;
    await sendTo(this.#entry, bytes);
  }

  close(): void {
    this.#entry?.end();
    this.#entry = undefined;
  }

  /** Writes the directory, ends `out` and waits until everything is out. */
  async finish(): Promise<void> {
    this.close();
    this.#zip.end();
    await this.#sent;
  }
}
