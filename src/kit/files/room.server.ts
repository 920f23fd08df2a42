import { FORM, type Maker, makerColumns, makerKey } from '#kit/acting/acting.server.ts';
import { bytes } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { takenToday, takeToday } from '#kit/http/throttle.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { FileStore } from './store.server.ts';
import { createUnderWay } from './under-way.server.ts';

/** `uso`: sent by a user, made by a task, or read by an import; the last two are their maker's alone. */
export type FileUse = 'envio' | 'tarefa' | 'importacao';

/** Whose the file is, and for what people from outside send the network that it comes from (`networkOf`). */
export type Keeper = Maker & { network?: string };

/** How much may be stored, in bytes; 0: as much as there is. */
export interface Limits {
  /** what a user stores for themselves alone in one company: results of tasks and sheets of imports */
  user: number;
  /** all that a company has */
  company: number;
  /** what a user sent to one company in a day and no record refers to yet */
  loose: number;
  /** what must stay free on the disk */
  floor: number;
  /** the part of it that is left to a database on the same disk (`reserveOf`) */
  reserve: number;
}

export const unlimited: Limits = { user: 0, company: 0, loose: 0, floor: 0, reserve: 0 };

/** Uploads of a day that no record refers to yet. */
const MOST_LOOSE = 200;
/** Results of tasks that are stored for one user; older ones make room. */
const MOST_RESULTS = 50;
/** The part of the floor that is left to the database: 64 of 512 MiB. It writes its log in pieces of 16 MiB, and ends when there is no room for one. */
const RESERVE = 8;
export const reserveOf = (floor: number): number => floor / RESERVE;
/** Bytes between two checks of the disk. */
const STEP = 16 * 1024 * 1024;

const full = (whose: string) =>
  new Refusal('LIMITE_DE_ARQUIVOS', `O arquivo não cabe: ${whose}. Fale com quem administra o programa.`);
const companyFull = (limit: number) => full(`a empresa pode guardar até ${bytes(limit)} de arquivos`);
const userFull = (limit: number) =>
  full(`cada pessoa pode ter até ${bytes(limit)} em resultados de tarefas e planilhas importadas, que ficam 30 dias`);
const tooLoose = () =>
  new Refusal(
    'MUITOS_ARQUIVOS',
    'Você enviou nas últimas 24 horas muitos arquivos que nenhum registro usa. Salve os registros que os usam, ou tente de novo mais tarde.',
    429,
    { retryAfter: 3_600 },
  );

const networkFull = () =>
  new Refusal(
    'MUITOS_ARQUIVOS',
    'Da rede em que você está já chegaram hoje muitos arquivos para esta empresa. Tente de novo amanhã, ou por outra rede, como a do celular.',
    429,
    { retryAfter: 3_600 },
  );

interface Occupied {
  company: number;
  user: number;
  /** the part that results of tasks take; they make room for new ones */
  results: number;
}

interface Sent {
  files: number;
  bytes: number;
}

const own = '(criado_por = $1 or externo = $2)';
const ownOf = (keeper: Maker) => [...makerColumns(keeper), keeper.empresaId];
/** The part of a company's room that people from outside leave to its users. */
const KEPT_FOR_USERS = 0.2;
const companyRoom = ({ company }: Limits, { externo }: Maker) => (externo ? company * (1 - KEPT_FOR_USERS) : company);
/**
 * What people from outside send to a company from one network in a day: a tenth of their room at most, and no more than a fair of some hundred people needs,
 * each with a CV and a few photographs. Accounts cost nothing, so theirs alone is no bound.
 */
const MOST_OF_NETWORK = 1024 * 1024 * 1024;
const PART_OF_NETWORK = 0.1;
const networkRoom = (limits: Limits, keeper: Maker) =>
  limits.company === 0 ? MOST_OF_NETWORK : Math.floor(Math.min(MOST_OF_NETWORK, companyRoom(limits, keeper) * PART_OF_NETWORK));
const networkKey = ({ empresaId, network }: Keeper) => `arquivos:${empresaId}:${network}`;
/** Anonymous people may start a new form at any time, so they share one quota. */
const isStranger = ({ externo }: Maker) => externo?.startsWith(FORM) ?? false;
const ofStrangers = `(externo like '${FORM}%' and $1::bigint is null and $2::text is not null)`;

export type Room = ReturnType<typeof createRoom>;

/**
 * Room for files. The database counts what is stored (`ocupacao`: one row for a company and one for each user, locked by whoever
 * stores until they commit), so that requests at the same moment cannot pass a limit together. `unnamed` is the condition over
 * alias `a` that no record refers to a file.
 */
export function createRoom(store: Pick<FileStore, 'free'>, limits: Limits, unnamed: () => Promise<string>) {
  const underWay = createUnderWay(() => store.free(), limits.floor);

  async function occupied(db: Queryable, keeper: Maker): Promise<Occupied> {
    const row = await db.one<Occupied>({
      name: 'arquivos-ocupacao',
      text: `select coalesce(sum(bytes) filter (where usuario_id = 0), 0)::float8 as company, coalesce(sum(bytes) filter (where usuario_id = $1), 0)::float8
            + (select coalesce(sum(tamanho), 0)::float8 from arquivos where externo = $2 and empresa_id = $3 and uso <> 'envio') as "user",
          (select coalesce(sum(tamanho), 0)::float8 from arquivos where (criado_por = $1 or externo = $2) and empresa_id = $3 and uso = 'tarefa') as results
        from ocupacao where empresa_id = $3 and (usuario_id = 0 or usuario_id = $1)`,
      values: ownOf(keeper),
    });
    return row ?? { company: 0, user: 0, results: 0 };
  }

  /** Refuses when the user's files without a record exceed the user's share, as `isTooMuch` decides. */
  async function refuseLoose(db: Queryable, keeper: Maker, isTooMuch: (sent: Sent) => boolean) {
    if (limits.loose === 0) return;
    // First without the condition: few people send so much that records must be checked for references.
    for (const condition of ['', await unnamed()]) {
      const sent = await db.one<Sent>({
        text: `select count(*)::int as files, coalesce(sum(tamanho), 0)::float8 as bytes from arquivos a
          where ${isStranger(keeper) ? ofStrangers : own} and empresa_id = $3 and criado_em > now() - interval '24 hours' and uso = 'envio' ${condition}`,
        values: ownOf(keeper),
      });
      if (!sent || !isTooMuch(sent)) return;
    }
    throw tooLoose();
  }

  async function refuseFullDisk(floor = limits.floor): Promise<void> {
    if (floor > 0 && (await store.free()) < floor) throw refuse.noSpace();
  }

  /** How many bytes may come, and the refusal of more; refuses when there is no room at all. */
  async function left(db: Queryable, keeper: Keeper, uso: FileUse): Promise<{ bytes: number; fault(): Refusal }> {
    await underWay.demandRoom();
    if (uso === 'envio') await refuseLoose(db, keeper, (sent) => sent.files >= MOST_LOOSE || sent.bytes >= limits.loose);
    const now = await occupied(db, keeper);
    const evictable = uso === 'envio' ? 0 : now.results;
    const rest = (limit: number, is: number) => (limit === 0 ? Number.POSITIVE_INFINITY : limit - is + evictable);
    const company = companyRoom(limits, keeper);
    const ofCompany = { bytes: rest(company, now.company), fault: () => companyFull(company) };
    const ofUser = { bytes: rest(limits.user, now.user), fault: () => userFull(limits.user) };
    const ofNetwork =
      keeper.network === undefined
        ? undefined
        : { bytes: networkRoom(limits, keeper) - (await takenToday(db, networkKey(keeper))), fault: networkFull };
    const all = [ofCompany, ...(uso === 'envio' ? [] : [ofUser]), ...(ofNetwork ? [ofNetwork] : [])];
    const least = all.reduce((one, other) => (other.bytes < one.bytes ? other : one));
    if (least.bytes <= 0) throw least.fault();
    return least;
  }

  return {
    /** Takes room for a file that begins to come. */
    begin: underWay.begin,

    /** Refuses anything while the disk is full. */
    demandFloor: () => refuseFullDisk(),

    /** Refuses what users save while so little is left that an embedded database might not finish what it has begun. */
    demandReserve: () => refuseFullDisk(limits.reserve),

    /** Refuses what certainly does not fit, before a byte has come. */
    admit: async (db: Queryable, keeper: Keeper, uso: FileUse) => void (await left(db, keeper, uso)),

    /** Does the same, and then lets bytes through as long as there is room for them. */
    async gate(db: Queryable, keeper: Keeper, uso: FileUse) {
      const most = await left(db, keeper, uso);
      return async function* (content: AsyncIterable<Buffer>) {
        let passed = 0;
        let looked = 0;
        for await (const chunk of content) {
          passed += chunk.length;
          if (passed > most.bytes) throw most.fault();
          if (passed - looked >= STEP) {
            looked = passed;
            await underWay.demandRoom();
          }
          yield chunk;
        }
      };
    },

    /**
     * Judges a file, or rows of an import (id 0), just written into the tables, in the same transaction: throws when it does not
     * fit. The user's oldest results make room for it; the keys of their bytes are answered, to be removed after the transaction.
     */
    async after(
      tx: Queryable,
      keeper: Keeper,
      { id, uso, tamanho = 0 }: { id: number; uso: FileUse; tamanho?: number },
    ): Promise<string[]> {
      if (keeper.network !== undefined && !(await takeToday(tx, networkKey(keeper), tamanho, networkRoom(limits, keeper))))
        throw networkFull();
      if (uso === 'envio') await refuseLoose(tx, keeper, (sent) => sent.files > MOST_LOOSE || sent.bytes > limits.loose);
      const now = await occupied(tx, keeper);
      const over = (limit: number, is: number) => (limit === 0 ? 0 : Math.max(0, is - limit));
      const company = companyRoom(limits, keeper);
      const excess = Math.max(over(company, now.company), uso === 'envio' ? 0 : over(limits.user, now.user));
      const gone = uso === 'envio' || makerKey(keeper) === undefined ? [] : await makeRoom(tx, keeper, id, excess);
      const freed = gone.reduce((sum, { tamanho }) => sum + tamanho, 0);
      if (excess > freed) throw over(company, now.company) > freed ? companyFull(company) : userFull(limits.user);
      return gone.map(({ chave }) => chave);
    },
  };
}

/** Removes the oldest results of a user's tasks: enough to free so many bytes, and all beyond the number that is kept. */
function makeRoom(tx: Queryable, keeper: Maker, except: number, excess: number) {
  return tx.query<{ chave: string; tamanho: number }>({
    text: `delete from arquivos where id in (
        select id from arquivos where id in (
          select id from (
            select id, row_number() over (order by id desc) as place, sum(tamanho) over (order by id) - tamanho as older
            from arquivos where ${own} and empresa_id = $3 and uso = 'tarefa' and id <> $4) x
          where place >= $5 or older < $6)
        for update skip locked)
      returning chave, tamanho::float8 as tamanho`,
    values: [...ownOf(keeper), except, MOST_RESULTS, excess],
  });
}
