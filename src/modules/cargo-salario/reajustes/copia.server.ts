import sql, { raw } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { linhasVisiveis } from './acesso.server.ts';
import { travaNomes, travaUmaLinha } from './locks.server.ts';
import { nomes } from './mundo.server.ts';
import { atualizaEstatisticas, recalcula } from './recalculo.server.ts';
import { leTabela } from './tabelas.server.ts';
import { auditaLinhasNovas } from './trail.server.ts';

/** The columns of each kind of line that people decide; the rest is computed from them. */
const decididas = {
  reajustes_colaboradores: [
    'empresa_id',
    'colaborador_id',
    'estabelecimento_proposto_id',
    'area_organizacional_proposta_id',
    'faixa_salarial_proposta_id',
    'ambiente_proposto_id',
    'funcao_proposta_id',
    'tipo_salario_proposto',
    'indice_proposto_id',
    'quantidade_indice_proposto',
    'salario_proposto',
    'observacao',
  ],
  reajustes_faixas_salariais: ['empresa_id', 'faixa_salarial_id', 'valor_proposto'],
  reajustes_indices: ['empresa_id', 'indice_id', 'valor_proposto'],
} as const;

/** A new table with the same lines: another scenario, or the next attempt after a cancelled one. */
export async function copia(tx: Tx, acting: Acting, id: number): Promise<number> {
  await tx.query({ text: 'set local statement_timeout = 0' });
  await travaUmaLinha(tx, id);
  const origem = await leTabela(tx, acting.empresaId, id, 'leitura');
  await travaNomes(tx, acting.empresaId);
  // The first name that is free: 'Dissídio 2027 (2)'.
  const nova = await tx.only<{ id: number; nome: string }>(sql`
    insert into tabelas_reajustes_colaboradores (empresa_id, nome, data, tipo_reajuste, data_dissidio, percentual_dissidio, teto, observacao, situacao)
    select o.empresa_id, n.nome, o.data, o.tipo_reajuste, o.data_dissidio, o.percentual_dissidio, o.teto, o.observacao, 'P'
    from tabelas_reajustes_colaboradores o cross join lateral (
      select left(o.nome, 90) || ' (' || k || ')' as nome from generate_series(2, 1000) k
      where not exists (select from tabelas_reajustes_colaboradores x where x.empresa_id = o.empresa_id and x.nome_ord = dobra(left(o.nome, 90) || ' (' || k || ')'))
      order by k limit 1) n
    where o.id = ${origem.id}
    returning id, nome`);
  const novaId = nova.id;
  for (const [tabela, colunas] of Object.entries(decididas)) {
    // Lines of talents out of reach are not copied: nobody plans for people whom they do not see.
    const quais = tabela === 'reajustes_colaboradores' ? (linhasVisiveis(acting, sql`l`) ?? sql`true`) : sql`true`;
    const linhas = await tx.one<{ n: number }>(sql`
      with copiadas as (
        insert into ${raw(tabela)} (tabela_reajuste_id, ${nomes(colunas)}) select ${novaId}, ${nomes(colunas)} from ${raw(tabela)} l where l.tabela_reajuste_id = ${id} and ${quais} order by id
        returning 1)
      select count(*)::int as n from copiadas`);
    if (tabela === 'reajustes_colaboradores') await atualizaEstatisticas(tx, linhas?.n ?? 0);
  }
  await recalcula(tx, { id: novaId, empresaId: acting.empresaId, data: origem.data });
  for (const tabela of Object.keys(decididas)) await auditaLinhasNovas(tx, acting, tabela, nova);
  await acting.audit(tx, {
    table: 'tabelas_reajustes_colaboradores',
    id: novaId,
    action: 'I',
    changes: { nome: [null, nova.nome], copiadaDe: [null, { id: origem.id, nome: origem.nome }] },
  });
  return novaId;
}
