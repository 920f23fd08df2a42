import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tx } from '#kit/db/database.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { OpenedByCpf, Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { users } from '#platform/session/audience.server.ts';
import { endLinks, mailRecovery } from '#platform/session/recovery.server.ts';
import { countAt } from '#platform/session/throttle.server.ts';
import { type Acesso, demandPowersOf } from './authority.server.ts';
import { hasEntered, invite, linkOfUser } from './invitation.server.ts';
import { usuarios } from './usuarios.registry.ts';

interface User {
  id: number;
  nome: string;
  cpf: string;
  email: string | null;
  ativo: boolean;
  acessos: readonly Acesso[];
}

const reached = (user: User) => {
  if (!user.email) throw new Refusal('SEM_EMAIL', 'Este usuário não tem e-mail: informe um, ou copie o link de acesso.');
  return { ...user, email: user.email };
};

/** Links that set a user's password, at the request of somebody who edits users: by mail, or shown once to be handed over. */
export function registerUserLinks(
  app: FastifyInstance,
  { db, store, address }: Pick<Services, 'db' | 'store' | 'address'>,
  opened: readonly OpenedByCpf[],
): void {
  const configOf = (summary: string) => ({
    config: { authority: `${usuarios.authority}_EDITAR` as const },
    schema: { tags: [usuarios.title], summary },
  });

  /** Makes a link of the request's user, if the actor may have one made and the user may enter by it. */
  async function linking<T>(request: FastifyRequest, make: (tx: Tx, user: User) => Promise<T>): Promise<T> {
    const { acting } = request;
    const id = recordIdOf(request);
    const of = store(`utilitario/${usuarios.id}`);
    await of.readWhole(db, acting, id);
    await countAt(db, [
      ['linkDeUsuario', String(id)],
      ['linksDeUsuarios', String(acting.usuarioId)],
    ]);
    return db.tx(async (tx) => {
      const user = (await of.readWhole(tx, acting, id, true)) as unknown as User;
      if (id === acting.usuarioId)
        throw new Refusal('PROPRIO_USUARIO', 'A sua própria senha você muda em “Alterar Minha Senha”.');
      await demandPowersOf(tx, opened, acting, user);
      if (!user.ativo) throw new Refusal('USUARIO_INATIVO', 'Este usuário está inativo: ative-o antes.');
      if (user.acessos.length === 0)
        throw new Refusal('SEM_ACESSO', 'Este usuário não entra em nenhuma empresa: dê um acesso a ele antes.');
      return make(tx, user);
    });
  }

  const url = (deed: string) => `/api/utilitario/${usuarios.id}/:id/${deed}`;

  app.post(url('convidar'), configOf('Convidar por e-mail, ou reenviar o convite'), async (request, reply) => {
    await linking(request, async (tx, user) => {
      if (await hasEntered(tx, user.id))
        throw new Refusal('JA_ENTROU', 'Este usuário já entrou no sistema: redefina a senha dele.');
      await invite(tx, request.acting, reached(user), address);
    });
    return reply.status(204).send();
  });

  app.post(url('redefinir-senha'), configOf('Enviar um link que redefine a senha'), async (request, reply) => {
    await linking(request, async (tx, user) => {
      const to = reached(user);
      await endLinks(tx, users, user.id);
      await mailRecovery(tx, users, to, { empresaId: null, page: new URL(address(users.page(null))) });
      await request.acting.audit(tx, {
        table: usuarios.table,
        id: user.id,
        action: 'A',
        changes: { redefinicao: [null, 'Enviada por e-mail'] },
      });
    });
    return reply.status(204).send();
  });

  app.post(url('copiar-link'), configOf('Mostrar uma vez um link que cria a senha'), async (request, reply) => {
    const link = await linking(request, async (tx, user) => {
      const href = await linkOfUser(tx, user.id, address);
      await request.acting.audit(tx, { table: usuarios.table, id: user.id, action: 'A', changes: { link: [null, 'Copiado'] } });
      return href;
    });
    return reply.header('cache-control', 'no-store').send({ link });
  });
}
