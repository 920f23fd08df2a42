import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { actingIn } from '#platform/authority/acting-in.server.ts';
import { tellOfUser } from '#platform/authority/other-addresses.server.ts';
import { talentosVisiveis } from './visiveis.server.ts';

/**
 * What talents open as themselves, and as who leads others, by the CPF that their user has: `oque` in the sentences. Whoever holds the
 * link of such a user would open it in their name. So it goes to the address of all records of the talent, which its maker has not changed, or
 * its maker reads the same of them by this authority; and nobody without it gives the record to another user, by another CPF.
 */
export const abertoAoProprio = (authority: string, oque: string): Required<Pick<AnyModuleServer, 'openedByCpf' | 'follows'>> => ({
  async openedByCpf(tx, acting, cpf, address) {
    if (address === null) return undefined;
    const fichas = await tx.query<{ id: number; empresa: number; email: string | null }>(
      sql`select id, empresa_id as empresa, email from talentos where cpf = ${cpf}`,
    );
    const para = address?.toLowerCase();
    const isTheirs = para !== undefined && fichas.length > 0 && fichas.every(({ email }) => email?.toLowerCase() === para);
    if (isTheirs && !(await escreveuEmail(tx, acting, fichas))) return undefined;
    const saida = isTheirs
      ? 'você, ou alguém que entra por você, mudou o e-mail da ficha dele, e por isso é outra pessoa que dá o acesso.'
      : 'o acesso só pode ir para o e-mail que está em todas as fichas dele.';
    for (const { id, empresa } of fichas) {
      const la = empresa === acting.empresaId ? acting : await actingIn(tx, acting, empresa);
      if (!la?.can(authority) || !(await tx.one(sql`select t.id from talentos t where t.id = ${id} and ${talentosVisiveis(la)}`)))
        return `Este CPF abre ${oque} do talento que o tem, e você não vê: ${saida}`;
    }
    return undefined;
  },
  follows: {
    'gestao-talentos/talentos': async (tx, { value, before, acting }) => {
      if (!before || value.cpf === before.cpf || acting.can(authority)) return;
      if (await tx.one(sql`select 1 from usuarios u where u.cpf = ${value.cpf}`))
        throw new Refusal(
          'NAO_AUTORIZADO',
          `O usuário que tem este CPF passaria a abrir ${oque} deste talento, e você não vê: peça a quem vê.`,
          403,
        );
    },
  },
});

/**
 * Whether the actor has changed the address of one of these records, or a user in whose name they could: one whom they made, or whose address or
 * CPF they gave, or whose link they saw. A talent is another hand: one whose address all their records have, which neither they nor whoever
 * made the user have written.
 */
const escreveuEmail = (tx: Queryable, { usuarioId }: Acting, fichas: readonly { id: number }[]) =>
  tx.one(sql`
    with recursive mao as (
      select a.usuario_id as id from auditoria a where a.tabela = 'talentos' and a.registro_id = any(${fichas.map(({ id }) => id)}::bigint[])
        and a.acao = 'A' and a.mudancas ? 'email'
      union select a.usuario_id from mao m join auditoria a on a.tabela = 'usuarios' and a.registro_id = m.id
        where (a.acao = 'A' and a.mudancas ? 'cpf') or ((a.acao = 'I' or a.mudancas ?| array['email', 'link']) and (
          select bool_and(lower(t.email) is not distinct from lower(u.email) and not exists (
            select from auditoria e where e.tabela = 'talentos' and e.registro_id = t.id and e.usuario_id in (m.id, a.usuario_id, ${usuarioId})
              and (e.acao = 'I' or e.mudancas ? 'email')))
          from usuarios u join talentos t on t.cpf = u.cpf where u.id = m.id) is not true))
    select 1 from mao where id = ${usuarioId} limit 1`);

/** The addresses that the records of a CPF have. */
export async function emailsDoCpf(tx: Queryable, cpf: string): Promise<string[]> {
  const fichas = await tx.query<{ email: string }>(
    sql`select distinct email from talentos where cpf = ${cpf} and email is not null order by email limit 5`,
  );
  return fichas.map(({ email }) => email);
}

interface Save {
  value: Readonly<Record<string, unknown>>;
  before?: Record_;
  acting: Acting;
}

/** A user who had the CPF before the record is the talent from now on: who is written to at another address learns of it. */
export async function avisaDoUsuario(tx: Queryable, { value, before, acting }: Save): Promise<void> {
  const { cpf = before?.cpf, email = before?.email, nome = before?.nome } = value;
  if (cpf === before?.cpf && email === before?.email) return;
  if (typeof cpf === 'string' && typeof email === 'string') await tellOfUser(tx, acting, { cpf, email, nome: String(nome) });
}
