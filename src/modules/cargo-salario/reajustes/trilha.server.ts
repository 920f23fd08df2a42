import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { type Tabela, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';

/** The same words in 100,000 rows are written once, not built in each. */
const json = (valor: unknown): Sql => sql`${JSON.stringify(valor)}::jsonb`;

/** What applying (`ida`) or cancelling (`volta`) changed in each record, for the trail; what people earn is masked. */
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

/** The trail of lines that a plan got all at once: those of `tabela` with a greater id than `depoisDe`. */
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
