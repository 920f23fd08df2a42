import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { AccountFollower } from '#kit/module/module.server.ts';
import { amend } from '#kit/store/amend.server.ts';
import { candidatos } from './candidatos.registry.ts';
import { acabaOsLinks, cartasSeguem } from './comecado.server.ts';
import { desconfere, mudaQuemE } from './do-portal.server.ts';

/** The record follows what its account changes, name or e-mail; personal links that were sent to the address before end. */
export const segueConta: AccountFollower = async (tx, acting, { id, nome, email, before }) => {
  const registro = await tx.one<{ id: number; nome: string; email: string | null; atualizadoEm: string }>(sql`
    select c.id, c.nome, c.email, c.atualizado_em::text as "atualizadoEm" from candidatos c
    join candidatos_contas l on l.candidato_id = c.id where l.conta_id = ${id} for update of c`);
  if (!registro) return;
  const muda = {
    ...(before.nome !== nome && registro.nome !== nome ? { nome } : {}),
    ...(before.email !== email && registro.email !== email ? { email } : {}),
  };
  if (Object.keys(muda).length > 0) await amend(tx, acting, candidatos, registro, { ...muda, atualizadoEm: today() });
  if (mudaQuemE({ nome, email }, before)) await desconfere(tx, acting, registro.id);
  if (before.email === email) return;
  await acabaOsLinks(tx, acting.empresaId, registro.id);
  await cartasSeguem(tx, registro.id, registro.email, email);
};

/** The same for a record that comes back to its account, from a merge or the bin: letters are not to go to an address that the account has left since. */
export async function segueDeVolta(tx: Tx, acting: Acting, candidatoId: number): Promise<void> {
  const registro = await tx.one<{ id: number; email: string; daConta: string }>(sql`
    select c.id, c.email, k.email as "daConta" from candidatos c join candidatos_contas l on l.candidato_id = c.id join contas_externas k on k.id = l.conta_id
    where c.id = ${candidatoId} and c.email <> k.email and exists (
      select from auditoria a where a.tabela = 'contas_externas' and a.registro_id = k.id and a.mudancas -> 'email' ->> 0 = c.email)`);
  if (!registro) return;
  await amend(tx, acting, candidatos, registro, { email: registro.daConta });
  await cartasSeguem(tx, registro.id, registro.email, registro.daConta);
}
