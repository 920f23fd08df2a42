import pg from 'pg';

export interface Listening {
  /** Resolves when the first connection listens. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

const longestPause = 10_000;

/**
 * Listens to a NOTIFY channel on a connection of its own, which is made again when it is lost. `onMessage` is called with ''
 * after each reconnection, because messages may have been missed.
 */
export function listen(
  connection: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
  log: (message: string) => void = () => {},
): Listening {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let pause = 100;
  let opened: () => void;
  const ready = new Promise<void>((resolve) => {
    opened = resolve;
  });

  async function open(): Promise<void> {
    if (stopped) return;
    const fresh = new pg.Client({ ...connection, application_name: `vinculo-${channel}`, keepAlive: true });
    client = fresh;
    let lost = false;
    const again = (error?: Error) => {
      if (lost) return;
      lost = true;
      fresh.end().catch(() => {});
      if (stopped) return;
      if (error) log(`escuta de ${channel} perdida: ${error.message}`);
      timer = setTimeout(() => void open(), pause);
      pause = Math.min(pause * 2, longestPause);
    };
    fresh.on('error', again);
    fresh.on('end', () => again());
    fresh.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      pause = 100;
      opened();
      onMessage('');
    } catch (error) {
      again(error as Error);
    }
  }

  void open();
  return {
    ready,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
