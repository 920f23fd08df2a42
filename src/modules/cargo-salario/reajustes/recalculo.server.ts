import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { COLUNAS_DA_LINHA, linhasCalculadas, nomes, type Plano, percentualSql, valoresDoDia } from './mundo.server.ts';

const colunas = COLUNAS_DA_LINHA.map(([coluna]) => coluna);
const calculadas = COLUNAS_DA_LINHA.map(([, calculada]) => calculada);

/** The plan's lines by employee (those that `quais` selects, over alias `r`), computed from the present records. */
const recalculadas = (plano: Plano, quais: Sql): Sql =>
  linhasCalculadas(plano, {
    de: sql`reajustes_colaboradores r join talentos t on t.id = r.colaborador_id`,
    onde: sql`r.tabela_reajuste_id = ${plano.id} and ${quais}`,
    proposta: sql`r.id, r.colaborador_id, r.estabelecimento_proposto_id as estabelecimento, r.area_organizacional_proposta_id as area,
      r.faixa_salarial_proposta_id as faixa, r.tipo_salario_proposto as tipo, r.indice_proposto_id as indice,
      r.quantidade_indice_proposto as quantidade, r.salario_proposto as salario`,
  });

/** With so many lines written at once, PostgreSQL's statistics are refreshed. */
const MUITAS = 2_000;

/**
 * Refreshes the statistics after `n` lines by employee were written at once. PostgreSQL would still plan for the empty table and
 * compare all with all (the payroll of 100,000: minutes instead of a second) until its own analysis, a minute later or more.
 */
export async function atualizaEstatisticas(tx: Tx, n: number): Promise<void> {
  if (n >= MUITAS) await tx.query({ text: 'analyze reajustes_colaboradores (tabela_reajuste_id, colaborador_id)' });
}

/**
 * Writes into the lines by employee (those that `quais` selects, over alias `r`) the values that they replace and their results.
 */
export async function recalculaColaboradores(db: Queryable, plano: Plano, quais: Sql = sql`true`): Promise<void> {
  await db.query(sql`
    ${recalculadas(plano, quais)}
    update reajustes_colaboradores r set (${nomes(colunas)}) = row(${nomes(calculadas, 'c.')})
    from calculo c where c.id = r.id and (${nomes(colunas, 'r.')}) is distinct from (${nomes(calculadas, 'c.')})`);
}

/** How many lines by employee (of those that `quais` selects, over alias `r`) differ from the present records. */
export async function desatualizadas(db: Queryable, plano: Plano, quais: Sql): Promise<number> {
  const row = await db.one<{ n: number }>(sql`
    ${recalculadas(plano, quais)}
    select count(*)::int as n from reajustes_colaboradores r join calculo c on c.id = r.id
    where (${nomes(colunas, 'r.')}) is distinct from (${nomes(calculadas, 'c.')})`);
  return row?.n ?? 0;
}

/**
 * Names of whom the lines show elsewhere, or paid otherwise, than the registers do: who proposed a salary has not seen the one that it would
 * replace, nor that the talent was moved meanwhile.
 */
export const mudadas = (plano: Plano): Sql => sql`
  ${recalculadas(plano, sql`true`)}
  select c.nome from reajustes_colaboradores r join calculo c on c.id = r.id
  where (r.area_organizacional_atual_id, r.faixa_salarial_atual_id, r.estabelecimento_atual_id)
      is distinct from (c.area_atual, c.faixa_atual, c.estabelecimento_atual)
    or r.salario_atual is distinct from c.salario_atual`;

const deValor = (plano: Plano, tabela: Sql, valores: Sql, origem: Sql, chave: Sql, nome: Sql): Sql => sql`
  with ${valoresDoDia(plano)}
  update ${tabela} r set nome = o.${nome}, valor_atual = d.atual, valor_diferenca = r.valor_proposto - d.atual, percentual_diferenca = ${percentualSql(sql`d.atual`, sql`r.valor_proposto`)}
  from ${valores} d join ${origem} o on o.id = d.id
  where r.tabela_reajuste_id = ${plano.id} and d.id = r.${chave}
    and (r.nome, r.valor_atual, r.valor_diferenca, r.percentual_diferenca)
      is distinct from (o.${nome}, d.atual, r.valor_proposto - d.atual, ${percentualSql(sql`d.atual`, sql`r.valor_proposto`)})`;

/** Index lines, band lines and lines by employee, in the order in which each depends on the one before. */
export async function recalcula(db: Queryable, plano: Plano, quais: Sql = sql`true`): Promise<void> {
  await db.query(deValor(plano, sql`reajustes_indices`, sql`indices_dia`, sql`indices`, sql`indice_id`, sql`nome`));
  await db.query(
    deValor(
      plano,
      sql`reajustes_faixas_salariais`,
      sql`faixas_dia`,
      sql`faixas_salariais`,
      sql`faixa_salarial_id`,
      sql`nome_com_cargo`,
    ),
  );
  await recalculaColaboradores(db, plano, quais);
}
