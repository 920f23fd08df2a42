import type { Writable } from 'node:stream';

/** Writes a chunk and waits while the reader is behind; rejects when the stream breaks or closes, or the signal fires. */
export function sendTo(out: Writable, chunk: string | Uint8Array, signal?: AbortSignal): Promise<void> | undefined {
  signal?.throwIfAborted();
  if (out.destroyed) throw out.errored ?? new Error('The reader has gone away.');
  if (out.write(chunk)) return undefined;
  return new Promise((resolve, reject) => {
    const settle = (fault?: unknown) => {
      out.off('drain', onDrain);
      out.off('error', settle);
      out.off('close', onClose);
      signal?.removeEventListener('abort', onAbort);
      if (fault === undefined) resolve();
      else reject(fault);
    };
    const onDrain = () => settle();
    const onClose = () => settle(new Error('The reader has gone away.'));
    const onAbort = () => settle(signal?.reason ?? new Error('Aborted.'));
    out.once('drain', onDrain);
    out.once('error', settle);
    out.once('close', onClose);
    signal?.addEventListener('abort', onAbort);
  });
}

/** Ends a stream and waits until everything has gone out. */
export function endOf(out: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    if (out.destroyed) return reject(out.errored ?? new Error('The reader has gone away.'));
    out.once('error', reject);
    out.once('close', () => (out.writableFinished ? resolve() : reject(new Error('The reader has gone away.'))));
    out.end(resolve);
  });
}
