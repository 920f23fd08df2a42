import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { type Tabela, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';

/** A text repeated in 100,000 rows is a parameter, not built in each. */
const json = (valor: unknown): Sql => sql`${JSON.stringify(valor)}::jsonb`;

/** The changes of each record by applying (`ida`) or cancelling (`volta`), for the trail; salaries are masked. */
export function naTrilha({ id, nome }: Tabela, tipo: TipoDeLinha, sentido: 'ida' | 'volta'): { registro: string; mudancas: Sql } {
  const ida = sentido === 'ida';
  const tabelaReajuste = ida ? [null, { id, nome }] : [{ id, nome }, null];
  const { tabela, registro, chave } = tiposDeLinha[tipo];
  const mudancas =
    tipo === 'C'
      ? json({ historicos: ['•••', '•••'], tabelaReajuste })
      : sql`${json({ tabelaReajuste })} || jsonb_build_object('valorAtual', jsonb_build_array(${raw(ida ? 'r.valor_atual, r.valor_proposto' : 'r.valor_proposto, r.valor_atual')}))`;
  return {
    registro,
    mudancas: sql`select r.${raw(chave)} as registro_id, ${mudancas} as mudancas from ${raw(tabela)} r where r.tabela_reajuste_id = ${id}`,
  };
}

/** The trail of lines that were made in bulk: those of `tabela` with an id above `depoisDe`. */
export const auditaLinhasNovas = (
  tx: Tx,
  acting: Acting,
  tabela: string,
  plano: { id: number; nome: string },
  depoisDe = 0,
): Promise<void> =>
  auditaConjunto(
    tx,
    acting,
    tabela,
    'I',
    sql`
    select r.id as registro_id, jsonb_build_object('tabelaReajuste', ${json([null, { id: plano.id, nome: plano.nome }])}, 'nome', jsonb_build_array(null, r.nome)) as mudancas
    from ${raw(tabela)} r where r.tabela_reajuste_id = ${plano.id} and r.id > ${depoisDe}`,
  );
