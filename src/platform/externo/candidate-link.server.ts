import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { answers } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { usuarios } from '#platform/authority/usuarios.registry.ts';
import { caixaSaida } from '#platform/mail/emails.registry.ts';
import { endLinks, newLink, RECOVERY_HOURS } from '#platform/session/recovery.server.ts';
import { countAt } from '#platform/session/throttle.server.ts';
import { candidates } from './external-session.server.ts';

const EDITAR = `${usuarios.authority}_EDITAR`;

/** A link in place of the one that a message carries to a candidate: while there is no mail server, it is handed over. */
export function registerCandidateLink(app: FastifyInstance, { db, store, address }: Pick<Services, 'db' | 'store' | 'address'>) {
  const of = store(`utilitario/${caixaSaida.id}`);
  app.post(
    `/api/utilitario/${caixaSaida.id}/:id/copiar-link`,
    {
      config: { authority: caixaSaida.authority },
      schema: {
        tags: [caixaSaida.title],
        summary: 'Mostrar uma vez um link que cria a senha de um candidato',
        response: answers(z.object({ link: z.string() })),
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const id = recordIdOf(request);
      await of.readWhole(db, acting, id);
      if (!acting.can(EDITAR)) throw refuse.forbidden();
      await countAt(db, [['linksDeUsuarios', String(acting.usuarioId)]]);
      const link = await db.tx(async (tx) => {
        const conta = await tx.one<{ id: number; empresaId: number; emOutra: boolean }>(sql`
          select c.id, c.empresa_id as "empresaId", exists (select from contas_externas o
            where (o.id = c.id or o.identidade_id = c.identidade_id) and o.empresa_id <> ${acting.empresaId}) as "emOutra"
          from emails m join recuperacoes_externas r on r.chave = m.link_chave and r.expira_em > now()
          join contas_externas c on c.id = r.conta_id where m.id = ${id} for update of c`);
        if (!conta)
          throw new Refusal(
            'SEM_LINK',
            'O link desta mensagem não vale mais: o candidato pode pedir outro em “Esqueci minha senha”.',
          );
        // An account of another company, or one that is joined to it, is opened by who edits users in all of them.
        if (conta.emOutra && !acting.everywhere(EDITAR)) throw refuse.forbidden();
        await endLinks(tx, candidates, conta.id);
        await acting.audit(tx, { table: candidates.people, id: conta.id, action: 'A', changes: { link: [null, 'Copiado'] } });
        return newLink(tx, candidates, conta.id, new URL(address(candidates.page(conta.empresaId))), RECOVERY_HOURS);
      });
      return reply.header('cache-control', 'no-store').send({ link });
    },
  );
}
