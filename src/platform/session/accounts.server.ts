import type { FastifyReply, FastifyRequest } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { MASK } from '#kit/fields/sensitive.ts';
import { demand } from '#kit/http/demand.server.ts';
import { countAttempt, countUnknown, networkOf } from '#kit/http/throttle.server.ts';
import type { Jobs } from '#kit/jobs/jobs.server.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { type Author, auditor } from '#platform/audit/audit.server.ts';
import type { Audience } from './audience.server.ts';
import { digest } from './cookie.server.ts';
import type { Devices } from './devices.server.ts';
import { fromKnownBrowser, hashPassword, isPassword, type Known, nobodysHash, weakness } from './password.server.ts';
import { isStill } from './proof.server.ts';
import { endLinks, enqueueRecovery } from './recovery.server.ts';
import { countAt, countedCpf, countedPerson, type Door } from './throttle.server.ts';
import { holdTogether, standAlone, togetherOf } from './together.server.ts';

export const cpfText = z
  .string('CPF é obrigatório')
  .min(1, 'CPF é obrigatório')
  .max(40, 'CPF inválido.')
  .refine(CPF.isValid, 'CPF inválido.')
  .transform(CPF.normalize);
export const secret = (label: string) =>
  z.string(`${label} é obrigatória`).min(1, `${label} é obrigatória`).max(200, `${label} deve ter no máximo 200 caracteres`);

const newPassword = z.object({
  senha: secret('Senha'),
  novaSenha: secret('Nova senha'),
  confNovaSenha: secret('Confirmação da senha'),
});
const resetPassword = z.object({ token: secret('Chave'), senha: secret('Senha'), confSenha: secret('Confirmação da senha') });

/** Uses of one link in 15 minutes: passwords that are too weak count, too. */
const MOST_USES_OF_A_LINK = 30;

/** The answer to everybody who asks for a link, whether or not the CPF has an account. */
export const RECOVERY_ASKED = {
  message: 'Se o CPF estiver cadastrado com um e-mail, enviaremos as instruções para redefinir a senha.',
};
/** Passwords of an audience: check, change, recover and set. */
export function createAccounts(db: Database, audience: Audience, devices: Devices, jobs: Pick<Jobs, 'enqueue'>) {
  const [sessions, recoveries] = [raw(audience.sessions), raw(audience.recoveries)];
  const [owner, people] = [raw(audience.owner), raw(audience.people)];

  /** How counts name a CPF at a company: strangers fill none of another company, where nobody would hear of it. */
  const whoAt = async (cpf: string, empresaId: number | null) =>
    `${audience.counted}${empresaId === null ? '' : `${empresaId}:`}${await countedCpf(cpf)}`;

  /**
   * Counts a login attempt: at a browser's own door if it has been used with this CPF, else at its address and then at the CPF.
   */
  async function attempt(
    request: FastifyRequest,
    cpf: string,
    { door = 'cpf', empresaId = null }: { door?: 'cpf' | 'recuperar'; empresaId?: number | null } = {},
  ) {
    const who = await whoAt(cpf, empresaId);
    const device = await devices.known(request, cpf);
    const doors: [Door, string][] = device
      ? [[door === 'cpf' ? 'dispositivo' : 'dispositivoRecuperar', `${device.key}:${who}`]]
      : [
          ['ip', networkOf(request.ip)],
          [door, who],
        ];
    const counted = await countAt(db, doors);
    return device
      ? { ...counted, judge: <T>(work: () => Promise<T>) => counted.judge(() => fromKnownBrowser(device.key, work)) }
      : counted;
  }

  /** Counts a right password, because each costs as much as a wrong one. Nobody else can shut this door. */
  const countRight = async (id: number) => countAt(db, [['senhaCerta', await countedPerson(db, audience, id)]]);

  /**
   * Logs in where a CPF may have several accounts at a company, of strangers to each other. A browser's own door leads to the accounts that have logged in with
   * it, and to no others; at any other door a success takes back itself alone, because the failures before it may have been guesses at another
   * account. `find` answers the account among these whose password it is.
   */
  async function attemptOne<A extends { id: number }>(
    request: FastifyRequest,
    { cpf, empresaId }: { cpf: string; empresaId: number },
    all: readonly A[],
    find: (among: readonly A[]) => Promise<A | undefined>,
  ): Promise<A | undefined> {
    const who = await whoAt(cpf, empresaId);
    const device = await devices.known(request, cpf);
    if (device) {
      const { judge, settle } = await countAt(db, [['dispositivo', `${device.key}:${who}`]]);
      const mine = await judge(() => fromKnownBrowser(device.key, () => find(all.filter(({ id }) => device.accounts.has(id)))));
      if (mine) {
        await countRight(mine.id);
        await settle();
        return mine;
      }
    }
    // All known browsers of the CPF together share one door to its other accounts, so that none of them shuts the strangers'.
    const doors: [Door, string][] = device
      ? [['outraConta', who]]
      : [
          ['ip', networkOf(request.ip)],
          ['cpf', who],
        ];
    const { judge, settle } = await countAt(db, doors, 'taken back');
    const other = await judge(() => find(all.filter(({ id }) => !device?.accounts.has(id))));
    if (other) {
      await countRight(other.id);
      await settle();
    }
    return other;
  }

  const hashOf = async (id: number) => (await db.one<{ hash: string }>({ text: audience.hash, values: [id] }))?.hash;

  const wrongNow = () => refuse.invalid([{ field: 'senha', message: 'A senha atual não confere' }]);

  /** Demands in the transaction of a change that the password which was proved for it is still the present one, until its end. */
  type StillProved = (tx: Tx) => Promise<void>;

  /** Asks a logged-in person for the present password; a wrong one is a fault of the field `senha`. */
  async function prove(id: number, senha: string): Promise<StillProved> {
    const [first = id] = await togetherOf(db, audience, id);
    const { judge, settle } = await countAt(db, [['prova', `${audience.name}:${first}`]]);
    const hash = await hashOf(id);
    if (!(await judge(() => isPassword(hash, senha)))) throw wrongNow();
    await countRight(first);
    await settle();
    return async (tx) => {
      if (!(await isStill(tx, audience, id, hash))) throw wrongNow();
    };
  }

  /** Public data of a person, which must not make up the password. */
  async function knownOf(id: number): Promise<Known> {
    const person = await db.one<{ nome: string; cpf: string; email: string | null }>(
      sql`select nome, cpf, email from ${people} where id = ${id}`,
    );
    const companies = await db.query<{ nome: string }>({ text: audience.companies, values: [id] });
    return {
      nomes: [person?.nome ?? '', ...companies.map(({ nome }) => nome)],
      cpf: person?.cpf ?? '',
      email: person?.email ?? '',
    };
  }

  interface Chosen {
    field: string;
    password: string;
    confirmField: string;
    confirmation: string;
    isOld(): Promise<boolean>;
  }
  async function demandStrength(id: number, { field, password, confirmField, confirmation, isOld }: Chosen): Promise<void> {
    const issues: Issue[] = [];
    const weak = await weakness(password, await knownOf(id));
    if (weak) issues.push({ field, message: weak });
    else if (await isOld()) issues.push({ field, message: 'A nova senha deve ser diferente da atual' });
    if (password !== confirmation) issues.push({ field: confirmField, message: audience.mismatch });
    if (issues.length > 0) throw refuse.invalid(issues);
  }

  /** Reads a person as an author of the trail; `how`: what says that nobody was logged in. */
  async function authorOf(tx: Tx, id: number, requestId: string, how = ''): Promise<Acting['audit']> {
    const author = await tx.only<Omit<Author, 'requestId'>>({ text: audience.author, values: [id] });
    return auditor({ ...author, usuarioNome: `${author.usuarioNome}${how}`, requestId });
  }

  /** Sets the password of a person, and of all accounts that belong together; each company's trail tells of its own. */
  async function setAll(tx: Tx, id: number, hash: string, auditOf: (id: number) => Promise<Acting['audit']>): Promise<void> {
    for (const one of await holdTogether(tx, audience, id)) await set(tx, one, hash, await auditOf(one));
  }

  /** Sets a password, records it in the trail, ends every session and secret address of the old one, and forgets every browser. */
  async function set(tx: Tx, id: number, hash: string, audit: Acting['audit']): Promise<void> {
    await tx.query({ text: audience.saveHash, values: [id, hash] });
    await audit(tx, { table: audience.people, id, action: 'A', changes: { senha: [MASK, MASK] }, unbounded: true });
    await tx.query(sql`delete from ${sessions} where ${owner} = ${id}`);
    for (const table of audience.addresses) await tx.query(sql`delete from ${raw(table)} where ${owner} = ${id}`);
    await endLinks(tx, audience, id);
    await devices.forget(tx, id);
  }

  interface UsedLink {
    /** whose it is */
    id: number;
    key: Buffer;
  }

  /**
   * A link that went to the person's mailbox is used. Before the first one nobody had proved the mailbox, so that a stranger may have typed it:
   * unless this browser is the person's already, what was joined to another mailbox is theirs no more.
   */
  async function proveMailbox(
    tx: Tx,
    request: FastifyRequest,
    { id, key }: UsedLink,
  ): Promise<'proved before' | 'typed here' | 'typed elsewhere'> {
    const { prove, proved, countedAlone } = audience;
    if (prove === undefined || proved === undefined) return 'proved before';
    const wasProved = await tx.one({ text: proved, values: [id] });
    // A link that a user has handed over went to no mailbox.
    if (await tx.one(sql`select from emails where link_chave = ${key} limit 1`)) await tx.query({ text: prove, values: [id] });
    if (wasProved) return 'proved before';
    if (await devices.isOf(tx, request, id)) return 'typed here';
    const ids = await togetherOf(tx, audience, id);
    const hasAnother = await tx.one(sql`
      select from ${people} o join ${people} p on p.id = ${id} and o.email is distinct from p.email where o.id = any(${ids}::bigint[]) limit 1`);
    if (hasAnother) await standAlone(tx, audience, id);
    if (countedAlone !== undefined) await tx.query({ text: countedAlone, values: [id] });
    return 'typed elsewhere';
  }

  /**
   * Somebody enters by a link that went to the person's mailbox; whoever calls holds those who belong together. What was done before the first
   * link proves nothing: the other sessions end, and a password that this browser does not know of is gone. Then answers the hash in its place.
   */
  async function enterByLink(tx: Tx, request: FastifyRequest, { id, key }: UsedLink): Promise<string | undefined> {
    const proof = await proveMailbox(tx, request, { id, key });
    if (proof === 'typed here') await devices.endOthers(tx, request, await togetherOf(tx, audience, id));
    if (proof !== 'typed elsewhere') return undefined;
    const hash = await nobodysHash();
    await setAll(tx, id, hash, (one) => authorOf(tx, one, request.id, ' (link de acesso)'));
    return hash;
  }

  /** Changes the password by `{senha, novaSenha, confNovaSenha}`; the caller opens a new session by the new hash. */
  async function change(id: number, body: unknown, audit: Acting['audit'], requestId: string): Promise<string> {
    const { senha, novaSenha, confNovaSenha } = demand(newPassword, body);
    const stillProved = await prove(id, senha);
    await demandStrength(id, {
      field: 'novaSenha',
      password: novaSenha,
      confirmField: 'confNovaSenha',
      confirmation: confNovaSenha,
      isOld: async () => novaSenha === senha,
    });
    const hash = await hashPassword(novaSenha);
    await db.tx(async (tx) => {
      await holdTogether(tx, audience, id);
      await stillProved(tx);
      await setAll(tx, id, hash, async (one) => (one === id ? audit : authorOf(tx, one, requestId)));
    });
    return hash;
  }

  /** The task looks up the CPF, so that the answer takes equally long for everybody. */
  async function recover(request: FastifyRequest, cpf: string, empresaId: number | null = null, entra = false): Promise<void> {
    await attempt(request, cpf, { door: 'recuperar', empresaId });
    await enqueueRecovery(jobs, { publico: audience.name, cpf, empresaId, ...(entra ? { entra } : {}) });
  }

  /**
   * Counts a use of a link, or one of a link that is none: those of a network together, so that nobody there keeps the others from theirs; a known one
   * for itself, because each use takes the time of a password.
   */
  const countLink = (request: FastifyRequest, key: Buffer, isKnown: boolean): Promise<unknown> =>
    isKnown
      ? countAttempt(db, [{ key: `link:${key.toString('base64')}`, limit: MOST_USES_OF_A_LINK }])
      : countUnknown(db, request, 'link-desconhecido');

  /**
   * Sets the password by `{token, senha, confSenha}` of the link. Nobody can guess a token; its holder has proved to be the person, and their
   * browser is remembered.
   */
  async function reset(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<void> {
    const { token, senha, confSenha } = demand(resetPassword, body);
    const key = digest(token);
    const gone = () => new Refusal('CHAVE_INVALIDA', 'Este endereço de redefinição não vale mais. Peça outro.');
    const link = await db.one<{ id: number }>(
      sql`select ${owner} as id from ${recoveries} where chave = ${key} and expira_em > now()`,
    );
    await countLink(request, key, link !== undefined);
    if (!link) throw gone();
    await demandStrength(link.id, {
      field: 'senha',
      password: senha,
      confirmField: 'confSenha',
      confirmation: confSenha,
      isOld: async () => isPassword(await hashOf(link.id), senha),
    });
    const hash = await hashPassword(senha);
    await db.tx(async (tx) => {
      // When two use a link at once, the second one finds it gone: `set` ends every link.
      await holdTogether(tx, audience, link.id);
      if (!(await tx.one(sql`select 1 from ${recoveries} where chave = ${key} and expira_em > now() for update`))) throw gone();
      await proveMailbox(tx, request, { id: link.id, key });
      await setAll(tx, link.id, hash, (one) => authorOf(tx, one, request.id, ' (endereço de redefinição)'));
    });
    await devices.remember(request, reply, link.id);
  }

  return { attempt, countRight, attemptOne, prove, authorOf, set, enterByLink, change, recover, countLink, reset };
}

export type Accounts = ReturnType<typeof createAccounts>;
