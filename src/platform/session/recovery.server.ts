import sql, { raw } from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import type { JobHandler, Jobs } from '#kit/jobs/jobs.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import type { Audience } from './audience.server.ts';
import { digest, newToken } from './cookie.server.ts';
import { redefinicaoDeSenha } from './session-messages.ts';

export const RECOVERY_JOB = 'sessoes.recuperar';

/** A request for a link: the name of the audience, and the CPF. */
interface Asked {
  publico: string;
  cpf: string;
  empresaId: number | null;
}

export const enqueueRecovery = (jobs: Pick<Jobs, 'enqueue'>, asked: Asked) =>
  jobs.enqueue(RECOVERY_JOB, { ...asked }, { usuarioId: null, empresaId: null });

/** Mails the holder of the CPF a link that sets the password once, within two hours, and erases the CPF from the task. */
export const recoveryJob =
  (db: Database, audiences: readonly Audience[], publicAddress: string): JobHandler =>
  async (job) => {
    const { publico, cpf, empresaId } = job.dados as unknown as Asked;
    const audience = audiences.find(({ name }) => name === publico);
    await db.tx(async (tx) => {
      const person =
        audience && (await tx.one<{ id: number; nome: string; email: string | null }>(audience.reach(cpf, empresaId)));
      if (audience && person?.email) {
        const token = newToken();
        const page = new URL(audience.page(empresaId), publicAddress);
        page.searchParams.set('token', token);
        await tx.query(
          sql`insert into ${raw(audience.recoveries)} (chave, ${raw(audience.owner)}, expira_em) values (${digest(token)}, ${person.id}, now() + interval '2 hours')`,
        );
        await queueMail(tx, redefinicaoDeSenha, {
          para: person.email,
          empresaId,
          until: new Date(Date.now() + 2 * 3_600_000),
          values: { nome: person.nome, deQuem: audience.mailSubject, endereco: page.href },
        });
      }
      await tx.query(sql`update tarefas set dados = '{}' where id = ${job.id}`);
      await job.conclude(tx);
    });
    return undefined;
  };
