import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, named, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { CpfEntered, OpenedByCpf, Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { users } from '#platform/session/audience.server.ts';
import { endLinks, mailRecovery } from '#platform/session/recovery.server.ts';
import { countAt } from '#platform/session/throttle.server.ts';
import { type Acesso, demandPowersOf } from './authority.server.ts';
import { hasEntered, invite, linkOfUser } from './invitation.server.ts';
import { type Convidados, MOST_INVITED } from './user-links.ts';
import { usuarios } from './usuarios.registry.ts';

interface User {
  id: number;
  nome: string;
  cpf: string;
  email: string | null;
  ativo: boolean;
  acessos: readonly Acesso[];
}

/** How a link reaches its user: by mail, or by the hand of whoever is shown it. */
type Way = 'mail' | 'shown';

const reached = (user: User) => {
  if (!user.email) throw new Refusal('SEM_EMAIL', 'Este usuário não tem e-mail: informe um, ou copie o link de acesso.');
  return { ...user, email: user.email };
};

const several = z.object({
  ids: z
    .array(z.int('Valor inválido').positive('Valor inválido'), 'Escolha os usuários')
    .min(1, 'Escolha os usuários')
    .max(MOST_INVITED, `Escolha no máximo ${MOST_INVITED} usuários`)
    .transform((ids) => [...new Set(ids)]),
});

const invited = z.object({
  convidados: z.array(named),
  links: z.array(named.extend({ link: z.string() })),
  fora: z.array(z.object({ id: z.int(), nome: z.string().nullable(), message: z.string() })),
});

/** Links that set a user's password, at the request of somebody who edits users: by mail, or shown once to be handed over. */
export function registerUserLinks(
  app: FastifyInstance,
  { db, store, address }: Pick<Services, 'db' | 'store' | 'address'>,
  { openedByCpf: opened, cpfEntered }: { openedByCpf: readonly OpenedByCpf[]; cpfEntered: readonly CpfEntered[] },
  { enviaEmail }: { enviaEmail: boolean },
): void {
  const of = store(`utilitario/${usuarios.id}`);
  const configOf = (summary: string) => ({
    config: { authority: `${usuarios.authority}_EDITAR` as const },
    schema: { tags: [usuarios.title], summary },
  });

  const addressOf = ({ email }: User, way: Way) => (way === 'mail' ? (email ?? undefined) : undefined);

  /** Makes a link of a user, if the actor may have one made and the user may enter by it. */
  const linking = <T>(acting: Acting, id: number, way: Way, make: (tx: Tx, user: User) => Promise<T>): Promise<T> =>
    db.tx(async (tx) => {
      const user = (await of.readWhole(tx, acting, id, true)) as unknown as User;
      if (id === acting.usuarioId)
        throw new Refusal('PROPRIO_USUARIO', 'A sua própria senha você muda em “Alterar Minha Senha”.');
      await demandPowersOf(tx, opened, acting, user, addressOf(user, way));
      if (!user.ativo) throw new Refusal('USUARIO_INATIVO', 'Este usuário está inativo: ative-o antes.');
      if (user.acessos.length === 0)
        throw new Refusal('SEM_ACESSO', 'Este usuário não entra em nenhuma empresa: dê um acesso a ele antes.');
      return make(tx, user);
    });

  /** Counts at the user's own door those who may have a link made; anybody else could shut it. */
  async function count(acting: Acting, id: number, way: Way): Promise<void> {
    const user = (await of.readWhole(db, acting, id)) as unknown as User;
    if (id !== acting.usuarioId) await demandPowersOf(db, opened, acting, user, addressOf(user, way));
    await countAt(db, [['linkDeUsuario', String(id)]]);
  }

  async function linkingOne<T>(request: FastifyRequest, way: Way, make: (tx: Tx, user: User) => Promise<T>): Promise<T> {
    const { acting } = request;
    const id = recordIdOf(request);
    await of.readWhole(db, acting, id);
    await countAt(db, [['linksDeUsuarios', String(acting.usuarioId)]]);
    await count(acting, id, way);
    return linking(acting, id, way, make);
  }

  const demandNew = async (tx: Tx, { id }: User) => {
    if (await hasEntered(tx, id)) throw new Refusal('JA_ENTROU', 'Este usuário já entrou no sistema: redefina a senha dele.');
  };
  const copied = async (tx: Tx, acting: Acting, { id, cpf }: User) => {
    for (const follows of cpfEntered) await follows(tx, cpf);
    const href = await linkOfUser(tx, id, address);
    await acting.audit(tx, { table: usuarios.table, id, action: 'A', changes: { link: [null, 'Copiado'] } });
    return href;
  };

  const url = (deed: string) => `/api/utilitario/${usuarios.id}/:id/${deed}`;

  app.post(url('convidar'), withoutContent(configOf('Convidar por e-mail, ou reenviar o convite')), async (request, reply) => {
    await linkingOne(request, 'mail', async (tx, user) => {
      await demandNew(tx, user);
      await invite(tx, request.acting, reached(user), address);
    });
    return reply.status(204).send();
  });

  const { config, schema } = configOf('Convidar vários: por e-mail ou, sem servidor de e-mail, com um link para cada um');
  app.post(
    `/api/utilitario/${usuarios.id}/convidar`,
    { config, schema: { ...schema, body: described(several), response: answers(invited) } },
    async (request, reply) => {
      const { acting } = request;
      const { ids } = demand(several, request.body);
      await countAt(db, [['convitesEmLote', String(acting.usuarioId)]]);
      const answer: Convidados = { convidados: [], links: [], fora: [] };
      for (const id of ids) {
        const user = await of.readWhole(db, acting, id).catch((error) => {
          if (error instanceof Refusal) return undefined;
          throw error;
        });
        // A user whom the actor does not see has no name here either.
        if (!user) answer.fora.push({ id, nome: null, message: 'Este usuário não existe, ou não é visto por você.' });
        else await inviteOne(acting, { id, nome: String(user.nome) }, answer);
      }
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );

  async function inviteOne(acting: Acting, { id, nome }: { id: number; nome: string }, answer: Convidados): Promise<void> {
    const way = enviaEmail ? 'mail' : 'shown';
    try {
      await count(acting, id, way);
      const link = await linking(acting, id, way, async (tx, user) => {
        await demandNew(tx, user);
        return enviaEmail ? invite(tx, acting, reached(user), address) : copied(tx, acting, user);
      });
      if (link) answer.links.push({ id, nome, link });
      else answer.convidados.push({ id, nome });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer.fora.push({ id, nome, message: error.message });
    }
  }

  app.post(url('redefinir-senha'), withoutContent(configOf('Enviar um link que redefine a senha')), async (request, reply) => {
    await linkingOne(request, 'mail', async (tx, user) => {
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

  const link = z.object({ link: z.string() });
  app.post(url('copiar-link'), withAnswer(configOf('Mostrar uma vez um link que cria a senha'), link), async (request, reply) => {
    const href = await linkingOne(request, 'shown', (tx, user) => copied(tx, request.acting, user));
    return reply.header('cache-control', 'no-store').send({ link: href });
  });
}
