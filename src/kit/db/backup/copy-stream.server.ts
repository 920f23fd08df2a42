import { once } from 'node:events';
import type { Duplex, Writable } from 'node:stream';
import type pg from 'pg';

/** The part of pg's protocol connection that COPY needs; its typings do not show it. */
interface Wire {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** A query of pg's own kind: the client calls these as messages arrive. */
class Copy {
  readonly text: string;
  readonly done: Promise<void>;
  private settle: (error?: unknown) => void = () => {};
  private failure: unknown;
  private readonly onData: (chunk: Buffer, wire: Wire) => void;
  private readonly onReady: (wire: Wire) => void;

  constructor(text: string, onData: (chunk: Buffer, wire: Wire) => void, onReady: (wire: Wire) => void) {
    this.text = text;
    this.onData = onData;
    this.onReady = onReady;
    this.done = new Promise((resolve, reject) => {
      this.settle = (error) => (error ? reject(error) : resolve());
    });
    this.done.catch(() => {});
  }

  submit(wire: Wire) {
    wire.query(this.text);
  }
  handleCopyData(message: { chunk: Buffer }, wire: Wire) {
    // The chunk is a window on the parser's buffer, which the next packet overwrites.
    this.onData(Buffer.from(message.chunk), wire);
  }
  handleCopyInResponse(wire: Wire) {
    this.onReady(wire);
  }
  handleRowDescription() {}
  handleDataRow() {}
  handleCommandComplete() {}
  handlePortalSuspended() {}
  handleEmptyQuery() {}
  handleError(error: unknown) {
    this.failure = error;
    // A lost connection sends no ReadyForQuery.
    this.settle(error);
  }
  handleReadyForQuery() {
    this.settle(this.failure);
  }
}

const send = (client: pg.ClientBase, copy: Copy) => (client.query as unknown as (query: Copy) => void).call(client, copy);

/** Runs `copy … to stdout` and writes what comes, at the pace of the reader. */
export async function copyOut(client: pg.ClientBase, text: string, to: Writable): Promise<void> {
  let broken: Error | undefined;
  let paused: Wire | undefined;
  const resume = () => {
    paused?.stream.resume();
    paused = undefined;
  };
  const fail = (error: Error) => {
    broken = error;
    resume();
  };
  to.on('drain', resume).on('error', fail);
  const copy = new Copy(
    text,
    (chunk, wire) => {
      // Of a stream that broke, the rest is read and dropped: the server cannot be told to stop.
      if (broken || to.write(chunk)) return;
      paused = wire;
      wire.stream.pause();
    },
    (wire) => wire.sendCopyFail('copy to stdout expected'),
  );
  send(client, copy);
  try {
    await copy.done;
  } finally {
    // The last answer may have come in the same packet as the data that paused us.
    resume();
    to.off('drain', resume).off('error', fail);
  }
  if (broken) throw broken;
}

/** Runs `copy … from stdin` with what `from` gives. */
export async function copyIn(client: pg.ClientBase, text: string, from: AsyncIterable<Buffer>): Promise<void> {
  let broken: unknown;
  let over = false;
  const feed = async (wire: Wire) => {
    try {
      for await (const chunk of from) {
        if (over) return;
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
      }
      wire.endCopyFrom();
    } catch (error) {
      broken = error;
      wire.sendCopyFail('the source of the copy failed');
    }
  };
  const copy = new Copy(
    text,
    () => {},
    (wire) => void feed(wire),
  );
  send(client, copy);
  try {
    await copy.done;
  } catch (error) {
    throw broken ?? error;
  } finally {
    over = true;
  }
}
