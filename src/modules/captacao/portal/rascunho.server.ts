import sql from 'sql-template-tag';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { keepFiles } from '#kit/files/readers.server.ts';
import { candidateKey } from '#platform/externo/outsiders.server.ts';
import type { Dados } from './dados.ts';
import { MAIS_CURRICULOS } from './formulario.server.ts';

// What somebody has filled in and not yet sent. The files of theirs that it names are kept as long as it stands.

/** The draft has no id of its own, so its files are kept under its account. */
const CONTAS = 'contas_externas';
/** The CVs and the photo: no more than a registration may have, so that a draft holds no more room than that. */
const MAIS_ARQUIVOS = MAIS_CURRICULOS + 1;

export async function rascunhoDe(db: Queryable, contaId: number): Promise<Dados | undefined> {
  const row = await db.one<{ dados: Dados }>(sql`select dados from rascunhos_externos where conta_id = ${contaId}`);
  return row?.dados;
}

export async function guardaRascunho(tx: Tx, contaId: number, dados: string): Promise<void> {
  await tx.query(sql`
    insert into rascunhos_externos (conta_id, dados) values (${contaId}, ${dados}::jsonb)
    on conflict (conta_id) do update set dados = excluded.dados, salvo_em = now()`);
  // It is kept as it came, so an id may be any number; what is not a file that this account has sent is held for nobody.
  const arquivos = await tx.query<{ id: number }>(sql`
    select a.id from arquivos a where a.externo = ${candidateKey({ id: contaId })} and a.uso = 'envio' and a.id::numeric in (
      select v::numeric from rascunhos_externos r, jsonb_path_query(r.dados, '$.**.id ? (@.type() == "number")') v where r.conta_id = ${contaId})
    order by a.id limit ${MAIS_ARQUIVOS} for key share`);
  await keepFiles(
    tx,
    CONTAS,
    contaId,
    arquivos.map(({ id }) => id),
  );
}

export async function esqueceRascunho(tx: Tx, contaId: number): Promise<void> {
  await tx.query(sql`delete from rascunhos_externos where conta_id = ${contaId}`);
  await keepFiles(tx, CONTAS, contaId, []);
}
