import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { actingIn } from '#platform/authority/acting-in.server.ts';
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
    const emails = fichas.flatMap(({ email }) => email?.toLowerCase() ?? []);
    const isTheirs = emails.length > 0 && emails.every((email) => email === address?.toLowerCase());
    if (isTheirs && !(await escreveuEmail(tx, acting, fichas))) return undefined;
    const saida = isTheirs
      ? 'você mudou o e-mail da ficha dele, e por isso é outra pessoa que dá o acesso.'
      : 'o acesso só pode ir para o e-mail da ficha dele.';
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

const escreveuEmail = (tx: Queryable, { usuarioId }: Acting, fichas: readonly { id: number }[]) =>
  tx.one(sql`
    select 1 from auditoria where tabela = 'talentos' and registro_id = any(${fichas.map(({ id }) => id)}::bigint[])
      and acao = 'A' and usuario_id = ${usuarioId} and mudancas ? 'email' limit 1`);
