import { Refusal } from '#kit/refusal/refusal.ts';

/** The reader. Each reading of the program itself has a symbol: it has turns of its own and is never ended for pausing. */
type Reader = number | symbol;

export interface TurnsOptions {
  /** readings at a time */
  places: number;
  /** how long a reader may stand still while somebody waits, in ms */
  patience?: number;
  /** how long one reading may last while somebody waits, in ms */
  longest?: number;
  /** how long to wait for a place, in ms */
  queue?: number;
  /** readings of one reader that may wait */
  waiting?: number;
}

interface Waiting {
  reader: Reader;
  enter(): void;
}

interface Still {
  reader: Reader;
  end(): void;
}

const busy = () =>
  new Refusal('OCUPADO', 'Muitas listas inteiras estão sendo lidas ao mesmo tempo. Tente de novo em instantes.', 503, {
    retryAfter: 5,
  });

/**
 * Turns at reads without a limit, which last as long as their readers like. One reader has at most half of the places, and the
 * last place only for a first read; whoever reads least goes first. A reader who pauses keeps the place until somebody waits for
 * it.
 */
export function createTurns({
  places,
  patience = 10_000,
  longest = 600_000,
  queue = 20_000,
  waiting: mostWaiting = 50,
}: TurnsOptions) {
  const share = Math.max(1, Math.floor(places / 2));
  const held = new Map<Reader, number>();
  const waiting: Waiting[] = [];
  const still = new Set<Still>();
  let free = places;

  const heldBy = (reader: Reader) => held.get(reader) ?? 0;
  const fits = (room: number, mine: number) => mine < share && room > (mine === 0 ? 0 : 1);

  function admit(): void {
    for (;;) {
      const next = waiting
        .filter(({ reader }) => fits(free, heldBy(reader)))
        .reduce<Waiting | undefined>((best, one) => (best && heldBy(best.reader) <= heldBy(one.reader) ? best : one), undefined);
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      free--;
      held.set(next.reader, heldBy(next.reader) + 1);
      next.enter();
    }
  }

  /** Ends one paused read, if that lets somebody in. */
  function makeRoom(): void {
    for (const { reader } of waiting)
      for (const one of still) {
        if (!fits(free + 1, heldBy(reader) - (one.reader === reader ? 1 : 0))) continue;
        still.delete(one);
        one.end();
        return;
      }
  }

  async function enter(reader: Reader): Promise<() => void> {
    if (waiting.filter((one) => one.reader === reader).length >= mostWaiting) throw busy();
    await new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        reader,
        enter() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(busy());
      }, queue);
      waiting.push(one);
      admit();
      if (waiting.includes(one)) makeRoom();
    });
    let left = false;
    return () => {
      if (left) return;
      left = true;
      free++;
      const others = heldBy(reader) - 1;
      if (others > 0) held.set(reader, others);
      else held.delete(reader);
      admit();
    };
  }

  /** The same rows, in the reader's turn. */
  return async function* read<R>(reader: Reader, rows: AsyncGenerator<R[], void, void>): AsyncGenerator<R[], void, void> {
    const leave = await enter(reader);
    const since = Date.now();
    let isOver = false;
    const one: Still = {
      reader,
      end() {
        isOver = true;
        void rows
          .return()
          .catch(() => {})
          .finally(leave);
      },
    };
    try {
      for (;;) {
        const { done, value } = await rows.next();
        if (done) return;
        const stop =
          typeof reader === 'number'
            ? setTimeout(
                () => {
                  still.add(one);
                  makeRoom();
                },
                Date.now() - since < longest ? patience : 0,
              ).unref()
            : undefined;
        try {
          yield value;
        } finally {
          clearTimeout(stop);
          still.delete(one);
        }
        if (isOver) throw new Error('the reader of a stream stood still while others waited');
      }
    } finally {
      await rows.return().catch(() => {});
      leave();
    }
  };
}
