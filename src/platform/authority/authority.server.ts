import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Field } from '#kit/fields/field.ts';
import { isImporting } from '#kit/import/apply.server.ts';
import type { AddressesOfCpf, CpfEntered, KeptAlone, OpenedByCpf } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { holdOff } from '#kit/store/hold-off.server.ts';
import type { Hooks, Record_ } from '#kit/store/store.server.ts';
import { users } from '#platform/session/audience.server.ts';
import { onNewAddress } from '#platform/session/new-address.server.ts';
import { countLetter } from '#platform/session/throttle.server.ts';
import { authoritiesIn, moveVersion, NOWHERE } from './access.server.ts';
import { beyond, demandAdministrator } from './administrator.server.ts';
import { becomeAnother, demandMayBecomeAnother } from './another-person.server.ts';
import { takeTurnOfCpf } from './cpf-turn.server.ts';
import { hasEntered, invite } from './invitation.server.ts';
import { demandWholeCpfs } from './masked-cpf.server.ts';
import { tellOtherAddresses } from './other-addresses.server.ts';
import { ALL_COMPANIES } from './perfis.registry.ts';
import { usuarios } from './usuarios.registry.ts';

export interface Acesso {
  empresa: number | { id: number };
  perfil: number | { id: number };
}

export const idOf = (named: number | { id: number }) => (typeof named === 'number' ? named : named.id);

const pairsOf = (acessos: unknown): Set<string> =>
  new Set(((acessos ?? []) as Acesso[]).map(({ empresa, perfil }) => `${idOf(empresa)}:${idOf(perfil)}`));

function changesRights(value: Readonly<Record<string, unknown>>, before: Record_): boolean {
  const [now, then] = [pairsOf(value.acessos), pairsOf(before.acessos)];
  return value.ativo !== before.ativo || now.size !== then.size || [...now].some((pair) => !then.has(pair));
}

/** Over users `t`: those who belong to the actor's company. */
const ofCompany = ({
  empresaId,
}: Acting): Sql => sql`case when exists (select 1 from usuarios_acessos v where v.registro_id = t.id)
  then exists (select 1 from usuarios_acessos v where v.registro_id = t.id and v.empresa_id = ${empresaId})
  else exists (select 1 from auditoria l where l.tabela = 'usuarios' and l.registro_id = t.id and l.acao = 'I' and l.empresa_id = ${empresaId}) end`;

/** Users of other companies are read by who opens users everywhere, and changed by who changes them everywhere. */
async function demandOwn(tx: Queryable, acting: Acting, id: number, deed: 'EDITAR' | 'EXCLUIR'): Promise<void> {
  if (acting.everywhere(`${usuarios.authority}_${deed}`)) return;
  if (!(await tx.one(sql`select 1 from usuarios t where t.id = ${id} and ${ofCompany(acting)}`)))
    throw beyond('Este usuário é de outra empresa, onde você não altera usuários.');
}

/** What the modules say of users. */
interface Modules {
  opened: readonly OpenedByCpf[];
  /** the CPFs that records show in part to some */
  cpfs: readonly Field[];
  keptAlone: readonly KeptAlone[];
  addresses: readonly AddressesOfCpf[];
  entered: readonly CpfEntered[];
}

/**
 * Users: an access may be given or taken only by an actor with all of its rights in that company. A user belongs to the companies
 * of their accesses. A user without any belongs to the company that created them, according to the trail, because whoever edits
 * them now would hold their later rights.
 */
export const usuariosHooks = (
  { opened, cpfs, keptAlone, addresses, entered }: Modules,
  address: (path: string) => string,
): Hooks => ({
  computed: {
    acesso: `case when not t.ativo then 'INATIVO'
      when exists (select from credenciais c where c.usuario_id = t.id and c.entrou_em is not null) then 'ATIVO'
      when exists (select from recuperacoes r where r.usuario_id = t.id and r.expira_em > now()) then 'CONVIDADO' else 'NUNCA_ENTROU' end`,
  },
  where: (acting) => (acting.everywhere(usuarios.authority) ? undefined : ofCompany(acting)),
  async beforeSave(tx, { value, before, acting }) {
    if (before) await demandOwn(tx, acting, before.id, 'EDITAR');
    // Nobody enters meanwhile as who leaves, or leaves something with who becomes another.
    if (before && (isAnother(value, before) || (value.ativo === false && before.ativo !== false)))
      await holdOff(tx, usuarios.table, before.id);
    const now = pairsOf(value.acessos);
    const then = pairsOf(before?.acessos);
    for (const pair of new Set([...now, ...then])) {
      if (now.has(pair) && then.has(pair)) continue;
      const [empresaId = 0, perfilId = 0] = pair.split(':').map(Number);
      await demandGrant(tx, acting, empresaId, perfilId);
    }
    // Changing the address or the CPF of a more powerful user would open their account.
    if (
      before &&
      (value.nome !== before.nome || value.cpf !== before.cpf || value.email !== before.email || value.ativo !== before.ativo)
    )
      for (const pair of then) {
        const [empresaId = 0, perfilId = 0] = pair.split(':').map(Number);
        await demandGrant(tx, acting, empresaId, perfilId);
      }
    if (before && before.id === acting.usuarioId && value.ativo === false)
      throw new Refusal('PROPRIO_USUARIO', 'Você não pode desativar o seu próprio usuário.');
    if (value.cpf !== before?.cpf) await demandWholeCpfs(tx, cpfs, acting);
    await demandSight(tx, opened, { value, before, acting });
    // Rules about whoever decides on themselves know them by their CPF.
    if (before && before.id === acting.usuarioId && value.cpf !== before.cpf)
      throw new Refusal('PROPRIO_USUARIO', 'Ninguém muda o próprio CPF: peça a outro administrador.', 403);
    // One's own data ask for the password, so that a browser left open gives nobody a way in.
    if (before && before.id === acting.usuarioId && value.email !== before.email)
      throw new Refusal('PROPRIO_USUARIO', 'Mude o seu próprio e-mail em Atualizar Meus Dados, com a sua senha.', 403);
    if (isAnother(value, before))
      await demandMayBecomeAnother(tx, { opened, keptAlone }, acting, before as Record_ & { cpf: string });
  },
  async afterSave(tx, { id, value, before, acting }) {
    const another = isAnother(value, before);
    if (another) await becomeAnother(tx, id);
    if (value.ativo === false)
      for (const table of [users.sessions, ...users.addresses])
        await tx.query(sql`delete from ${raw(table)} where usuario_id = ${id}`);
    // The address before may be anybody's, too.
    if (before?.email && before.email !== value.email) await countLetter(tx, acting);
    if (before)
      await onNewAddress(
        tx,
        users,
        { id, nome: before.nome as string, email: before.email as string | null },
        value.email as string | null,
      );
    const mayBeInvited = acting.kind === 'usuario' && !isImporting(acting);
    if (mayBeInvited && isReachable(value) && (another || !isReachedAlready(value, before)) && !(await hasEntered(tx, id))) {
      await countLetter(tx, acting);
      await invite(tx, acting, { id, ...value }, address);
    }
    if (value.ativo !== false && wayIn(value, before))
      await tellOtherAddresses(tx, { addresses, entered }, { id, value, acting });
    // Rights of a new user are in no cache, and nobody loses theirs.
    if (!before || !changesRights(value, before)) return;
    await moveVersion(tx);
    await demandAdministrator(tx, acting);
  },
  derived: ['usuarios_mensagens'],
  refuses: ({ id }, { usuarioId }, deed) =>
    deed === 'remove' && id === usuarioId
      ? new Refusal('PROPRIO_USUARIO', 'Você não pode excluir o seu próprio usuário.')
      : undefined,
  async beforeRemove(tx, { before, acting }) {
    await demandOwn(tx, acting, before.id, 'EXCLUIR');
    for (const { empresa, perfil } of before.acessos as Acesso[])
      await demandGrant(tx, acting, idOf(empresa), idOf(perfil), 'EXCLUIR');
    await tx.query(sql`delete from sessoes where usuario_id = ${before.id}`);
    await tx.query(sql`delete from credenciais where usuario_id = ${before.id}`);
    await tx.query(sql`delete from relatorios_erro where usuario_id = ${before.id}`);
    await moveVersion(tx);
    await demandAdministrator(tx, acting, before.id);
  },
});

interface Invitable {
  nome: string;
  email: string;
  acessos: readonly Acesso[];
}

/** Whether an invitation would reach the user and let them in. */
const isReachable = <V extends object>(value: V): value is V & Invitable => {
  const { ativo, email, acessos } = value as { ativo?: boolean; email?: string | null; acessos?: unknown[] };
  return ativo !== false && typeof email === 'string' && (acessos?.length ?? 0) > 0;
};
const isReachedAlready = (value: Invitable, before: Record_ | undefined) =>
  before !== undefined && isReachable(before) && before.email === value.email;

const isAnother = (value: Record<string, unknown>, before: Record_ | undefined) =>
  before !== undefined && value.cpf !== before.cpf;

/** The field by which a save changes who may log in as the user; undefined: none. */
const wayIn = (value: Record<string, unknown>, before: Record_ | undefined): string | undefined =>
  ['cpf', 'email', 'ativo'].find((name) => !before || value[name] !== before[name]);

/**
 * A CPF is a right where records find their people by it. An actor who gives a CPF to a user, or opens a way into the account of
 * its holder, must see everything that the CPF opens; also for an inactive user, whom somebody else may activate.
 */
async function demandSight(
  tx: Tx,
  opened: readonly OpenedByCpf[],
  { value, before, acting }: { value: Record<string, unknown>; before: Record_ | undefined; acting: Acting },
): Promise<void> {
  const field = wayIn(value, before);
  if (field === undefined || (field === 'ativo' && value.ativo === false)) return;
  await takeTurnOfCpf(tx, value.cpf as string);
  for (const refuses of opened) {
    const message = await refuses(tx, acting, value.cpf as string, (value.email as string | null | undefined) ?? null);
    if (message) throw refuse.invalid([{ field, message }]);
  }
}

/** A profile is given and taken by who may do so to users of that company, and holds every right of it there. */
async function demandGrant(
  tx: Queryable,
  acting: Acting,
  empresaId: number,
  perfilId: number,
  deed: 'EDITAR' | 'EXCLUIR' = 'EDITAR',
) {
  const { perfil, isMine, mine } = await measured(tx, acting, empresaId, perfilId);
  if (!mine.has(`${usuarios.authority}_${deed}`))
    throw beyond(`Você não pode conceder nem retirar o perfil ${perfil} nesta empresa, pois não altera os usuários dela.`);
  if (!isMine)
    throw beyond(`Você não pode conceder nem retirar o perfil ${perfil} nesta empresa, pois não tem todas as autorizações dele.`);
}

/** Whether the actor holds every right of a profile wherever it counts: in the company, or in all if it reaches them. */
async function measured(tx: Queryable, acting: Acting, empresaId: number, perfilId: number) {
  const perfil = await tx.one<{ nome: string; autoridades: string[] }>(
    sql`select nome, autoridades from perfis where id = ${perfilId} for share`,
  );
  // Also those that count for nothing in this profile: with another one of its holder's they would.
  const wanted = perfil?.autoridades ?? [];
  const mine = await authoritiesIn(tx, acting.usuarioId ?? 0, wanted.includes(ALL_COMPANIES) ? NOWHERE : empresaId);
  return { perfil: perfil?.nome ?? '', isMine: wanted.every((authority) => mine.has(authority)), mine };
}

/**
 * A link that sets a password opens the account of its user. Only an actor who edits users in each company of the user, holds all of
 * the user's rights there and sees what their CPF opens may have one made, sent to `address` or, without it, shown to the actor.
 */
export async function demandPowersOf(
  tx: Queryable,
  opened: readonly OpenedByCpf[],
  acting: Acting,
  { cpf, acessos }: { cpf: string; acessos: readonly Acesso[] },
  address?: string,
): Promise<void> {
  for (const { empresa, perfil } of acessos) {
    const { isMine, mine } = await measured(tx, acting, idOf(empresa), idOf(perfil));
    if (!isMine || !mine.has(`${usuarios.authority}_EDITAR`))
      throw beyond(
        'Você não pode abrir o acesso deste usuário, pois não tem todas as autorizações dele, ou não edita usuários em uma empresa dele.',
      );
  }
  for (const refuses of opened) {
    const message = await refuses(tx, acting, cpf, address);
    if (message) throw beyond(message);
  }
}
