import sql from 'sql-template-tag';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { createJobs } from '#kit/jobs/jobs.server.ts';
import { requestTexts, type TextFollower } from '#kit/text/text-jobs.server.ts';
import { atualizaBusca } from './busca.server.ts';

/** The queue within a transaction that is open already: a hook of a registry has no other. */
const filaEm = (tx: Tx) => createJobs({ ...tx, tx: (work) => work(tx) } as Database);

/** Has the CVs of a candidate read, those that were read before left out. */
export async function pedeTextos(tx: Tx, empresaId: number, candidatoId: number): Promise<void> {
  const curriculos = await tx.query<{ id: number }>(
    sql`select curriculo_id as id from candidatos_candidato_curriculos where registro_id = ${candidatoId}`,
  );
  await leTextos(
    tx,
    empresaId,
    curriculos.map(({ id }) => id),
  );
}

/** Has these files read, before a record refers to them too. */
export const leTextos = (tx: Tx, empresaId: number, arquivos: readonly number[]): Promise<void> =>
  requestTexts(tx, filaEm(tx), empresaId, arquivos);

/** The text of a CV is there: its candidate is found by its words. */
export const textoLido: TextFollower = (tx, { arquivoId }) =>
  atualizaBusca(tx, sql`c.id in (select registro_id from candidatos_candidato_curriculos where curriculo_id = ${arquivoId})`);
