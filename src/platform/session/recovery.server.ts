import sql, { raw } from 'sql-template-tag';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import type { JobHandler, Jobs } from '#kit/jobs/jobs.server.ts';
import type { MessageType } from '#kit/message/message.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { type Audience, users } from './audience.server.ts';
import { digest, newToken } from './cookie.server.ts';
import { mayGo, strangersLetters } from './letters.server.ts';
import { linkDeAcesso, redefinicaoDeSenha } from './session-messages.ts';

export const RECOVERY_JOB = 'sessoes.recuperar';

/** A request for a link: the name of the audience, and the CPF. */
interface Asked {
  publico: string;
  cpf: string;
  empresaId: number | null;
  /** the link logs in, instead of setting the password */
  entra?: true;
}

export const enqueueRecovery = (jobs: Pick<Jobs, 'enqueue'>, asked: Asked) =>
  jobs.enqueue(RECOVERY_JOB, { ...asked }, { usuarioId: null, empresaId: null });

/** A link to the page that sets the person's password, once and within these hours. */
export async function newLink(tx: Queryable, audience: Audience, id: number, page: URL, hours: number): Promise<string> {
  const token = newToken();
  await tx.query(
    sql`insert into ${raw(audience.recoveries)} (chave, ${raw(audience.owner)}, expira_em) values (${digest(token)}, ${id}, now() + make_interval(hours => ${hours}))`,
  );
  const link = new URL(page);
  link.searchParams.set('token', token);
  return link.href;
}

/** Ends every link of the person that has not been used; a message that waits with one of them is not sent any more. */
export const endLinks = (tx: Queryable, audience: Audience, id: number) =>
  tx.query(sql`
    with ended as (delete from ${raw(audience.recoveries)} where ${raw(audience.owner)} = ${id} returning chave)
    update emails set estado = 'FALHOU', vale_ate = now(), erro = 'O link desta mensagem não vale mais: outro o substituiu, ou a senha já foi criada.'
    from ended where link_chave = ended.chave and estado in ('PENDENTE', 'RETIDO', 'FALHOU', 'INTERROMPIDO')`);

/** Hours that a link lasts which somebody asked for because they have lost their password. */
export const RECOVERY_HOURS = 2;

interface Reached {
  id: number;
  nome: string;
  email: string;
}

export async function mailRecovery(
  tx: Queryable,
  audience: Audience,
  { id, nome, email }: Reached,
  { empresaId, page, type = redefinicaoDeSenha }: { empresaId: number | null; page: URL; type?: MessageType },
): Promise<void> {
  const endereco = await newLink(tx, audience, id, page, RECOVERY_HOURS);
  await queueMail(tx, type, {
    para: email,
    ...(audience === users ? { usuario: id } : {}),
    empresaId,
    hours: RECOVERY_HOURS,
    about: [`${audience.people}:${id}`],
    values: { nome, deQuem: audience.mailSubject, endereco },
  });
}

/** Mails the holder of the CPF a link that sets the password once, within two hours, and erases the CPF from the task. */
export const recoveryJob =
  (db: Database, audiences: readonly Audience[], publicAddress: string): JobHandler =>
  async (job) => {
    const { publico, cpf, empresaId, entra } = job.dados as unknown as Asked;
    const audience = audiences.find(({ name }) => name === publico);
    await db.tx(async (tx) => {
      // Locked: a link may not outlive an address that somebody leaves meanwhile. A candidate's CPF may have several accounts.
      const people = audience
        ? await tx.query<Omit<Reached, 'email'> & { email: string | null; provado: boolean }>(
            sql`${audience.reach(cpf, empresaId)} for no key update`,
          )
        : [];
      for (const { email, ...one } of people) {
        if (!audience || !email) continue;
        const person = { ...one, email };
        if (!(await mayGo(db, person.provado ? `${audience.name}:${person.id}` : strangersLetters('link', email)))) continue;
        const page = new URL(
          (entra ? audience.enterPage : audience.page)?.(empresaId) ?? audience.page(empresaId),
          publicAddress,
        );
        await mailRecovery(tx, audience, person, { empresaId, page, ...(entra ? { type: linkDeAcesso } : {}) });
      }
      await tx.query(sql`update tarefas set dados = '{}' where id = ${job.id}`);
      await job.conclude(tx);
    });
    return undefined;
  };
