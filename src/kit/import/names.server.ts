import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { mayChoose } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';
import { findBy, findById, findNearest, findWithin, type Named, naming } from './find-names.server.ts';

/** A longer text is no label: every registry's are shorter. */
export const LONGEST_LABEL = 500;
/** How a text is compared with labels; '', which is none, where it is too long. */
export const asLabel = (text: string): string => (text.length > LONGEST_LABEL ? '' : fold(text));

/** Most names that are cached of one registry. */
const mostRemembered = 20_000;
/** Most unknown names of one registry that get a suggestion. */
const mostSuggested = 100;

/**
 * Finds records within somebody's reach by label, code or number without accents and case, and else by id. Looks each text up
 * once.
 */
export function createNames(db: Queryable, acting: Acting) {
  const reach = { db, acting };
  const known = new Map<Store, Map<string, Named>>();
  const near = new Map<Store, Map<string, string | null>>();
  const inner = new Map<string, number>();
  const innerKey = ({ registry }: Store, text: string, outer: number) => `${registry.table} ${outer} ${asLabel(text)}`;
  const pause = inSteps();
  const labelsOf = async (texts: Iterable<string>): Promise<Set<string>> => {
    const labels = new Set<string>();
    for (const text of texts) {
      await pause();
      labels.add(asLabel(text));
    }
    return labels;
  };

  return {
    /** Looks up the records of these texts; `nameOf` answers afterwards. */
    async learn(store: Store, texts: Iterable<string>): Promise<void> {
      let of = known.get(store);
      if (!of || of.size > mostRemembered) known.set(store, (of = new Map()));
      const memory = of;
      let unknown = [...(await labelsOf(texts))].filter((text) => text !== '' && !memory.has(text));
      for (const name of naming(store.registry, acting))
        if (unknown.length > 0) unknown = await findBy(reach, store, name, unknown, memory);
      if (unknown.length > 0) await findById(reach, store, unknown, memory);
    },
    /**
     * Looks for similar names of those that were not found, where this person may choose among all of them; `nearest` answers
     * afterwards.
     */
    async suggest(store: Store, texts: Iterable<string>): Promise<void> {
      if (!mayChoose(store.registry, acting)) return;
      const of = near.get(store) ?? new Map<string, string | null>();
      near.set(store, of);
      const unknown = [...(await labelsOf(texts))]
        .filter((text) => text !== '' && !of.has(text) && known.get(store)?.get(text) === 'none')
        .slice(0, Math.max(0, mostSuggested - of.size));
      if (unknown.length > 0) await findNearest(reach, store, unknown, of);
    },
    /** Looks up the records of a shared name, each within its own other record; `nameWithin` answers afterwards. */
    async learnWithin(store: Store, inside: string, wanted: readonly { text: string; outer: number }[]): Promise<void> {
      if (wanted.length === 0) return;
      const rows = await findWithin(reach, store, inside, wanted);
      for (const { n, id, many } of rows) {
        const { text, outer } = wanted[n - 1] as { text: string; outer: number };
        if (!many) inner.set(innerKey(store, text, outer), id);
      }
    },
    nameWithin: (store: Store, text: string, outer: number): number | undefined => inner.get(innerKey(store, text, outer)),
    nearest: (store: Store, text: string): string | undefined => near.get(store)?.get(asLabel(text)) ?? undefined,
    nameOf: (store: Store, text: string): Named => known.get(store)?.get(asLabel(text)) ?? 'none',
  };
}

export type Names = ReturnType<typeof createNames>;
