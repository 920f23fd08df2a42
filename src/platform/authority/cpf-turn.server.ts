import type { Tx } from '#kit/db/database.server.ts';

/**
 * Waits for others who give this CPF to a talent or to a user at the same moment, and then sees what they wrote: a talent and a user of one CPF
 * are one person, and the rules of each look at the other. It writes a row that is removed with the transaction, because an import of
 * thousands would need more locks than the database has.
 */
export async function takeTurnOfCpf(tx: Tx, cpf: string): Promise<void> {
  await tx.query({ name: 'cpf-vez', text: 'insert into cpfs_em_curso (cpf) values ($1)', values: [cpf] });
  await tx.query({ name: 'cpf-fim', text: 'delete from cpfs_em_curso where cpf = $1', values: [cpf] });
}
