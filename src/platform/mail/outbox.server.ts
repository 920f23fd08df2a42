import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import { nothing } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Store } from '#kit/store/store.server.ts';
import { caixaSaida } from './emails.registry.ts';

/** 'Enviar de novo', for failed, interrupted or held messages: a person decides, who can find out whether it arrived. */
export function registerOutbox(app: FastifyInstance, db: Database, store: Store): void {
  app.post(
    '/api/utilitario/caixa-saida/:id/reenviar',
    {
      config: { authority: caixaSaida.authority },
      schema: { tags: [caixaSaida.title], summary: 'Enviar de novo', response: { 204: nothing('na fila') } },
    },
    async (request, reply) => {
      const { acting } = request;
      const id = recordIdOf(request);
      if (!acting.everywhere(caixaSaida.authority)) throw refuse.notFound();
      await store.read(db, acting, id);
      await db.tx(async (tx) => {
        const mail = await tx.one<{ estado: string; vencida: boolean }>(
          sql`select estado, coalesce(vale_ate < now(), false) as vencida from emails where id = ${id} for update`,
        );
        if (!mail) throw refuse.notFound();
        if (mail.vencida) throw new Refusal('MENSAGEM_VENCIDA', 'Esta mensagem perdeu a validade e não é mais enviada.');
        if (!['FALHOU', 'INTERROMPIDO', 'RETIDO'].includes(mail.estado))
          throw new Refusal('ENVIO_EM_CURSO', 'Só o que falhou, foi interrompido ou está retido pode ser enviado de novo.');
        await tx.query(
          sql`update emails set estado = 'PENDENTE', tentativas = 0, proxima_em = now(), erro = null where id = ${id}`,
        );
        await acting.audit(tx, { table: caixaSaida.table, id, action: 'A', changes: { estado: [mail.estado, 'PENDENTE'] } });
      });
      return reply.status(204).send();
    },
  );
}
