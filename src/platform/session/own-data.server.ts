import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { optional } from '#kit/fields/field.ts';
import { email, text } from '#kit/fields/text.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { stillThere } from '#kit/refusal/refusal.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { type Accounts, secret } from './accounts.server.ts';
import { users } from './audience.server.ts';
import { countNewAddress, onNewAddress } from './new-address.server.ts';

const data = z.object({
  nome: text('Nome', 100).schema,
  email: optional(email('E-mail')).schema,
  senha: secret('Senha'),
});

interface Own {
  nome: string;
  email: string | null;
}

/**
 * 'Atualizar Meus Dados' (ROLE_CAD_INFO_PESSOAL): a new e-mail opens a way to the account, so the present password must confirm
 * it.
 */
export function registerOwnData(app: FastifyInstance, db: Database, accounts: Accounts): void {
  const config = { authority: 'ROLE_CAD_INFO_PESSOAL' };
  const tags = ['Sessão'];
  const response = answers(z.object({ nome: z.string(), email: z.string().nullable() }));
  const own = (id: number) => db.one<Own>(sql`select nome, email from usuarios where id = ${id}`);
  const locked = async (tx: Tx, id: number) =>
    stillThere(await tx.one<Own>(sql`select nome, email from usuarios where id = ${id} for no key update`));

  app.get('/api/userinfo/dados', { config, schema: { tags, summary: 'Meus dados', response } }, async ({ usuario }) =>
    own(usuario.id),
  );

  const update = async (request: FastifyRequest) => {
    const { usuario, acting } = request;
    const { senha, ...given } = demand(data, request.body);
    const stillProved = await accounts.prove(usuario.id, senha);
    if ((await own(usuario.id))?.email !== given.email) await countNewAddress(db, users, usuario);
    await db.tx(async (tx) => {
      const before = await locked(tx, usuario.id);
      await stillProved(tx);
      await tx.query(
        sql`update usuarios set nome = ${given.nome}, email = ${given.email}, versao = versao + 1 where id = ${usuario.id}`,
      );
      await acting.audit(tx, {
        table: 'usuarios',
        id: usuario.id,
        action: 'A',
        changes: { nome: [before.nome, given.nome], email: [before.email, given.email] },
        unbounded: true,
      });
      await onNewAddress(tx, users, { id: usuario.id, ...before }, given.email);
      await moveVersion(tx);
    });
    return given;
  };
  const schema = { tags, summary: 'Atualizar Meus Dados', response };
  app.put('/api/userinfo/dados', { config, schema }, update);
  // CALL-026
  app.put('/api/userinfo/usuario', { config, schema }, update);
}
