import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import type { Vestigio } from './devolver.server.ts';

// What of a record that came back from a merge stays under the other record, by ids alone: its erasure reaches that, too.

interface Removido {
  tabela: string;
  id: number;
}

export async function guardaSeparado(
  tx: Tx,
  empresaId: number,
  candidato: number,
  { removidos, vestigios }: { removidos: readonly Removido[]; vestigios: readonly Vestigio[] },
): Promise<void> {
  if (removidos.length === 0 && vestigios.length === 0) return;
  await tx.query(sql`
    insert into candidatos_separados (empresa_id, candidato_id, removidos, trilha)
    values (${empresaId}, ${candidato}, ${JSON.stringify(removidos)}::jsonb, ${JSON.stringify(vestigios)}::jsonb)`);
}

/** Takes what these records said out of the trail of those from which they came back; answers what was removed of them there. */
export async function apagaSeparados(tx: Tx, candidatos: readonly number[]): Promise<Removido[]> {
  const separados = await tx.query<{ removidos: Removido[]; trilha: Vestigio[] }>(sql`
    delete from candidatos_separados where candidato_id = any(${candidatos}::bigint[]) returning removidos, trilha`);
  const vestigios = separados.flatMap(({ trilha }) => trilha);
  await tx.query(sql`
    select apaga_campos_da_trilha(${vestigios.map(({ id }) => id)}::bigint[], ${vestigios.map(({ campo }) => campo)}::text[])`);
  return separados.flatMap(({ removidos }) => removidos);
}
