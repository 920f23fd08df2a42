/** Between two tries to reach the server, in milliseconds: longer each time. */
const PAUSES = [2_000, 5_000, 10_000, 20_000] as const;

let isLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

function become(lost: boolean) {
  if (isLost === lost) return;
  isLost = lost;
  clearTimeout(timer);
  if (lost) timer = setTimeout(retry, PAUSES[0], 1);
  for (const watch of watchers) watch();
}

/** Whether the server answers. Any answer counts, except that of a gateway which does not reach the server. */
async function probe(): Promise<boolean> {
  try {
    const { status } = await fetch('/api/health', { cache: 'no-store' });
    return ![502, 503, 504].includes(status);
  } catch {
    return false;
  }
}

async function retry(tries: number): Promise<void> {
  clearTimeout(timer);
  if (await probe()) become(false);
  else if (isLost) timer = setTimeout(retry, PAUSES[Math.min(tries, PAUSES.length - 1)], tries + 1);
}

/** Whether the server is in reach. After a request without an answer it is not, and is asked again until it answers. */
export const connection = {
  subscribe(watch: () => void) {
    watchers.add(watch);
    return () => void watchers.delete(watch);
  },
  isLost: () => isLost,
  lost: () => become(true),
  found: () => become(false),
  probe,
  /** tries at once */
  retry: () => retry(1),
};
