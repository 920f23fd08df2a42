import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Acompanhamento } from './acompanhamentos.server.ts';

/** The trail says who is asked, and in whose place. */
export async function contaQuemResponde(
  tx: Tx,
  { audit }: Pick<Acting, 'audit'>,
  antes: Acompanhamento | undefined,
  { id, avaliadorId }: Acompanhamento,
): Promise<void> {
  const saiu = antes && antes.avaliadorId !== avaliadorId ? antes.avaliadorId : null;
  const nomes = new Map(
    (
      await tx.query<{ id: number; nome: string }>(
        sql`select id, nome from talentos where id = any(${[saiu, avaliadorId]}::bigint[])`,
      )
    ).map((um) => [um.id, um.nome]),
  );
  const nomeDe = (quem: number | null) => (quem === null ? null : (nomes.get(quem) ?? null));
  await audit(tx, {
    table: 'acompanhamentos_experiencia',
    id,
    action: antes ? 'A' : 'I',
    changes: { avaliador: [nomeDe(saiu), nomeDe(avaliadorId)] },
  });
}
