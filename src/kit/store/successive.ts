/** A record among those that follow each other under one key; days as `YYYY-MM-DD`, `until` inclusive, null while it lasts. */
export interface Span {
  id: number;
  from: string;
  until: string | null;
}

const LAST = '9999-12-31';

/**
 * Finds the record for a key and, perhaps, a first and a last day: the one that began on that day, else the last one that shares
 * a day with the given ones. Without a first day the last record; null when the given days overlap none. `spans` are in the order
 * of their days.
 */
export function meant(spans: readonly Span[], from: string | null, until: string | null): number | null {
  const same =
    from === null
      ? spans.at(-1)
      : (spans.find((span) => span.from === from) ??
        spans.findLast((span) => span.from <= (until ?? LAST) && (span.until ?? LAST) >= from));
  return same?.id ?? null;
}
