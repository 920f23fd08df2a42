import sql, { raw } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { freeTitle } from '#kit/store/free-title.server.ts';
import { demandRoom } from '#kit/store/most.server.ts';
import { linhasVisiveis } from './acesso.server.ts';
import { travaUmaLinha } from './locks.server.ts';
import { nomes } from './mundo.server.ts';
import { atualizaEstatisticas, recalcula } from './recalculo.server.ts';
import { tabelasReajustes } from './tabelas.registry.ts';
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
  await demandRoom(tx, tabelasReajustes, acting);
  // The first name that is free: 'Dissídio 2027 (2)'.
  const { empresaId } = acting;
  const nome = await freeTitle(tx, tabelasReajustes, { empresaId, title: origem.nome.slice(0, 90), nth: (n) => ` (${n + 1})` });
  const nova = await tx.only<{ id: number; nome: string }>(sql`
    insert into tabelas_reajustes_colaboradores (empresa_id, nome, data, tipo_reajuste, data_dissidio, percentual_dissidio, teto, observacao, situacao)
    select empresa_id, ${nome}::text, data, tipo_reajuste, data_dissidio, percentual_dissidio, teto, observacao, 'P'
    from tabelas_reajustes_colaboradores where id = ${origem.id}
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
