import { Refusal, refuse } from '#kit/refusal/refusal.ts';

const MiB = 1024 * 1024;
/** Files of one sender that may be arriving at a time. A browser sends six. */
const MOST_AT_ONCE = 12;
/**
 * Bytes that may be arriving at a time from people from outside, whose accounts cost nothing. Whoever sends one file alone always may: others who hold
 * what is there keep nobody out.
 */
const MOST_OF_SENDER = 32 * MiB;
const MOST_OF_NETWORK = 64 * MiB;
const MOST_OF_OUTSIDERS = 512 * MiB;
/** A file lies on the disk twice before its request is answered: as it came, and as it is stored. */
const COPIES = 2;
/** An upload counts as what has come of it and so much more: who sends nothing takes little. */
const ADVANCE = MiB / 4;
/** Bytes that are granted at a time to what goes on, after a look at the disk. */
const STEP = MiB;
/** Uploads from outside end before those of users do, by this part of the floor. */
const KEPT_FOR_USERS = 0.25;

const later = (message: string, status: number, code: string, retryAfter: number) =>
  new Refusal(code, message, status, { retryAfter });
const faults = {
  sender: () =>
    later('Muitos arquivos estão sendo enviados de uma vez. Aguarde os primeiros chegarem.', 429, 'MUITAS_TENTATIVAS', 5),
  network: () =>
    later(
      'Da rede em que você está chegam muitos arquivos ao mesmo tempo. Tente de novo em um minuto, ou por outra rede, como a do celular.',
      429,
      'MUITAS_TENTATIVAS',
      60,
    ),
  outsiders: () => later('O portal está recebendo muitos arquivos. Tente de novo em um minuto.', 503, 'OCUPADO', 60),
};

/** Who begins to send, and how much may come. */
export interface Coming {
  sender: string | undefined;
  /** the network of somebody from outside; it is forgotten with the upload */
  network?: string | undefined;
  bytes: number;
}

export interface Arrival {
  /** So many bytes have come; refuses more when there is no room for them, on the disk or in a count. */
  took(bytes: number): Promise<void>;
  /** All has come: so much is still to be stored. */
  arrived(bytes: number): void;
  end(): void;
}

interface Share {
  key: string;
  files: number;
  bytes: number;
  fault(): Refusal;
}

export type UnderWay = ReturnType<typeof createUnderWay>;

/** Bytes that no quota counts yet, because they are still arriving. Each server counts those that come to it. */
export function createUnderWay(free: () => Promise<number>, floor: number) {
  const counts = new Map<string, { files: number; bytes: number }>();
  /** what was granted to all of them and is not written yet */
  let coming = 0;

  /** Refuses when the disk would have less than its floor once all that was granted is written. */
  async function demandRoom(isOutside = false): Promise<void> {
    if (floor > 0 && (await free()) - coming < floor * (isOutside ? 1 + KEPT_FOR_USERS : 1)) throw refuse.noSpace();
  }

  /** The sender's own first. */
  function sharesOf({ sender, network }: Coming): [Share, ...Share[]] {
    const own = { key: `remetente ${sender}`, files: MOST_AT_ONCE, bytes: Number.POSITIVE_INFINITY, fault: faults.sender };
    if (network === undefined) return [own];
    const files = Number.POSITIVE_INFINITY;
    return [
      { ...own, bytes: MOST_OF_SENDER },
      { key: `rede ${network}`, files, bytes: MOST_OF_NETWORK, fault: faults.network },
      { key: 'de fora', files, bytes: MOST_OF_OUTSIDERS, fault: faults.outsiders },
    ];
  }

  function add(key: string, files: number, bytes: number): void {
    const now = counts.get(key) ?? { files: 0, bytes: 0 };
    if (now.files + files > 0) counts.set(key, { files: now.files + files, bytes: now.bytes + bytes });
    else counts.delete(key);
  }

  /** Takes room for a file that begins to come, and for more as it comes, until its end. */
  async function begin(of: Coming): Promise<Arrival> {
    const shares = sharesOf(of);
    for (const { key, files, fault } of shares) if ((counts.get(key)?.files ?? 0) >= files) throw fault();
    for (const { key } of shares) add(key, 1, 0);
    let [came, granted, left] = [0, 0, 0];
    let isOver = false;
    const expect = (bytes: number) => {
      coming += bytes - left;
      left = bytes;
    };
    const end = () => {
      if (isOver) return;
      isOver = true;
      expect(0);
      for (const { key } of shares) add(key, -1, -granted);
    };
    async function grant(advance: number): Promise<void> {
      const more = Math.max(came, Math.min(of.bytes, came + advance)) - granted;
      const isAlone = counts.get(shares[0].key)?.files === 1;
      for (const { key, bytes, fault } of shares) if (!isAlone && (counts.get(key)?.bytes ?? 0) + more > bytes) throw fault();
      granted += more;
      for (const { key } of shares) add(key, 0, more);
      expect(COPIES * granted - came);
      await demandRoom(of.network !== undefined);
    }
    try {
      await grant(ADVANCE);
    } catch (error) {
      end();
      throw error;
    }
    return {
      async took(bytes) {
        // The last piece of an upload that was broken off may come after its end.
        if (isOver) return;
        came += bytes;
        if (came > granted) await grant(STEP);
        else expect(COPIES * granted - came);
      },
      arrived: (bytes) => expect(bytes),
      end,
    };
  }

  return { begin, demandRoom };
}
