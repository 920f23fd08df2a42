export interface Stored {
  id: number;
  bytes: number;
}

/** Lines that are read at once, of so many stored bytes: small ones together, a large one alone. */
export function bySize(lines: readonly Stored[], most: number): number[][] {
  const batches: { ids: number[]; bytes: number }[] = [];
  for (const { id, bytes } of lines) {
    const last = batches.at(-1);
    if (last && last.bytes + bytes <= most) {
      last.ids.push(id);
      last.bytes += bytes;
    } else batches.push({ ids: [id], bytes });
  }
  return batches.map(({ ids }) => ids);
}
