import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import type { Acting } from '#kit/registry/acting.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { type Tabela, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';

/** What applying (`ida`) or cancelling (`volta`) changed in each record, for the trail; what people earn is masked. */
export function naTrilha({ id, nome }: Tabela, tipo: TipoDeLinha, sentido: 'ida' | 'volta'): { registro: string; mudancas: Sql } {
  const par = (antes: Sql, depois: Sql) =>
    sentido === 'ida' ? sql`jsonb_build_array(${antes}, ${depois})` : sql`jsonb_build_array(${depois}, ${antes})`;
  const reajuste = sql`'tabelaReajuste', ${par(sql`null`, sql`jsonb_build_object('id', ${id}::bigint, 'nome', ${nome}::text)`)}`;
  const { tabela, registro, chave } = tiposDeLinha[tipo];
  const mudou =
    tipo === 'C'
      ? sql`'historicos', jsonb_build_array('•••', '•••')`
      : sql`'valorAtual', ${par(sql`r.valor_atual`, sql`r.valor_proposto`)}`;
  return {
    registro,
    mudancas: sql`
      select r.${raw(chave)} as registro_id, jsonb_build_object(${mudou}, ${reajuste}) as mudancas from ${raw(tabela)} r where r.tabela_reajuste_id = ${id}`,
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
    select r.id as registro_id, jsonb_build_object('tabelaReajuste', jsonb_build_array(null, jsonb_build_object('id', ${plano.id}::bigint, 'nome', ${plano.nome}::text)),
      'nome', jsonb_build_array(null, r.nome)) as mudancas
    from ${raw(tabela)} r where r.tabela_reajuste_id = ${plano.id} and r.id > ${depoisDe}`,
  );
