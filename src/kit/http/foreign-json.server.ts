/** What another program answers with, read up to so many bytes; a longer answer is refused as one that is no JSON is. */
export async function foreignJson({ body }: Response, most: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body ?? []) {
    read += chunk.length;
    // Leaving the loop ends the transfer.
    if (read > most) throw new RangeError('the answer is too long');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
