import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Queryable } from '#kit/db/database.server.ts';
import { nothing } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { OpenedByCpf, Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Seen, Sessions } from '#platform/session/session.server.ts';
import { authoritiesIn, authoritiesOfProfile } from './access.server.ts';
import { perfis } from './perfis.registry.ts';
import { usuarios } from './usuarios.registry.ts';
import { VER_COMO } from './ver-como.ts';

/**
 * Whoever holds `VER_COMO` sees the system as another user, or as a profile, of the session's company: with what both may, changing
 * nothing, under their own name. Nobody begins it who lacks a right of the other one there.
 */
export function registerVerComo(
  app: FastifyInstance,
  { db, store }: Pick<Services, 'db' | 'store'>,
  sessions: Sessions,
  opened: readonly OpenedByCpf[],
): void {
  const config = (summary: string, { authority }: { authority: string }) => ({
    config: { authority: VER_COMO, besides: [authority] },
    schema: { tags: ['Ver como'], summary, response: { 204: nothing('feito') } },
  });

  /** Refuses when the actor lacks one of these rights in the company. */
  async function demandHeld(tx: Queryable, { acting }: FastifyRequest, nome: string, theirs: ReadonlySet<string>) {
    if (theirs.size === 0) throw new Refusal('SEM_ACESSO', `${nome} não dá acesso a nada nesta empresa: não há o que ver.`);
    const mine = await authoritiesIn(tx, acting.usuarioId ?? 0, acting.empresaId);
    const missing = [...theirs].filter((authority) => !mine.has(authority)).length;
    if (missing > 0)
      throw new Refusal(
        'NAO_AUTORIZADO',
        `Você não pode ver o sistema como ${nome}: ${missing === 1 ? 'falta a você 1 das autorizações' : `faltam a você ${missing} das autorizações`} que há ali.`,
        403,
      );
  }

  async function begin(tx: Queryable, request: FastifyRequest, table: string, seen: Seen): Promise<void> {
    if (!(await sessions.see(tx, request, seen)))
      throw new Refusal('VENDO_COMO', 'Você já está vendo o sistema como outra pessoa: saia dessa visão antes.', 409);
    await request.acting.audit(tx, {
      table,
      id: seen.usuario ?? seen.perfil,
      action: 'L',
      changes: { verComo: [null, 'Início'] },
    });
  }

  app.post(
    `/api/utilitario/usuarios/:id/ver-como`,
    config('Ver o sistema como um usuário, sem alterar nada', usuarios),
    async (request, reply) => {
      queryOf(request, {});
      const { acting } = request;
      const id = recordIdOf(request);
      if (id === acting.usuarioId) throw new Refusal('PROPRIO_USUARIO', 'Você já vê o sistema como você.');
      await db.tx(async (tx) => {
        const user = (await store('utilitario/usuarios').readWhole(tx, acting, id)) as unknown as {
          nome: string;
          cpf: string;
          ativo: boolean;
        };
        if (!user.ativo) throw new Refusal('USUARIO_INATIVO', 'Este usuário está inativo: não vê nada.');
        await demandHeld(tx, request, user.nome, await authoritiesIn(tx, id, acting.empresaId));
        for (const refuses of opened)
          if (await refuses(tx, acting, user.cpf))
            throw new Refusal(
              'NAO_AUTORIZADO',
              `Você não pode ver o sistema como ${user.nome}, cujo CPF abre o que você não vê.`,
              403,
            );
        await begin(tx, request, usuarios.table, { usuario: id });
      });
      return reply.status(204).send();
    },
  );

  app.post(
    `/api/utilitario/perfis/:id/ver-como`,
    config('Ver o sistema como um perfil, sem alterar nada', perfis),
    async (request, reply) => {
      queryOf(request, {});
      const { acting } = request;
      const id = recordIdOf(request);
      await db.tx(async (tx) => {
        const { nome, ativo } = (await store('utilitario/perfis').readWhole(tx, acting, id)) as unknown as {
          nome: string;
          ativo: boolean;
        };
        if (!ativo) throw new Refusal('PERFIL_INATIVO', 'Este perfil está inativo: não dá nada a ninguém.');
        await demandHeld(tx, request, `o perfil ${nome}`, await authoritiesOfProfile(tx, id));
        await begin(tx, request, perfis.table, { perfil: id });
      });
      return reply.status(204).send();
    },
  );

  app.delete(
    '/api/userinfo/ver-como',
    {
      config: { ...forUsers, reads: true },
      schema: { tags: ['Ver como'], summary: 'Voltar às próprias autorizações', response: { 204: nothing('feito') } },
    },
    async (request, reply) => {
      queryOf(request, {});
      await sessions.seeAgain(request);
      return reply.status(204).send();
    },
  );
}
